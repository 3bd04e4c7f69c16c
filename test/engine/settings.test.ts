import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import type { Run } from "../helpers/engine-run";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it orders the changes of resources that hand a setting over, and finds renamed ones. */

/** What a run did beside looking. */
const changesOf = ({ changes }: Run) => changes.filter((each) => !each.startsWith("refresh ")).sort();

/** Settings that move between resources, and resources that move in the program: all flows in one stack, step by step. */

type Config = broker.BrokerSettings;

const on = { plan: "clustered-small-1", region: "provider-a::region-1" };

/** From an Instance to a BrokerConfig and back. */
function thereAndBack(step: number): void {
  const instance = new broker.Instance("back", { ...on, config: step % 2 === 0 ? { heartbeat: 60 } : undefined });
  if (step % 2 === 1) new broker.BrokerConfig("back-config", { instance, config: { heartbeat: 40 } });
}

/** A setting changes between an Instance and a BrokerConfig that both have others, too. */
function toInstance(step: number): void {
  const [here, there]: [Config, Config] = step % 2 === 0 ? [{}, { heartbeat: 60 }] : [{ heartbeat: 60 }, {}];
  const instance = new broker.Instance("moved", { ...on, config: { ...here, channelMax: 5 } });
  new broker.BrokerConfig("moved-config", { instance, config: { ...there, connectionMax: 9 } });
}

/** The same between two BrokerConfigs, whichever is declared first. */
const between = (instance: string, names: readonly string[]) => (step: number) => {
  for (const name of names) {
    const isFirst = name === "first";
    const own: Config = isFirst ? { channelMax: 5 } : { connectionMax: 9 };
    const moved: Config = isFirst === (step % 2 === 0) ? { heartbeat: 60 } : {};
    new broker.BrokerConfig(`${instance}-${name}`, { instance, config: { ...own, ...moved } });
  }
};

const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" } as const;

/** All that only one resource may manage, under a new name from the third step on, and in a component from the fourth. */
function renamed(step: number): void {
  const box = new pulumi.ComponentResource("test:index:Box", "box");
  const parent = step >= 4 ? box : undefined;
  const name = (each: string) => (step >= 3 ? `new-${each}` : each);
  const opts = (each: string): pulumi.CustomResourceOptions => ({
    parent,
    aliases: step === 3 ? [{ name: each }] : step === 4 ? [{ name: name(each), parent: pulumi.rootStackResource }] : [],
  });
  const instance = new broker.Instance(name("i"), { ...on, name: "i", config: { heartbeat: 60 } }, opts("i"));
  new broker.BrokerConfig(name("config"), { instance, config: { channelMax: 5 } }, opts("config"));
  new broker.MaintenanceSettings(name("maintenance"), { instance, ...sunday }, opts("maintenance"));
  const value = "ops@example.com";
  new broker.Recipient(name("default"), { instance, type: "email", value, adoptDefault: true }, opts("default"));
  new broker.Alarm(name("notice"), { instance, type: "notice", adoptDefault: true }, opts("notice"));
}

