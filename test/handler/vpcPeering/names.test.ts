import { it } from "../../helpers/handlers";

const uri = "projects/p/global/networks/n";

/** What a service may name a peering, and whether a request can carry it. */
const cases: [name: string, usable: boolean][] = [
  ["pcx-1", true],
  ["pcx-1:2", true],
  ["a~b@c+d", true],
  ["peer a", false],
  ["projects/p/peerings/x", false],
  ["50%", false],
  ["%2e%2e", false],
  ["пир", false],
  ["..", false],
  ["x".repeat(256), false],
];

it.each(cases)(
  "a peering that the service names %j: in state only if it can be read and deleted (%s)",
  async ({ emulator, one }, name, usable) => {
    const instance = `${emulator.instances[0]?.id}`;
    const path = "/instance/api/vpc-peering";
    const show = (rows: object[]) => {
      const raw = JSON.stringify({ rows, vpc: { network: "projects/q/global/networks/own", subnet: "10.1.0.0/24" } });
      return { match: { method: "GET", path }, fault: { raw } };
    };
    const row = { name, network: uri, state: "INACTIVE" };
    const raw = JSON.stringify({ peering: name });
    emulator.fault(show([]), { ...show([row]), times: "always" }, { match: { method: "POST", path }, fault: { raw } });
    const program = [{ type: "vpcPeering", name: "one", inputs: { instance, peerNetworkUri: uri } }];
    const { errors } = await one.up(program);
    expect(errors).toEqual(usable ? [] : [expect.stringContaining("this id cannot be part of a URL")]);
    expect(one.state.map(({ id }) => id)).toEqual(usable ? [`${instance}/peerings/${encodeURIComponent(name)}`] : []);
    if (!usable) return;
    expect(await one.refresh()).toMatchObject({ errors: [], changes: [] });
    emulator.clearFaults();
    emulator.fault(
      show([row]),
      { ...show([]), times: "always" },
      { match: { method: "DELETE", path: `${path}/*` }, fault: { status: 204 } },
    );
    const destroyed = await one.destroy();
    expect(destroyed).toMatchObject({ errors: [], changes: ["delete one"] });
    expect(destroyed.calls).toContain(`DELETE ${path}/${encodeURIComponent(name)}`);
  },
);
