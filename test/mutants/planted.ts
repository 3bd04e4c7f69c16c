/** A bug that is planted on purpose, to show that the model finds it: one text in one file becomes another. */
export interface Planted {
  name: string;
  /** The file, from the root of the repository. */
  file: string;
  from: string;
  to: string;
  /** The kinds to search, where most others cannot show it. */
  kinds?: readonly string[];
}

/** The bugs that are planted, each of another sort. */
export const planted: readonly Planted[] = [
  {
    name: "the look after an unclear POST always finds nothing",
    file: "provider/api/lists/reconcile.ts",
    from: "const id = await search(making, known, error, saysNoId ? mostLooksForAccepted : mostLooks);",
    to: "const id = await search(making, known, error, mostLooks).then(() => undefined);",
  },
  {
    name: "a 404 counts as gone without a witness",
    file: "provider/api/lists/collection.ts",
    from: "if ((await findInFreshList(id, call)) === undefined) return { done: undefined };",
    to: "return { done: undefined };",
  },
  {
    name: "the marker of an interrupted run is ignored",
    file: "provider/resources/shared/marker.ts",
    from: "all.filter(({ tags }) => ownMarker(ctx.run, tags) !== undefined)",
    to: "all.filter(() => false)",
    kinds: ["instance"],
  },
  {
    name: "a delete undoes a create of the same run",
    file: "provider/framework/operations.ts",
    from: "if (left !== undefined) {",
    to: "if (left !== undefined && kept === undefined) {",
    kinds: ["plugin", "settings"],
  },
  {
    name: "diff ignores one field",
    file: "provider/framework/preview/diff.ts",
    from: "&& sameInput(marks, name, state, args)) continue;",
    to: '&& (name === "queue" || name === "tags" || sameInput(marks, name, state, args))) continue;',
  },
  {
    name: "a delete that failed counts as done",
    file: "provider/framework/operations.ts",
    from: "await definition.delete(ctx, id, visible(props));",
    to: "await definition.delete(ctx, id, visible(props) as Partial<State>).catch(() => {});",
  },
  {
    name: "a create that fails late loses the id",
    file: "provider/framework/operations.ts",
    from: "if (held.id === undefined) {\n            run.knowledge",
    to: 'if (held.id !== "") {\n            run.knowledge',
    kinds: ["instance", "vpc"],
  },
  {
    name: "what looks alike is taken over",
    file: "provider/api/lists/reconcile.ts",
    from: "for (let posts = 1; ; posts += 1) {",
    to: "if (twins[0] !== undefined) return { id: twins[0], twins: [] };\n  for (let posts = 1; ; posts += 1) {",
  },
  {
    name: "errors quote secrets",
    // The client and the framework both clean what they show; this is the one place that removes secrets for both.
    file: "provider/api/transport/clean.ts",
    from: 'const known = new Set(secrets.flatMap((each) => (typeof each === "string" ? knownSpellingsOf(each) : [])));',
    to: "const known = new Set<string>();",
  },
];
