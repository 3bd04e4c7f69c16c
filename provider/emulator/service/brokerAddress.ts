// `nouns/instances/instances.ts` calls `addressOf`; `emulator/index.ts` and `cli/emulator.ts` call `throwForBrokerUrl`.
// Invented host names may change. `vhostOf` must stay, because users make these vhosts by hand. The error must not show
// the URL, because a URL can hold a password.
import type { Instance } from "../nouns/instances/record";

/** The user that a broker has for programs on its own machine. The user's password is `guest` too. */
const localUser = "guest";

/** Where clients reach an instance. */
interface Address {
  external: string;
  internal: string;
  /** The URL at a host. If `login` is false, the URL has neither user nor password. */
  urlAt(host: string, login: boolean): string;
}

/** The address of an instance. Without `brokerUrl`, the address leads nowhere; else it is a vhost on that broker. */
export function addressOf(instance: Instance, brokerUrl: string | null): Address {
  if (brokerUrl === null) {
    const { host, username, password, vhost } = instance;
    return {
      external: `${host}.broker.example`,
      internal: `${host}.internal.broker.example`,
      urlAt: (at, login) => `amqps://${login ? `${username}:${password}@` : ""}${at}/${encodeURIComponent(vhost)}`,
    };
  }
  const { protocol, hostname, port, username, password } = new URL(brokerUrl);
  const user = username === "" ? `${localUser}:${localUser}` : `${username}:${password}`;
  const end = `${port === "" ? "" : `:${port}`}/${vhostOf(instance)}`;
  return {
    external: hostname,
    internal: hostname,
    urlAt: (at, login) => `${protocol}//${login ? `${user}@` : ""}${at}${end}`,
  };
}

const vhostOf = ({ id }: Instance) => `instance-${id}`;

/** Throws an error of one line unless a broker can have this address. The line does not show the address. */
export function throwForBrokerUrl(url: string): void {
  const parsed = /^amqps?:\/\/[^/]/.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  const isPlain = parsed && `${parsed.search}${parsed.hash}` === "" && ["", "/"].includes(parsed.pathname);
  if (!isPlain || parsed.hostname === "") {
    throw new Error("the URL of the broker must be amqp://HOST or amqp://HOST:PORT, without a vhost");
  }
}
