import { clean, cleanLine, cleanTexts, stringsIn } from "../../../provider/api/transport/clean";

const token = "tok/en+é&<1>=?x-0123456789";
const uri = `https://Hooks.example.com/T000/B000/abcdefgh?token=${encodeURIComponent(token)}&part=a%20b`;
const pem = `-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSjAgEAAoIBAQC7VJTU\n-----END KEY-----\n`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

test.each<[string, readonly string[], string]>([
  ["the key is abcdef", ["abcdef"], "the key is [secret]"],
  ["abcdef and abcdef", ["abcdef"], "[secret] and [secret]"],
  ["a longer one first: abcdefgh", ["abcd", "abcdefgh"], "a longer one first: [secret]"],
  ["as it stands, not as a pattern: a.c+$&", ["a.c+$&"], "as it stands, not as a pattern: [secret]"],
  ["too short to be one: abc", ["abc", "", "   ", "\u200b\u200b\u200b\u200b"], "too short to be one: abc"],
  ["nothing in it", ["abcdef"], "nothing in it"],
  ["one that is named secret", ["secret", "named"], "one that is [secret] [secret]"],
])("%p without %p", (text, secrets, expected) => {
  expect(clean(text, secrets)).toBe(expected);
  expect(cleanLine(text, secrets)).toBe(expected);
});

/** A secret, and how somebody writes it. */
const secretSpellings: [string, string, string][] = [
  ["as it is", uri, uri],
  ["trimmed", `${token}\n`, token],
  ["with blanks around it", token, `  ${token}\t`],
  ["JSON-escaped", pem, escaped(pem)],
  ["JSON-escaped on one line", 'tok/en"<0123456789', escaped('tok/en"<0123456789')],
  ["JSON-escaped twice", `${token}"\n${token}`, escaped(escaped(`${token}"\n${token}`))],
  ["JSON-escaped twice on one line", 'tok/en"<0123456789', escaped(escaped('tok/en"<0123456789'))],
  ["JSON with escaped slashes", uri, escaped(uri).replaceAll("/", "\\/")],
  ["JSON as Go and Python write it", token, "tok/en+\\u00e9\\u0026\\u003c1\\u003e=?x-0123456789"],
  ["percent-encoded", uri, encodeURIComponent(uri)],
  ["percent-encoded with a blank in it", "to/k en!0123456789", encodeURIComponent("to/k en!0123456789")],
  ["percent-encoded in lower case", uri, encodeURIComponent(uri).replace(/%../g, (each) => each.toLowerCase())],
  ["percent-encoded as a whole URL", token, encodeURI(token)],
  ["percent-decoded", uri, decodeURIComponent(uri)],
  ["form-encoded", `${token} and more`, new URLSearchParams({ v: `${token} and more` }).toString().slice(2)],
  ["HTML-escaped", uri, uri.replaceAll("&", "&amp;")],
  ["a URL in its normal form", uri, new URL(uri).href],
  ["a URL with a short path in its normal form", "https://Hooks.example.com/x1y2", "https://hooks.example.com/x1y2"],
  ["the path of a URL", uri, `POST ${uri.slice(uri.indexOf("/T000"))}`],
  ["the path of a URL without its query", uri, "POST /T000/B000/abcdefgh answered 404"],
  ["a value of a URL's query", uri, token],
  ["the password of a URL", "amqps://user:pa%20ssword@example.com/v", "the password pa ssword"],
  ["base64", token, base64(token)],
  ["base64 without padding", token, base64(token).replace(/=+$/, "")],
  ["base64 for URLs", token, Buffer.from(token).toString("base64url")],
  ["base64 of more than it", token, base64(`ab${token}cd`)],
  ["HTTP Basic", token, `Basic ${base64(`:${token}`)}`],
  ["hex", token, Buffer.from(token).toString("hex")],
  ["line by line", pem, "the key starts MIIEvQIBADANBgkqhkiG9w0BAQEF and goes on AASCBKcwggSjAgEAAoIBAQC7VJTU"],
  ["on one line", pem, pem.replaceAll("\n", " ")],
  ["a line of an escaped text", escaped(pem), pem],
  ["cut short at the end", token, token.slice(0, -3)],
  ["cut short before an ellipsis", uri, `cannot reach ${uri.slice(0, 40)}... (timeout)`],
  ["with invisible characters in it", token, [...token].join("\u200b")],
  ["with a control character in it", "one\u0007two three", "one\u0007two three"],
];

test.each(secretSpellings)("a secret is hidden: %s", (_how, secret, written) => {
  const text = clean(`before ${written} after`, [secret]);
  const cut = /^cut/.test(_how) ? clean(`before ${written}`, [secret]) : text;
  expect(cut).toMatch(/^before .*\[secret\]/);
  // Eight characters in a row of what was written would be a piece of the secret.
  const shown = cut.replaceAll("[secret]", " ").split(/\s+/);
  const pieces = shown.filter((piece) => piece.length >= 8 && written.replace(/\u200b/g, "").includes(piece));
  expect(pieces.filter((piece) => secret.includes(piece) || decodeURIComponent(secret).includes(piece))).toEqual([]);
});

