import type { Emulator } from "../../provider/emulator";

const prefix = "vpc-own";

/** Puts each seeded instance into a VPC of its own, on one platform. Returns the cloud provider's VPC ids, in order. */
export function makeInstanceVpcs(emulator: Emulator, platform = "provider-a"): string[] {
  const region = `${platform}::region-1`;
  return emulator.instances.map(({ id }, i) => {
    const fields = { region, name: `net-${i}`, subnet: `10.56.${72 + i}.0/24`, cloud_id: `${prefix}${i}` };
    const [vpc_id = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
    emulator.patch({ op: "set", in: "instances", id, fields: { region, vpc_id } });
    return fields.cloud_id;
  });
}

/** Tells whether a VPC was made by `makeInstanceVpcs`. */
export const isInstanceVpc = ({ cloud_id = "" }: { cloud_id?: string }): boolean => cloud_id.startsWith(prefix);
