/** The first address and the size of an IPv4 network; undefined for what is none. */
function parse(text: string): { start: number; size: number } | undefined {
  const [, address = "", prefix = ""] = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d{1,2})$/.exec(text) ?? [];
  const bytes = address.split(".").map(Number);
  const bits = Number(prefix);
  if (address === "" || bytes.some((byte) => byte > 255) || bits > 32) {
    return undefined;
  }
  return { start: bytes.reduce((sum, byte) => sum * 256 + byte, 0), size: 2 ** (32 - bits) };
}

/** Why a text is no IPv4 network, or undefined when it is one. */
export function cidrProblem(text: string): string | undefined {
  const network = parse(text);
  if (!network) {
    return "Must be a CIDR, such as 10.56.72.0/24";
  }
  return network.start % network.size === 0 ? undefined : "Has bits set outside of its network";
}

/** Whether two networks have an address in common. */
export function overlap(a: string, b: string): boolean {
  const [left, right] = [parse(a), parse(b)];
  return (
    left !== undefined &&
    right !== undefined &&
    left.start < right.start + right.size &&
    right.start < left.start + left.size
  );
}
