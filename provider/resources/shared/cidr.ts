// `instance/`, `vpc/`, `vpcPeering/` and `firewall/` check and compare networks in CIDR form here. Texts may change;
// `canonicalCidr` must write equal networks alike, because `firewall/` compares rules by that text.
import { isIP, isIPv4, isIPv6 } from "node:net";

/** Explains why a text is not an IPv4 network in CIDR form; undefined when the text is one. */
export const explainBadIPv4Network = (text: string): string | undefined =>
  text.includes(":") || isIPv4(text) ? explainBadForm(text) : explainBadNetwork(text);

/** Explains why a text is not an IPv4 or IPv6 network in CIDR form; undefined when the text is one. */
export function explainBadNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  if (isIP(text) && !text.includes("%"))
    return `the address "${text}" has no prefix length: write ${text}/${isIPv4(text) ? 32 : 128} instead`;
  if (network === undefined) return explainBadForm(text);
  return network.address === canonicalAddress(text.split("/")[0] ?? "")
    ? undefined
    : `"${text}" is not the first address of its network: write ${network.address}/${network.length} instead`;
}

/** The spelling for all texts that mean the same network; a text that is no network stays as it is. */
export function canonicalCidr(text: string): string {
  const network = parseNetwork(text);
  return network === undefined ? text : `${network.address}/${network.length}`;
}

/** True when two networks have addresses in common; false when one of the texts is not a network. */
export function doNetworksOverlap(one: string, other: string): boolean {
  const [a, b] = [parseNetwork(one), parseNetwork(other)];
  if (a === undefined || b === undefined) return false;
  const length = Math.min(a.length, b.length);
  return canonicalCidr(`${a.address}/${length}`) === canonicalCidr(`${b.address}/${length}`);
}

const explainBadForm = (text: string): string =>
  `"${text}" is not a network: write the address and the prefix length of a network in CIDR form, such as 10.56.72.0/24`;

function parseNetwork(text: string): { address: string; length: number } | undefined {
  const [address = "", length = "", ...rest] = text.split("/");
  // An address with a zone, such as fe80::1%eth0, is valid on a single machine only.
  const bits = isIPv4(address) ? 32 : isIPv6(address) && !address.includes("%") ? 128 : 0;
  if (rest.length > 0 || bits === 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined;
  const hostBits = BigInt(bits - Number(length));
  const value = bits === 32 ? valueOfIPv4(address) : valueOfIPv6(address);
  const network = (value >> hostBits) << hostBits;
  return { address: bits === 32 ? textOfIPv4(network) : textOfIPv6(network), length: Number(length) };
}

const canonicalAddress = (address: string): string => (isIPv6(address) ? textOfIPv6(valueOfIPv6(address)) : address);

const valueOfIPv4 = (address: string): bigint =>
  address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);

const textOfIPv4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");

function valueOfIPv6(address: string): bigint {
  // The URL parser writes every spelling of an IPv6 address (also one with an IPv4 tail) as hexadecimal groups.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const before = groups(head);
  const after = groups(tail ?? "");
  const between = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...between, ...after].reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

function textOfIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(16 * (7 - i))) & 65535n).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
