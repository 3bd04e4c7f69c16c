import { testsOf } from "../../helpers/tests-of";
import { busy, refused, runWith, wrong } from "./scene";

const domainPath = "/instance/api/custom-domain";
const none = { hostname: null, configured: false };
const set = (hostname: string) => ({ hostname, configured: true });
const adding = { status: 202, body: { status: "Custom domain added, certificate being generated" } };
const removing = { status: 202, body: { status: "Custom domain being removed" } };

const it = testsOf(
  runWith(({ call }) => ({
    add: (hostname: unknown) => call("POST", domainPath, { body: { hostname } }),
    remove: () => call("DELETE", domainPath),
    shown: async () => (await call("GET", domainPath)).body,
  })),
);

describe("the custom domain", () => {
  it("is shown when its certificate is made, one to three minutes later", async ({ add, shown, advance, requests }) => {
    expect(await shown()).toEqual(none);
    expect(await add("broker.example.com")).toMatchObject(adding);
    advance(59_000);
    expect(await shown()).toEqual(none);
    expect(await add("broker.example.com")).toMatchObject(busy);
    advance(121_000);
    expect(await shown()).toEqual(set("broker.example.com"));
    expect(requests().map(({ poll }) => poll)).toEqual([false, false, true, false, true]);
  });

  it("stays for a while when it is removed", async ({ add, remove, shown, advance }) => {
    await add("broker.example.com");
    expect(await remove()).toMatchObject(busy);
    advance(180_000);
    expect(await remove()).toMatchObject(removing);
    advance(9_000);
    expect(await shown()).toEqual(set("broker.example.com"));
    expect(await add("other.example.com")).toMatchObject(busy);
    advance(21_000);
    expect(await shown()).toEqual(none);
    expect(await remove()).toMatchObject(removing);
    expect(await add("other.example.com")).toMatchObject(adding);
  });

  it("is not replaced by another; the same one again changes nothing", async ({ add, shown, advance }) => {
    await add("broker.example.com");
    advance(180_000);
    const there = refused("The custom domain broker.example.com is configured, remove it first");
    expect(await add("other.example.com")).toMatchObject(there);
    expect(await add("broker.example.com")).toMatchObject(adding);
    expect(await shown()).toEqual(set("broker.example.com"));
  });

  it("waits for the name servers", async ({ add, patch, state, shown }) => {
    const { id } = state().customDomains[0]!;
    patch({ op: "set", in: "customDomains", id, fields: { dns_ready: false } });
    const unresolved = wrong({ error: "Provided hostname does not resolve to any address." });
    expect(await add("broker.example.com")).toMatchObject(unresolved);
    expect(await shown()).toEqual(none);
    patch({ op: "set", in: "customDomains", id, fields: { dns_ready: true } });
    expect(await add("broker.example.com")).toMatchObject(adding);
  });

  it("of one instance has nothing to do with another's", async ({ add, call, instances }) => {
    await add("broker.example.com");
    const { apiKey: key } = instances[1]!;
    expect(await call("POST", domainPath, { key, body: { hostname: "b.example.com" } })).toMatchObject(adding);
  });
});
