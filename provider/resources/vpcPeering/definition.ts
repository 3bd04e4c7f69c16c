// `vpcPeering.ts` passes `vpcPeeringDefinition` to its class; `steps.ts` has the single requests. Each input of the
// peer must keep the mark `replace`, because the service changes no peering. Texts may change.
import { z } from "zod";
import { isNotFound, networkOf, networkPattern, waitFor } from "../../api";
import { field, inputsOf, ofText } from "../../framework/kind/marks";
import { childKeys, childShape, confirmAbsence, instanceApi, onInstance, onInstanceInTurn } from "../shared/child";
import { explainBadIPv4Network } from "../shared/cidr";
import { queueOf } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import { busyWords, failuresOf } from "../shared/refusals";
import { textWithout } from "../shared/texts";
import { type PeeringState, type PeeringValues, peeringIds, stateOf } from "./state";
import * as steps from "./steps";

const replace = { replace: true };
const optional = (schema: z.ZodString) => field(schema.optional(), replace);

export const peeringSchema = inputsOf(() => ({
  ...childShape,
  peerAccountId: optional(
    z.string().regex(/^\d{12}$/, "must be the number of a cloud account, written as a string of 12 digits"),
  ),
  peerVpcId: optional(z.string().regex(/^vpc-[0-9a-z]+$/, "must be the id of a VPC, such as vpc-0a1b2c3d")),
  peerSubnet: field(textWithout(explainBadIPv4Network).optional(), replace),
  peerNetworkUri: field(
    z.string().regex(networkPattern, "must end with projects/<project>/global/networks/<name>").optional(),
    { replace: true, normal: ofText(networkOf) },
  ),
  acceptRequest: optional(z.string().regex(/^[\w-]{1,100}$/, "must be the id of a peering request")),
}));

const providerA = ["peerAccountId", "peerVpcId", "peerSubnet"] as const;

export const vpcPeeringDefinition = defineKind<PeeringValues, PeeringState>({
  type: "VpcPeering",
  schema: peeringSchema,
  rules: [
    {
      needs: ["instance", ...providerA, "peerNetworkUri", "acceptRequest"],
      refuses(args) {
        const given = providerA.filter((name) => args[name] !== undefined);
        const ways = [given.length > 0, args.peerNetworkUri !== undefined, args.acceptRequest !== undefined];
        if (ways.filter(Boolean).length !== 1)
          return "the peer must be given in exactly one of these ways: peerAccountId, peerVpcId and peerSubnet together (provider A); peerNetworkUri (provider C); or acceptRequest";
        const missing = given.length > 0 ? providerA.filter((name) => !given.includes(name)) : [];
        return missing.length > 0
          ? `the peer is not complete: also give ${missing.join(" and ")}, which a peer on cloud provider A needs`
          : undefined;
      },
    },
  ],
  outputs: ["status", "peeringId", "vpcId", "vpcName", "vpcSubnet", "networkUri"],
  replaceLoses: "the private connection is cut until the new peering is active",

  ...childKeys,

  async offered({ run: { facts } }, { peerSubnet }) {
    const problem =
      typeof facts["vpcSubnet"] === "string" ? steps.explainOverlap(peerSubnet, facts["vpcSubnet"]) : undefined;
    return failuresOf("peerSubnet", problem);
  },

  create: async (ctx, args) =>
    ctx.inTurn(queueOf(args.instance), async (turn) => {
      const request = args.acceptRequest;
      const found = await (request === undefined ? steps.ask(turn, args) : steps.accept(turn, args, request));
      return { id: peeringIds.make({ instance: args.instance, id: found.id }), state: stateOf(found) };
    }),

  async read(ctx, id, state) {
    const { instance, id: peering } = peeringIds.parse(id);
    const { peerings } = instanceApi(ctx.call, instance, state);
    const look = async (options?: { fresh: boolean }) =>
      (await peerings.list(ctx.call, options)).peerings.find((each) => each.id === peering);
    const found = await onInstance(ctx.call, instance, async () => (await look()) ?? look({ fresh: true }));
    if (found === undefined) return undefined;
    const isImport = state.peeringId === undefined;
    if (isImport) steps.recordOwned(ctx.run, found.own.id ?? found.own.network, peering);
    if (isImport && state.acceptRequest !== undefined && found.status === "pending-acceptance") {
      throw new Error(
        `${ctx.call.subject}: nobody has accepted the peering request ${peering} yet: remove the import option, then run pulumi up to accept the request`,
      );
    }
    if (steps.dead.includes(found.status)) {
      ctx.say.note(
        `peering ${peering} is ${found.status} and cannot become active any more: pulumi-broker treats this peering as deleted`,
      );
      return undefined;
    }
    // A declared subnet stays as it is. In an import or with `.get`, without one, state has the peer's whole network.
    const peerSubnet = found.askedBy === "us" && state.peerSubnet === undefined ? found.accepter?.subnet : undefined;
    return { instance, ...stateOf(found), peerSubnet };
  },

  decide(ctx, id, _state, args, found) {
    const { replaced } = found;
    if (ctx.run.urn !== undefined && ctx.run.inProgram) {
      steps.recordSide(ctx.run, ctx.run.urn, id, args);
      if (replaced.length > 0) steps.recordReplacement(ctx.run, id, args);
    }
    // Two peerings with one network cannot exist at once. A new instance in the same VPC can take the peering over.
    const isSameNetwork = !replaced.includes("peerVpcId") && !replaced.includes("peerNetworkUri");
    return { ...found, deleteFirst: isSameNetwork && replaced.some((name) => name !== "instance") };
  },

  // Every change replaces the peering: an update only finishes a change that an earlier run left unfinished.
  async update(ctx, id, _state, args) {
    const { id: peering } = peeringIds.parse(id);
    if (args.acceptRequest === undefined) return {};
    return ctx.inTurn(queueOf(args.instance), async (turn) => stateOf(await steps.accept(turn, args, peering)));
  },

  async delete(ctx, id, state) {
    const { instance, id: peering } = peeringIds.parse(id);
    const { peerings } = instanceApi(ctx.call, instance, state);
    await onInstanceInTurn(ctx, instance, async (turn) => {
      await steps.throwIfReplacementFails(turn, id, state);
      let asked = false;
      let isKnown = false;
      let isMissing = false;
      await waitFor<void>(turn.call, `peering ${peering} to be gone`, async () => {
        const { vpc, peerings: all } = await peerings.list(turn.call, { fresh: true });
        if (steps.isOwned(turn.run, vpc, peering) || steps.isSideTakenElsewhere(turn.run, id, state)) {
          turn.say.note(
            `peering ${peering} is not deleted, because another broker in the same VPC now has the VpcPeering resource for this peering`,
          );
          return { done: undefined };
        }
        const left = all.find((each) => each.id === peering);
        if (left === undefined && !isKnown) {
          // A single list without the peering may be a mistake, because nothing has been removed yet.
          if (!isMissing) {
            isMissing = true;
            return { waiting: "not shown" };
          }
          await confirmAbsence(turn.call, id, state);
        }
        if (left === undefined || steps.dead.includes(left.status)) return { done: undefined };
        isKnown = true;
        if (asked || left.status === "deleting") return { waiting: left.status || "still there" };
        // The next look decides, because the other side may remove the peering before this request does.
        const busy = await peerings
          .remove(peering, { ...turn.call, busy: "throw" })
          .catch((error: unknown) => (isNotFound(error) ? undefined : busyWords(error)));
        asked = busy === undefined;
        return { waiting: busy ?? left.status };
      });
    });
  },
});