test("a secret is gone before the text is cut, wherever it stands", () => {
  for (let at = 260; at <= 300; at += 1) {
    expect(clean(`${"x".repeat(at)} ${token}`, [token])).not.toContain(token.slice(0, 8));
    // The second cleaning knows more secrets than the first, which has cut the text.
    expect(cleanLine(`${clean(`${"x".repeat(at)} ${token}`)}; run again`, [token])).not.toContain(token.slice(0, 8));
  }
});

test("nothing is left on which a terminal would act", () => {
  const hostile =
    "a\u001b[31mred\u0007\r\nb\u202egnp\u2066.\u200bexe\ufeff c\u0085d\u2028e\u00ad\uffff\u{1fffe}f\ue000g\ud800h\u{e0041}i";
  expect(clean(hostile)).toBe("a [31mred bgnp.exe c d efghi");
  expect(cleanLine(hostile)).toBe(clean(hostile));
});

test("foreign text is short, and a line of ours keeps its end, which says what to do", () => {
  expect(clean("y".repeat(300))).toBe("y".repeat(300));
  expect(clean("y".repeat(301))).toBe(`${"y".repeat(299)}…`);
  expect(clean("y".repeat(100_000))).toBe(`${"y".repeat(299)}…`);
  expect(cleanLine("y".repeat(1000))).toBe("y".repeat(1000));
  expect(cleanLine("y".repeat(1001))).toBe(`${"y".repeat(500)}…${"y".repeat(499)}`);
  const line = cleanLine(`"${"y".repeat(100_000)}" is not the first address of its network: write 10.0.0.0/24 instead`);
  expect(line).toHaveLength(1000);
  expect(line).toMatch(/^"y+…y+" is not the first address of its network: write 10\.0\.0\.0\/24 instead$/);
  // No half of a character is left at a cut: the protocol could not send it.
  expect(clean("😀".repeat(200), [], 100)).not.toMatch(/\p{Cs}/u);
  expect(cleanLine(`a${"😀".repeat(2000)}`)).not.toMatch(/\p{Cs}/u);
});

test("a secret of four characters is hidden, a shorter one would hide half of each text", () => {
  expect(clean("the key is wxyz, abc", ["wxyz", "abc"])).toBe("the key is [secret], abc");
  expect(clean("in hexadecimal 7778797a", ["wxyz"])).toBe("in hexadecimal [secret]");
});

test.each<[string, number, string]>([
  ["1 of 10, 1.5 and a1, 1", 1, "[secret] of 10, 1.5 and a1, [secret]"],
  ["waits 60 s, 600 s, 60s; is 60.", 60, "waits [secret] s, 600 s, 60s; is [secret]."],
  ['{"a":1.5,"b":[1.5,11.5]}', 1.5, '{"a":[secret],"b":[[secret],11.5]}'],
  ["-5 and 5", -5, "[secret] and 5"],
])("a number is hidden where it stands alone: %s", (text, secret, expected) => {
  expect(clean(text, [secret])).toBe(expected);
});

test("a line of eight characters of a secret is hidden, a shorter one is not", () => {
  expect(clean("12345678 and 1234567", ["12345678\n1234567\nrest"])).toBe("[secret] and 1234567");
  const paths = ["t0kenpath", "no7iced", "webhooks/1"].map((path) => `https://hooks.example.com/${path}`);
  expect(clean("/t0kenpath, /no7iced, 5/webhooks/12", paths)).toBe("[secret], /no7iced, 5/webhooks/12");
  expect(clean("POST hooks.example.com/webhooks/1", paths)).toBe("POST [secret]");
  expect(clean("12345678…", ["1234567890"])).toBe("[secret]…");
});

test("every text of a value is cleaned, and nothing else is touched", () => {
  const deep = { on: true, none: undefined };
  const value = { status: "no: abcdef\u001b", list: ["abcdef", 7, null], deep };
  expect(cleanTexts(value, ["abcdef"])).toEqual({ status: "no: [secret]", list: ["[secret]", 7, null], deep });
});

test("the strings in a value, at any depth", () => {
  expect(["a", undefined, 7].map(stringsIn)).toEqual([["a"], [], []]);
  expect(stringsIn(["a", { b: ["c", 1] }, null])).toEqual(["a", "c"]);
});

// What grows with the square of the length takes an hour here, and ends at the time limit of every test.
test.each([
  ["blanks", " "],
  ["line breaks", "\n"],
  ["blanks and line breaks", " \n"],
  ["invisible characters", "\u200b"],
  ["the beginning of a secret", "tok/en+é"],
  ["dots", "... "],
])("4 MiB of %s are cleaned", (_what, piece) => {
  const text = `a ${piece.repeat((4 * 1024 * 1024) / piece.length)} ${token}`;
  expect(clean(text, [token, pem])).toMatch(/^a .*(\[secret\]|…)$/);
  expect(cleanLine(text, [token, pem])).toMatch(/^a .*\[secret\]$/);
});
