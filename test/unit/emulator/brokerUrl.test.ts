import { startTestEmulator, type TestEmulator, withEmulator } from "../../helpers/emulator";

const detailOf = async (emulator: TestEmulator, id: number, key?: string) =>
  (await emulator.call("GET", `/customer/api/instances/${id}`, key === undefined ? {} : { key })).body;

const options = { brokerUrl: "amqp://localhost:5673" };
test("every instance leads to the broker, each to a vhost of its own", () =>
  withEmulator(async (emulator) => {
    const url = (id: number, login = "guest:guest@") => `amqp://${login}localhost:5673/instance-${id}`;
    const seen = (id: number, login?: string) => ({
      ...{ id, url: url(id, login), urls: { external: url(id, login), internal: url(id, login) } },
      ...{ hostname_external: "localhost", hostname_internal: "localhost" },
    });
    for (const { id } of emulator.instances) expect(await detailOf(emulator, id)).toMatchObject(seen(id));
    // A key that may only read sees no user and no password.
    expect(await detailOf(emulator, 1001, emulator.readOnlyKey)).toMatchObject(seen(1001, ""));
    const body = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1" };
    const made = await emulator.call("POST", "/customer/api/instances", { body });
    expect(made.body).toMatchObject({ id: 1003, url: url(1003) });
    emulator.reset();
    expect(await detailOf(emulator, 1001)).toMatchObject(seen(1001));
  }, options));

test("user and password are those of the address, and the port may be left out", () => {
  const url = "amqps://shop:p%40ss@broker.test/instance-1002";
  const work = async (emulator: TestEmulator) => expect(await detailOf(emulator, 1002)).toMatchObject({ url });
  return withEmulator(work, { brokerUrl: "amqps://shop:p%40ss@broker.test/" });
});

const odd = ["localhost:5672", "http://localhost", "amqp://", "amqp:///", "amqp://host/shop", "amqp://host?a=b"];
test.each(odd)("%s is refused in one line that does not repeat it", async (brokerUrl) => {
  const problem = new Error("the URL of the broker must be amqp://HOST or amqp://HOST:PORT, without a vhost");
  await expect(startTestEmulator({ brokerUrl })).rejects.toThrow(problem);
});
