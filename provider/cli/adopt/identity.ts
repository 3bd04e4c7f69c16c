/** What tells a thing of the account from every other. All instances in a VPC show the peerings of the VPC. */
export function identityOf({ type, id }: { type: string; id: string }): string {
  return `${type} ${type === "VpcPeering" ? id.split("/").at(-1) : id}`;
}

/** What stands under the management of these resources: themselves, and the VPCs that the service has made for them. */
export function managedBy(resources: readonly { type: string; id: string; vpc?: string }[]): Set<string> {
  return new Set(
    resources.flatMap((resource) => [
      identityOf(resource),
      ...(resource.vpc === undefined ? [] : [identityOf({ type: "Vpc", id: resource.vpc })]),
    ]),
  );
}
