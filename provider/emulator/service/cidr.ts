// Nouns with a network check it with `explainCidrProblem` and `overlap`; `test/unit/emulator/peering.test.ts` tests
// `overlap`. Texts may change with their tests. The code must stay apart from `provider/resources/shared/cidr.ts`,
// because a shared error would show in no test.
import { isIPv4, isIPv6 } from "node:net";

/** A network: its first address, the number of its addresses, and the number of bits of an address. */
interface Network {
  start: bigint;
  size: bigint;
  bits: 32 | 128;
}

/** The eight groups of an IPv6 address, also of one that is shortened or ends in IPv4 notation. */
function groupsOf(address: string): bigint[] {
  const ending = /[^:]*\.[^:]*$/.exec(address)?.[0];
  const plain =
    ending === undefined
      ? address
      : address.slice(0, -ending.length) +
        (numberOf(ending) >> 16n).toString(16) +
        ":" +
        (numberOf(ending) & 0xffffn).toString(16);
  const [before = [], after] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const left = 8 - before.length - (after?.length ?? 0);
  return [...before, ...Array.from({ length: left }, () => "0"), ...(after ?? [])].map((each) => BigInt(`0x${each}`));
}

/** An address as a number. */
function numberOf(address: string): bigint {
  return isIPv4(address)
    ? address.split(".").reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n)
    : groupsOf(address).reduce((sum, group) => (sum << 16n) + group, 0n);
}

/** Parses a CIDR; undefined when the text is not a CIDR. */
function parseNetwork(text: string): Network | undefined {
  const [, address = "", prefix = ""] = /^([0-9a-fA-F.:]{1,45})\/(\d{1,3})$/.exec(text) ?? [];
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return bits === 0 || Number(prefix) > bits
    ? undefined
    : { start: numberOf(address), size: 1n << BigInt(bits - Number(prefix)), bits };
}

/** Explains why the service does not accept a text as a CIDR; undefined when the service accepts the text. */
export function explainCidrProblem(text: string, takes: "any" | "IPv4" = "IPv4"): string | undefined {
  const network = parseNetwork(text);
  if (!network || (takes === "IPv4" && network.bits !== 32)) return "Must be a CIDR, such as 10.56.72.0/24";
  return network.start % network.size === 0n ? undefined : "Has bits set outside of its network";
}

/** Tells whether two networks have an address in common. */
export function overlap(a: string, b: string): boolean {
  const [left, right] = [parseNetwork(a), parseNetwork(b)];
  return (
    left !== undefined &&
    right !== undefined &&
    left.bits === right.bits &&
    left.start < right.start + right.size &&
    right.start < left.start + left.size
  );
}
