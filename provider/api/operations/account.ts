import { type AuditEvent, readAuditLog } from "../nouns/auditLog";
import { listPlans, listRegions } from "../nouns/catalogue";
import { getInstance, instanceSpec, resizeDisk } from "../nouns/instances";
import { getInvoice, getInvoiceByPeriod, type Invoice, type InvoiceItem, listInvoices } from "../nouns/invoices";
import { type RotatedKey, rotateAccountKey } from "../nouns/rotations";
import {
  inviteMember,
  listTeam,
  removeMember,
  type TeamInvitation,
  type TeamMember,
  type TeamMemberChanges,
  updateMember,
} from "../nouns/team";
import { vpcSpec } from "../nouns/vpcs";
import type { CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { request } from "../transport/request";
import {
  type Created,
  createdSchema,
  type InstanceBody,
  type InstanceChanges,
  type InstanceDetail,
  type InstanceItem,
  type Message,
  type Plan,
  type Region,
  type Vpc,
  type VpcBody,
} from "../transport/schemas";
import { type ChangeableOperations, collectionOperations, type ListOperations } from "./collections";

/** A body whose tags may be left out. */
type Tagless<T extends { tags: string[] }> = Omit<T, "tags"> & { tags?: string[] };

/** The body of `POST /api/instances`. */
export type InstanceRequest = Tagless<InstanceBody>;

/** The body of `POST /api/vpcs`. */
export type VpcRequest = Tagless<VpcBody>;

/** The body of `PUT /api/instances/<id>/disk`. */
export interface DiskSize {
  /** Gigabytes on top of the plan's disk: 0, 25, 50, 100, 250, 500, 1000 or 2000. */
  extra_disk_size: number;
  /**
   * True when the instance may be down for the change. Needed on provider B, when the disk becomes smaller, and when the
   * service limits how soon a disk can be changed again.
   */
  allow_downtime?: boolean;
}

/** The operations on instances. */
export interface InstancesOperations extends ListOperations<InstanceItem, InstanceRequest, Created> {
  /** One instance, with its key and its URLs. */
  get(id: string, options?: CallOptions): Promise<InstanceDetail>;
  /** Changes name, tags, plan or number of nodes. A new plan takes effect some minutes later. */
  update(id: string, changes: InstanceChanges, options?: CallOptions): Promise<void>;
  /** Starts a change of the disk size. */
  resizeDisk(id: string, size: DiskSize, options?: CallOptions): Promise<void>;
  /** Deletes an instance with its data. The VPC of the instance stays. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations of the account API. Fields have the names that the service gives them. */
export interface AccountOperations {
  readonly instances: InstancesOperations;
  readonly vpcs: ChangeableOperations<Vpc, VpcRequest, Partial<Pick<VpcBody, "name" | "tags">>, Created>;
  readonly invoices: {
    /** The invoices from one month to another (`YYYY-MM`, both included). */
    list(period?: { from?: string; to?: string }, options?: CallOptions): Promise<InvoiceItem[]>;
    /** The invoice of one month. */
    byPeriod(period: { year: number; month: number }, options?: CallOptions): Promise<Invoice>;
    /** One invoice. */
    get(id: string, options?: CallOptions): Promise<Invoice>;
  };
  readonly auditLog: {
    /**
     * The events of one month (`YYYY-MM`; by default the latest). Events arrive while the log is received, and a log of
     * up to 64 MiB is never held as a whole. The deadline applies until the last event is read.
     */
    events(query?: { month?: string }, options?: CallOptions): AsyncIterable<AuditEvent>;
  };
  readonly regions: {
    /** The regions of the service, or of one cloud provider. */
    list(query?: { provider?: string }, options?: CallOptions): Promise<Region[]>;
  };
  readonly team: {
    /** The members of the team. */
    list(options?: CallOptions): Promise<TeamMember[]>;
    /** Invites somebody, in one attempt. When it is unclear whether the service did it, the error is `ambiguous`. */
    invite(invitation: TeamInvitation, options?: CallOptions): Promise<Message | undefined>;
    /** Removes a member, in one attempt. When it is unclear whether the service did it, the error is `ambiguous`. */
    remove(member: { email: string }, options?: CallOptions): Promise<Message | undefined>;
    /** Changes the role or the tags of a member. */
    update(id: string, changes: TeamMemberChanges, options?: CallOptions): Promise<Message | undefined>;
  };
  readonly accountKey: {
    /** Replaces the account key by a new one, in one attempt. This client then uses the new key. */
    rotate(options?: CallOptions): Promise<RotatedKey>;
  };
  readonly plans: {
    /** The plans of the service, or those of one broker software. */
    list(query?: { backend?: string }, options?: CallOptions): Promise<Plan[]>;
  };
}

/** Makes the operations of the account API. Each operation is one request. */
export function accountOperations(account: Api): AccountOperations {
  const instances = collectionOperations(account, instanceSpec, { answer: createdSchema });
  const vpcs = collectionOperations(account, vpcSpec, { answer: createdSchema });
  return {
    instances: {
      list: instances.list,
      get: (id, options) => request(account, getInstance(id), { params: { id } }, options),
      create: (body, options) => instances.create(body as InstanceBody, options),
      async update(id, changes, options) {
        await instances.update(id, changes, options);
      },
      resizeDisk: (id, size, options) => request(account, resizeDisk, { params: { id }, body: size }, options),
      delete: instances.delete,
    },
    vpcs: { ...vpcs, create: (body, options) => vpcs.create(body as VpcBody, options) },
    invoices: {
      list: (period, options) => request(account, listInvoices, { query: { ...period } }, options),
      byPeriod: (period, options) => request(account, getInvoiceByPeriod, { query: { ...period } }, options),
      get: (id, options) => request(account, getInvoice, { params: { id } }, options),
    },
    auditLog: { events: (query, options) => readAuditLog(account, query?.month, options) },
    regions: { list: (query, options) => request(account, listRegions, { query: { ...query } }, options) },
    team: {
      list: (options) => request(account, listTeam, {}, options),
      invite: (body, options) => request(account, inviteMember, { body }, options),
      remove: (body, options) => request(account, removeMember, { body }, options),
      update: (id, body, options) => request(account, updateMember, { params: { id }, body }, options),
    },
    accountKey: {
      async rotate(options) {
        const rotated = await request(account, rotateAccountKey, {}, options);
        account.credentials.replace?.(rotated.apikey);
        return rotated;
      },
    },
    plans: { list: (query, options) => request(account, listPlans, { query: { ...query } }, options) },
  };
}
