import { type ApiName, type Operation, operations, otherPaths } from "./coverage";
import type { Route } from "./route";
import { routes } from "./routes";

/** What a path leads to: the route of an operation, another method, or nowhere. */
export type Match = { found: true; route: Route; params: Record<string, string> } | { found: false; allow: string[] };

interface Place {
  segments: string[];
  /** How many segments are spelled out; the most literal place wins (`recipients` before `:id`). */
  literals: number;
  operations: Operation[];
}

const split = (path: string) => path.split("/").slice(1);
const isParam = (segment: string) => segment.startsWith(":");

const places = new Map<string, Place[]>();
const byShape = new Map<string, Place>();
const everywhere = [
  ...operations,
  ...otherPaths.flatMap(([name, path]) =>
    operations.filter(({ operation }) => operation === name).map((operation) => ({ ...operation, path })),
  ),
];
for (const operation of everywhere) {
  const segments = split(operation.path);
  const shape = `${operation.api} ${segments.map((each) => (isParam(each) ? ":" : each)).join("/")}`;
  const place = byShape.get(shape) ?? {
    segments,
    literals: segments.filter((each) => !isParam(each)).length,
    operations: [],
  };
  if (!byShape.has(shape)) {
    byShape.set(shape, place);
    const key = `${operation.api} ${segments.length}`;
    places.set(
      key,
      [...(places.get(key) ?? []), place].sort((a, b) => b.literals - a.literals),
    );
  }
  place.operations.push(operation);
}

const routeOf = new Map(routes.map((each) => [each.operation, each]));

/** Finds the operation behind a method and a path. */
export function match(api: ApiName, method: string, path: string): Match {
  const segments = split(path);
  const place = places
    .get(`${api} ${segments.length}`)
    ?.find((each) => each.segments.every((want, i) => (isParam(want) ? segments[i] !== "" : want === segments[i])));
  const operation = place?.operations.find((each) => each.method === method);
  const route = operation && routeOf.get(operation.operation);
  if (!route) {
    return { found: false, allow: place?.operations.map((each) => each.method) ?? [] };
  }
  const params: Record<string, string> = {};
  split(operation.path).forEach((want, i) => {
    if (isParam(want)) {
      params[want.slice(1)] = decode(segments[i] ?? "");
    }
  });
  return { found: true, route, params };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
