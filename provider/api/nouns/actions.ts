import { z } from "zod";
import type { Endpoint } from "../transport/endpoint";
import { type Message, messageSchema, optional } from "../transport/schemas";

/** The nodes on which an action is taken. */
export interface OnNodes {
  /** The names of the nodes. Default: all nodes. */
  nodes?: string[];
}

/** The state of a switch that can be set for single nodes. */
export interface HipeSwitch extends OnNodes {
  enabled: boolean;
}

/** The state of a switch of one vhost. */
export interface FirehoseSwitch {
  enabled: boolean;
  /** The vhost that is traced. */
  vhost: string;
}

/**
 * The answer of `GET /api/actions/new-broker-erlang-versions`. The specification does not show the shape of this
 * answer.
 */
const newVersionsSchema = z
  .object({ new_broker_version: optional(z.string()), new_erlang_version: optional(z.string()) })
  // An answer with neither field must not be taken for "there is nothing newer".
  .refine((seen) => seen.new_broker_version !== undefined || seen.new_erlang_version !== undefined, {
    path: ["new_broker_version"],
    message: "missing",
  });
/** The versions to which an upgrade of both broker and Erlang would lead. */
export type NewVersions = z.output<typeof newVersionsSchema>;

/** Reads the versions to which an upgrade of both broker and Erlang would lead. */
export const getNewVersions: Endpoint<NewVersions> = {
  method: "GET",
  path: "/api/actions/new-broker-erlang-versions",
  answer: newVersionsSchema,
};

const action = (name: string): Endpoint<Message | undefined> => ({
  method: "POST",
  path: `/api/actions/${name}`,
  echo: messageSchema,
});

// The request that sets a switch. The request may be repeated: setting a switch twice has the same result as setting it
// once.
const setting = (name: string): Endpoint<Message | undefined> => ({
  ...action(name),
  method: "PUT",
});

/** The requests for actions on an instance. The upgrade of the broker alone is not among them. */
export const actionEndpoints = {
  hipe: setting("hipe"),
  firehose: setting("firehose"),
  restart: action("restart"),
  clusterRestart: action("cluster-restart"),
  mgmtRestart: action("mgmt-restart"),
  stop: action("stop"),
  start: action("start"),
  reboot: action("reboot"),
  upgradeErlang: action("upgrade-erlang"),
  upgradeBrokerErlang: action("upgrade-broker-erlang"),
};

/**
 * The body that sets a switch. The table of the specification names the flag `enabled` and its sample `enable`, so both
 * are sent.
 */
export function switchBody<T extends { enabled: boolean }>(body: T): T & { enable: boolean } {
  return { ...body, enable: body.enabled };
}
