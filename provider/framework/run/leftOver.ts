// A lookout finds objects that interrupted runs have left. `resources/shared/leftOver.ts` calls `madeFor`. Both doors
// call `addLookouts`, `operations.ts` `lookAround` and `explainReferences`; `doctor.ts`, `adopt/check.ts` and `vpc.ts`
// call `explainLeftOver`. Texts may change; a failed look must fail no operation, because it only warns.
import { cleanLine } from "../../api/transport/clean";
import type { AnyDefinition } from "../kind/definition";
import type { LeftOver, Lookout, MarkedKind } from "../kind/marked";
import { nameInUrn } from "../kind/tokens";
import type { Run } from "./run";

/** The milliseconds that a look at the account may take: `besides` operations, or to explain the `failure` of one. */
const lookMs = { besides: 60_000, failure: 10_000 };

/** The objects of a list that were made for one of these resources. */
export function madeFor(
  urns: readonly string[],
  { marksOf }: Pick<MarkedKind<never>, "marksOf">,
  listed: readonly Omit<LeftOver, "urn">[],
): LeftOver[] {
  const owners = new Map(urns.flatMap((urn) => marksOf(urn).map((mark) => [mark, urn] as const)));
  return listed.flatMap((each) => {
    const urn = owners.get(each.mark);
    return urn === undefined ? [] : [{ ...each, urn }];
  });
}

/**
 * Makes the lookout of one kind. What state holds is certain only at the end of a run, as the engine deletes last. The
 * account is looked at while operations run, and left-overs are shown when the engine ends this process.
 */
function createLookout<Client>(type: string, marked: MarkedKind<Client>, run: Run<Client>): Lookout {
  const [held, urns, seen] = ["held", "URNs", "marked"].map((each) => `${each} of ${type}`) as [string, string, string];
  let looking: Promise<void> | undefined;
  /** The URNs of the resources that this process has. */
  const own = new Set<string>();

  const isHeld = (id: string) => run.knowledge.recall(held).has(id) || run.knowledge.isMadeOrRead(`${type} ${id}`);

  function found(): LeftOver[] {
    const { knowledge } = run;
    const settled = [...knowledge.recall(urns).keys()].filter((urn) => knowledge.isSettled(type, urn));
    const listed = [...knowledge.recall(seen).values()] as Omit<LeftOver, "urn">[];
    return madeFor(settled, marked, listed).filter(({ id }) => !isHeld(id));
  }
  const callFor = (ms: number) => ({ deadline: run.clock.now() + ms, signal: run.signal, busy: "throw" as const });

  return {
    note(id, ...names) {
      run.knowledge.tell(held, id);
      for (const urn of names.filter((each) => each !== undefined)) {
        own.add(urn);
        run.knowledge.tell(urns, urn);
      }
    },
    look() {
      const connection = run.connection();
      const isDue = looking === undefined && run.knowledge.recall(urns).size > 0;
      if (!isDue || !("client" in connection)) return looking;
      const { client, secrets } = connection;
      if (!marked.isAsked(client)) return looking;
      // The look starts only when the result of the operation that has just ended is on its way.
      const listed = new Promise(setImmediate).then(() => marked.list(client, callFor(lookMs.besides), isHeld));
      looking = listed.then(
        (all) => {
          for (const each of all) run.knowledge.tell(seen, each.id, each);
        },
        (error: Error) => {
          // The list only adds a warning, so a list that cannot be read lets no operation fail.
          const text = `it is unknown whether an interrupted run left an object of the type ${type} behind: ${error.message}`;
          run.say(undefined, "warning", cleanLine(text, secrets([])));
        },
      );
      return looking;
    },
    async explainGone(id, error) {
      const connection = run.connection();
      const isOfState = run.knowledge.recall(held).has(id) && !run.knowledge.isMadeOrRead(`${type} ${id}`);
      if (run.leaving || !isOfState || !("client" in connection)) return error;
      return marked.explainGone(connection.client, callFor(lookMs.failure), id, error).catch(() => error);
    },
    found,
    say() {
      const connection = run.connection();
      const secrets = "client" in connection ? connection.secrets([]) : [];
      // Several processes may have looked at one account, and end at once: only the one with the resource warns.
      for (const each of found().filter(({ urn }) => own.has(urn)))
        run.say(undefined, "warning", cleanLine(explainLeftOver(type, each), secrets));
    },
  };
}

/** Makes the lookouts of a run: of all kinds, because one process of a run notes what another one must not warn of. */
export function addLookouts<Client>(definitions: readonly AnyDefinition<Client>[], run: Run<Client>): void {
  for (const { type, marked } of definitions) {
    if (marked !== undefined) run.lookouts.set(type, createLookout(type, marked, run));
  }
}

/**
 * Looks for what cut-off runs have left, once an operation has asked the service. The operation does not wait, because
 * a kill would lose its result. In a destroy, only a delete of a kind with marks looks.
 */
export function lookAround<Client>(run: Run<Client>, { marked }: { marked?: unknown }, operation: string): void {
  if (operation === "check" || operation === "diff") return;
  if (operation === "delete" && marked === undefined && !run.knowledge.hasProgram()) return;
  if (run.leaving) return;
  for (const { look } of run.lookouts.values()) {
    const looking = look();
    if (looking !== undefined) run.besides(looking);
  }
}

/** Rewords the error of a create or an update, where an object to which the inputs refer is gone. */
export async function explainReferences<Client>(
  { lookouts }: Run<Client>,
  marks: Readonly<Record<string, { refersTo?: string }>>,
  inputs: Readonly<Record<string, unknown>>,
  error: unknown,
): Promise<unknown> {
  let explained = error;
  for (const [name, { refersTo = "" }] of Object.entries(marks)) {
    const id = inputs[name];
    if (typeof id === "string") explained = (await lookouts.get(refersTo)?.explainGone(id, explained)) ?? explained;
  }
  return explained;
}

export function explainLeftOver(type: string, { urn, what, command }: Omit<LeftOver, "id" | "mark">): string {
  const owner = `${type} "${nameInUrn(urn)}"`;
  return `${what} is left over. An interrupted run made this left-over object for ${owner}, and this command knows no resource that manages the left-over object. To keep the left-over object, declare ${owner} with the inputs of the interrupted run, then run pulumi up. To delete the left-over object, first check that no other stack or resource has imported this object, then run: ${command}`;
}
