import { it } from "../../helpers/handlers";

const shop = {
  __provider: "exports.handler = () => require('pulumi-broker/host').instance",
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Instance::shop",
  name: "shop",
  plan: "clustered-small-1",
  region: "provider-a::region-1",
};

it(
  "what an instance exports leads an application to the broker that the emulator names",
  async ({ host }) => {
    const { id, outs } = await host().handler("instance").create(shop);
    expect(outs).toMatchObject({
      ...{ url: `amqp://me:my%20word@localhost:5672/instance-${id}`, host: "localhost", hostInternal: "localhost" },
      ...{ username: "me", password: "my word", vhost: `instance-${id}` },
    });
  },
  { brokerUrl: "amqp://me:my%20word@localhost:5672" },
);
