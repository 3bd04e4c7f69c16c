import { isIPv4 } from "node:net";

/** Why a text is no IPv4 network in CIDR form, or undefined. */
export function cidrProblem(text: string): string | undefined {
  const [address = "", length = "", ...rest] = text.split("/");
  const bits = Number(length);
  if (rest.length > 0 || !isIPv4(address) || !/^\d{1,2}$/.test(length) || bits > 32) {
    return `"${text}" is no network in CIDR form, such as 10.56.72.0/24`;
  }
  const network = networkOf(address, bits);
  return network === address ? undefined : `"${text}" has host bits set: the network is ${network}/${bits}`;
}

function networkOf(address: string, bits: number): string {
  const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  const start = Math.floor(value / size) * size;
  return [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256).join(".");
}
