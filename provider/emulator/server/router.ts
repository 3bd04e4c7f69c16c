// `server.ts` and two tests named `coverage.test.ts` find routes with `createRouter`. The inside may change. The path
// with the most literal segments must win, because `recipients` would otherwise be the id of an alarm. `allow` must
// list all methods of the path, because a 405 sends the list.
import type { ApiName } from "./auth";
import { methods, type Route } from "./route";

/** The route of a request. If there is no route, `allow` has the methods that the path has. */
type Match = { found: true; route: Route; params: Record<string, string> } | { found: false; allow: string[] };

/** Finds the route of a method and a path. The router looks only at routes for which `exists` is true. */
type Router = (api: ApiName, method: string, path: string, exists?: (route: Route) => boolean) => Match;

interface Place {
  route: Route;
  segments: string[];
  /**
   * The number of segments that are not parameters. The place with the highest number wins: `recipients` before `:id`.
   */
  literals: number;
}

const split = (path: string) => path.split("/").slice(1);
const isParam = (segment: string) => segment.startsWith(":");

function placeOf(route: Route, path: string): Place {
  const segments = split(path);
  return { route, segments, literals: segments.filter((each) => !isParam(each)).length };
}

/** Makes a router of these routes. */
export function createRouter(routes: readonly Route[]): Router {
  const places = new Map<string, Place[]>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.alsoAt === undefined ? [] : [route.alsoAt])]) {
      const place = placeOf(route, path);
      const key = `${route.api} ${place.segments.length}`;
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  return (api, method, path, exists = () => true) => {
    const segments = split(path);
    const matching = (places.get(`${api} ${segments.length}`) ?? []).filter(
      (each) =>
        exists(each.route) &&
        each.segments.every((want, i) => (isParam(want) ? segments[i] !== "" : want === segments[i])),
    );
    const most = Math.max(...matching.map(({ literals }) => literals));
    const closest = matching.filter(({ literals }) => literals === most);
    const place = closest.find(({ route }) => route.method === method);
    if (!place) {
      return { found: false, allow: methods.filter((each) => closest.some(({ route }) => route.method === each)) };
    }
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
