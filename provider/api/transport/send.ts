// `senderTo` makes methods that send one request each. `lists/collectionOperations.ts` and most files of `nouns/` call
// it. Another order of parameters becomes a new `with…` function. The options of a call must stay the last parameter,
// because programs with `pulumi-broker/client` give them there.
import type { Api, Arguments, CallOptions, Endpoint } from "./endpoint";
import { request } from "./request";

/**
 * Makes the methods of an API that send one request each. `args` says what the first parameters fill in, before the
 * options of the call. `args.length` counts them, so none may have a default.
 */
export function senderTo(to: Api) {
  return <T = void, Given extends unknown[] = []>(
    endpoint: Endpoint<T>,
    args: (...given: Given) => Arguments<T> = () => ({}),
  ) =>
    (...given: [...Given, options?: CallOptions]): Promise<T> => {
      const first = given.slice(0, args.length) as Given;
      return request(to, endpoint, args(...first), given[args.length] as CallOptions | undefined);
    };
}

export const withId = (id: string) => ({ params: { id } });
export const withBody = (body: object) => ({ body });
export const withIdAndBody = (id: string, body: object) => ({ params: { id }, body });
export const withQuery = (query?: Arguments["query"]) => ({ query });
