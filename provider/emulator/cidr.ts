/** Why a text is no IPv4 network, or undefined when it is one. */
export function cidrProblem(text: string): string | undefined {
  const [, address = "", prefix = ""] = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d{1,2})$/.exec(text) ?? [];
  const bytes = address.split(".").map(Number);
  const bits = Number(prefix);
  if (address === "" || bytes.some((byte) => byte > 255) || bits > 32) {
    return "Must be a CIDR, such as 10.56.72.0/24";
  }
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return number % 2 ** (32 - bits) === 0 ? undefined : "Has bits set outside of its network";
}
