import { z } from "zod";
import { base, collection } from "../server/collection";

/** The account of the service at cloud provider A, which owns its VPCs there. */
export const serviceAccount = "100000000001";

const side = z.strictObject({ owner_id: z.string(), vpc_id: z.string(), cidr_block: z.string() });

/** The states of a connection at provider A. */
const peeringStates = [
  "pending-acceptance",
  "provisioning",
  "active",
  "deleting",
  "rejected",
  "expired",
  "failed",
] as const;

/** Connections between two VPCs of provider A. Either VPC may be one of the emulator, named by its `cloud_id`. */
export const peerings = collection({
  schema: z.strictObject({
    ...base,
    connection_id: z.string(),
    requester: side,
    accepter: side,
    status: z.enum(peeringStates),
    /** The time from which the accepting side knows of the request. */
    foundAt: z.number(),
    /** The time at which a connection that is being provisioned becomes active. */
    activeAt: z.number().nullable(),
    goneAt: z.number().nullable(),
  }),
  firstId: 14_001,
  make: (given, { now, random }) => ({
    connection_id: given.connection_id ?? `pcx-${random.word(12)}`,
    requester: given.requester ?? { owner_id: "200000000002", vpc_id: "vpc-outside", cidr_block: "10.99.0.0/24" },
    accepter: given.accepter ?? { owner_id: serviceAccount, vpc_id: "vpc-inside", cidr_block: "10.56.72.0/24" },
    status: given.status ?? "pending-acceptance",
    foundAt: given.foundAt ?? now,
    activeAt: given.activeAt ?? null,
    goneAt: given.goneAt ?? null,
  }),
  settle: (peering, now) => {
    if (peering.activeAt !== null && peering.activeAt <= now) {
      peering.status = peering.status === "provisioning" ? "active" : peering.status;
      peering.activeAt = null;
    }
  },
});

/**
 * Peerings of a VPC with a network of provider C. Each side makes a peering of its own, and both become active once
 * both exist.
 */
export const networkPeerings = collection({
  schema: z.strictObject({
    ...base,
    vpc_id: z.int(),
    name: z.string(),
    network: z.string(),
    state: z.enum(["ACTIVE", "INACTIVE"]),
    autoCreateRoutes: z.boolean(),
    goneAt: z.number().nullable(),
  }),
  firstId: 15_001,
  make: (given, { id }) => ({
    vpc_id: given.vpc_id ?? 5001,
    name: given.name ?? `peering-${id}`,
    network: given.network ?? "projects/outside/global/networks/default",
    state: given.state ?? "INACTIVE",
    autoCreateRoutes: given.autoCreateRoutes ?? true,
    goneAt: given.goneAt ?? null,
  }),
});
