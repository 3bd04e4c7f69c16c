import type { Instance } from "../nouns/instances/record";

/** The user that a broker has for programs on its own machine; the password is the same. */
const localUser = "guest";

/** Where clients reach an instance. */
interface Address {
  external: string;
  internal: string;
  /** The URL at a host; without login it has neither user nor password. */
  urlAt(host: string, login: boolean): string;
}

/** The address that an instance shows: one that leads nowhere, or a vhost of its own on the broker at `brokerUrl`. */
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
