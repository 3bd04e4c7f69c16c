/** A resource, or something that can become one. */
interface Identifiable {
  type: string;
  id: string;
}

/** Tells the things of an account apart, also where one thing has several ids. */
export interface Identities {
  /** What tells a thing of the account from every other. */
  of(thing: Identifiable): string;
  /** What stands under the management of these resources: themselves, and the VPCs that the service has made for them. */
  managedBy(resources: readonly (Identifiable & { vpc?: string })[]): Set<string>;
}

/**
 * Makes the identities of an account with these instances. A peering has an id through each instance in its VPC, and the
 * names of two VPCs' peerings may be the same. A plugin is a standard or a community one, which its list does not tell.
 */
export function identitiesIn(instances: readonly { id: string; vpc_id?: string | undefined }[]): Identities {
  const vpcs = new Map(instances.map(({ id, vpc_id: vpc }) => [id, vpc]));
  const of = ({ type, id }: Identifiable) => {
    const [instance = "", , name = ""] = id.split("/");
    if (type === "Plugin") return `Plugin ${instance} ${name}`;
    if (type !== "VpcPeering") return `${type} ${id}`;
    const vpc = vpcs.get(instance);
    return `VpcPeering of ${vpc === undefined ? `instance ${instance}` : `VPC ${vpc}`} ${name}`;
  };
  return {
    of,
    managedBy: (resources) =>
      new Set(
        resources.flatMap((resource) => [
          of(resource),
          ...(resource.vpc === undefined ? [] : [of({ type: "Vpc", id: resource.vpc })]),
        ]),
      ),
  };
}