test("a declared setting is on the service, whichever resource had it before, and no refresh stands in the way", () =>
  onStack("settings", { speed: 120 }, async ({ emulator, stack }) => {
    const [one = "", two = ""] = ["one", "two"].map((name) =>
      String(emulator.patch({ op: "add", in: "instances", fields: { name, ...on } })[0]),
    );
    let step = 0;
    const flows = [
      thereAndBack,
      toInstance,
      between(one, ["first", "second"]),
      between(two, ["second", "first"]),
      renamed,
    ];
    const program = async () => {
      for (const flow of flows) flow(step);
    };
    const settings = (name: string) => {
      const found = emulator.state().instances.find((each) => each.name === name)?.config;
      return ["heartbeat", "channel_max", "connection_max"].map((each) => found?.[`broker.${each}`]);
    };
    stack.program = program;
    const outputOf = async (name: string) => {
      const { resources = [] } = stack.exportState().deployment;
      return resources.find((each) => each.urn.endsWith(`:Instance::${name}`))?.outputs?.["config"];
    };
    const expectHeld = async (changes: string[]) => {
      const flags = step >= 3 ? ["--refresh"] : [];
      expect(changesOf(await stack.up({ flags }))).toEqual(changes);
      const isBack = step % 2 === 0;
      expect(settings("back")[0]).toBe(isBack ? 60 : 40);
      expect(await outputOf("back")).toEqual(isBack ? { heartbeat: 60 } : undefined);
      for (const name of ["moved", "one", "two"]) expect([name, ...settings(name)]).toEqual([name, 60, 5, 9]);
      expect(settings("i")).toEqual([60, 5, 0]);
    };
    const moving = [`${one}-first`, `${one}-second`, `${two}-first`, `${two}-second`, "moved", "moved-config"];
    const updates = [...moving, "back"].map((name) => `update ${name}`);
    const there = ["create back-config", ...updates].sort();
    const back = ["delete back-config", ...updates].sort();

    await stack.up();
    for (step = 1; step <= 4; step += 1) await expectHeld(step % 2 === 1 ? there : back);
    step = 4;
    expect((await stack.up()).changes).toEqual([]);

    await stack.cli(["stack", "rename", "renamed", "--stack", stack.name]);
    stack.name = "renamed";
    expect(changesOf(await stack.up({ flags: ["--refresh"] }))).toEqual([]);

    stack.program = async () => {
      for (const name of ["first", "second"]) new broker.MaintenanceSettings(name, { instance: one, ...sunday });
    };
    // Which of the two the engine checks first is for the engine to say.
    expect((await stack.preview({ exit: "failure" })).text).toMatch(
      new RegExp(
        `the resource "(first|second)" also declares the maintenance settings of instance ${one}: only one of the two resources may declare this`,
      ),
    );
  }));

test("one setting in an Instance and in a BrokerConfig of one run is an error: at preview where the id is known", () => {
  const plan = { plan: "clustered-small-1", region: "provider-a::region-1" };
  const program =
    (own: broker.BrokerSettings | undefined, apart: broker.BrokerSettings | undefined, id?: string) => async () => {
      const shop = new broker.Instance("shop", { ...plan, config: own });
      if (apart !== undefined) new broker.BrokerConfig("apart", { instance: id ?? shop, config: apart });
    };
  // The same setting under its two names.
  const own = { mqttExchange: "mqtt", heartbeat: 60 };
  const apart = { "broker_mqtt.exchange": "other" };
  const conflict = (by: string) =>
    `the resource "${by}" also declares broker_mqtt.exchange of instance 1003: only one of the two resources may declare this`;

  return onStack("conflict", { speed: 300 }, async ({ emulator, stack }) => {
    const settings = () => emulator.state().instances.find(({ id }) => id === 1003)?.config;
    stack.program = program(own, apart);
    // The instance has no id yet: the preview cannot know, and the run stops before it sends a setting twice.
    expect((await stack.preview()).changes).toEqual(["create shop", "create apart"]);
    expect((await stack.up({ exit: "failure" })).text).toContain(conflict("shop"));
    expect(settings()).toMatchObject({ "broker_mqtt.exchange": "mqtt" });

    emulator.clearRequests();
    expect((await stack.preview({ exit: "failure" })).text).toContain(conflict("shop"));
    // By an id that is written down nothing orders the two: either of them says so.
    stack.program = program(own, apart, "1003");
    const byId = await stack.preview({ exit: "failure" });
    expect([conflict("shop"), conflict("apart")].filter((text) => byId.text.includes(text))).toHaveLength(1);
    expect(emulator.requests()).toEqual([]);

    // Different settings may stand in both.
    stack.program = program({ heartbeat: 60 }, apart);
    const split = await stack.up();
    expect(split.changes.sort()).toEqual(["create apart", "update shop"]);
    expect(settings()).toMatchObject({ "broker.heartbeat": 60, "broker_mqtt.exchange": "other" });
    expect((await stack.up()).changes).toEqual([]);
  });
});
