/** What a measured program declares: as many sets of resources as `bench:sets` says, each an instance and its parts. */
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config("bench");
const { instance, parts } = JSON.parse(readFileSync(config.require("resources"), "utf8"));

/** Declares everything through `make(type, name, inputs)`, which returns the resource. */
exports.declareAll = (make) => {
  for (let set = 1; set <= config.requireNumber("sets"); set += 1) {
    const named = (name) => (set === 1 ? name : `${name}-${set}`);
    const broker = make("instance", named("shop"), instance);
    for (const { type, name, inputs } of parts) make(type, named(name), { instance: broker, ...inputs });
  }
};
