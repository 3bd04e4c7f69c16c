import * as pulumi from "@pulumi/pulumi";
import { checkedUrl } from "../../../provider/dynamic/configured";

/** How an output ends, outside `apply`. Each of its promises must be waited for: all of them fail together. */
async function settled(output: unknown): Promise<unknown> {
  const { promise, isKnown, isSecret, allResources } = output as Record<"isKnown" | "isSecret", Promise<unknown>> &
    Record<"promise" | "allResources", () => Promise<unknown>>;
  const [end] = await Promise.allSettled([promise(), isKnown, isSecret, allResources()]);
  return end?.status === "fulfilled" ? end.value : String(end?.reason);
}

test.each([
  ["https://me:hunter2@example.com", "must not contain a user name or password"],
  ["https://example.com/api?key=hunter2", "must not contain a query (?) or a fragment (#)"],
  ["https://example.com#hunter2", "must not contain a query (?) or a fragment (#)"],
  ["me:hunter2@example.com", "must begin with https:// or http://"],
])("a base URL that may hold a secret is refused, known or not yet known: %s", async (url, reason) => {
  expect(() => checkedUrl("the argument baseUrl", url)).toThrow(`the argument baseUrl ${reason}`);
  const later = await settled(checkedUrl("the argument baseUrl", pulumi.output(Promise.resolve(url))));
  expect(later).toContain(`the argument baseUrl ${reason}`);
  expect(later).not.toContain("hunter2");
});

test("what else may be wrong with a URL is for the preview to say", async () => {
  expect(checkedUrl("the argument baseUrl", undefined)).toBeUndefined();
  for (const url of ["http://example.com", "nonsense", "https://example.com/@team/api", "http://example.com/@team"]) {
    expect(checkedUrl("the argument baseUrl", url)).toBe(url);
    expect(await settled(checkedUrl("the argument baseUrl", pulumi.output(url)))).toBe(url);
  }
});
