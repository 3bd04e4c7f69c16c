import type { ApiName } from "../service/coverage";
import type { Route } from "./route";

/** What a path leads to: the route of an operation, another method, or nowhere. */
type Match = { found: true; route: Route; params: Record<string, string> } | { found: false; allow: string[] };

/** Finds the route behind a method and a path; a route that is not `there` counts for nothing. */
type Router = (api: ApiName, method: string, path: string, there?: (route: Route) => boolean) => Match;

interface Place {
  route: Route;
  segments: string[];
  /** How many segments are spelled out; the most literal place wins (`recipients` before `:id`). */
  literals: number;
}

const split = (path: string) => path.split("/").slice(1);
const isParam = (segment: string) => segment.startsWith(":");

function placeOf(route: Route, path: string): Place {
  const segments = split(path);
  return { route, segments, literals: segments.filter((each) => !isParam(each)).length };
}

/** A router of these routes, by what each of them says of itself. */
export function createRouter(routes: readonly Route[]): Router {
  const places = new Map<string, Place[]>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.alsoAt === undefined ? [] : [route.alsoAt])]) {
      const place = placeOf(route, path);
      const key = `${route.auth} ${place.segments.length}`;
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  return (api, method, path, there = () => true) => {
    const segments = split(path);
    const fitting = (places.get(`${api} ${segments.length}`) ?? []).filter(
      (each) =>
        there(each.route) &&
        each.segments.every((want, i) => (isParam(want) ? segments[i] !== "" : want === segments[i])),
    );
    const most = Math.max(...fitting.map(({ literals }) => literals));
    const closest = fitting.filter(({ literals }) => literals === most);
    const place = closest.find(({ route }) => route.method === method);
    if (!place) return { found: false, allow: closest.map(({ route }) => route.method) };
    const params: Record<string, string> = {};
    place.segments.forEach((want, i) => {
      if (isParam(want)) params[want.slice(1)] = decode(segments[i] ?? "");
    });
    return { found: true, route: place.route, params };
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
