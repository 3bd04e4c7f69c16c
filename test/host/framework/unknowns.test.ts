import { allUnknowns } from "../../../provider/framework/kind/unknowns";
import { startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { type Bag, type HostClient, hostClient } from "../../helpers/host-client";

const stub = "exports.handler = () => require('pulumi-broker/host').vpc";
let emulator: TestEmulator;
let host: HostClient;

beforeAll(async () => {
  emulator = await startTestEmulator();
  const { apiKey, customerUrl, baseUrl } = emulator;
  host = await hostClient({
    stub,
    config: { "broker:apiKey": apiKey, "broker:customerUrl": customerUrl, "broker:baseUrl": baseUrl },
  });
});

afterAll(async () => {
  await host.close();
  await emulator.close();
});

const good: Bag = { name: "net", region: "provider-a::region-1", subnet: "10.2.0.0/16", tags: ["a"] };
/** As state keeps it. */
const olds: Bag = { ...good, __provider: stub };

test.each(allUnknowns)("%s: passes check in every input and inside of one, as it came", async (unknown) => {
  for (const given of [...Object.keys(good).map((name) => ({ [name]: unknown })), { tags: ["a", unknown] }]) {
    const news = { ...good, ...given };
    const { failures, inputs } = await host.check({}, news);
    expect({ given, failures }).toEqual({ given, failures: [] });
    expect(inputs).toMatchObject(news);
  }
});

test.each(allUnknowns)("%s: what is known beside it is still refused, all at once", async (unknown) => {
  const { failures } = await host.check(
    {},
    { ...good, name: unknown, region: "nowhere", subnet: "10", tags: [unknown, ""] },
  );
  expect(failures.map(({ property }) => property)).toEqual(["region", "subnet", "tags"]);
});

test.each(allUnknowns)(
  "%s: is a change in a compared input, and a replacement in one that cannot change",
  async (unknown) => {
    await expect(host.diff("5001", olds, { ...good, tags: [unknown] })).resolves.toMatchObject({
      changes: "some",
      replaces: [],
    });
    await expect(host.diff("5001", olds, { ...good, subnet: unknown })).resolves.toMatchObject({
      changes: "some",
      replaces: ["subnet"],
    });
  },
);
