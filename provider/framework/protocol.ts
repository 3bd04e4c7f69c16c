import type { Failure } from "./kind/definition";
import type { Bag } from "./state/hidden";

/** What the engine asks of one kind of resource, whichever protocol carries the question. */
export interface Operations {
  check(olds: Bag, news: Bag): Promise<{ inputs: Bag; failures: Failure[] }>;
  diff(id: string, olds: Bag, news: Bag): Promise<DiffAnswer>;
  create(inputs: Bag): Promise<{ id: string; outs: Bag }>;
  read(id: string, props: Bag): Promise<{ id?: string; props?: Bag; inputs?: Bag }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Bag }>;
  delete(id: string, props: Bag): Promise<void>;
}

/** The answer to `diff`. */
export interface DiffAnswer {
  changes: boolean;
  replaces: string[];
  /** The inputs that are changed in place. */
  changed: string[];
  deleteBeforeReplace: boolean;
}
