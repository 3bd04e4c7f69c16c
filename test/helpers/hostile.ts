/** Texts that must never get into a path, because none of them is an id or a name on the service. */
// biome-ignore format: short texts
export const hostileTexts = [
  "", ".", "..", "...", "../1", "1/..", "/", "1/2", "//host", "\\", "1\\2", "?", "1?x=1", "#", "1#x", "%2f", "%2F",
  "%2e%2e", "..%2f1", "%00", "%0d%0a", "%", "%25", "\r\n", "1\r\nX: y", "\n", "\t", "\0", "1\u0000", " ", " 1", "1 ",
  "\u007f", "\u2028", "１", "‥", "／", "\ud800", "é", "1;rm", "1&x=1", "<1>", '"', "'", "{id}", "1|2", "x".repeat(256),
  "1".repeat(100_000), "a@b/c", "~/x", "`1`", "$(1)",
];
