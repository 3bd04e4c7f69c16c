// `thing.ts` has the types that the files of `adopt` pass on. `parts.ts` makes resources, secrets and references;
// `program.ts`, `source.ts`, `summary.ts` and `work.ts` read them. Types may get fields; `Secret` and `Reference` must
// stay classes, which `instanceof` tells apart.

/** A secret value for the configuration of the stack. */
export class Secret {
  constructor(
    /** The key in the configuration, without the project's name. */
    readonly key: string,
    readonly value: string,
  ) {}
}

/** Another resource of the program, as the value of an argument. */
export class Reference {
  constructor(
    readonly variable: string,
    /** The file that exports the variable; undefined where the variable is in the same file. */
    readonly file?: string,
  ) {}
}

export type ArgumentValue =
  | string
  | number
  | boolean
  | null
  | Secret
  | Reference
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue };

/** A resource of the program. */
export interface Thing {
  /** The name of the class. */
  type: string;
  id: string;
  name: string;
  /** The variable that holds the resource; undefined where nothing refers to the resource. */
  variable?: string;
  /** True when other files can refer to the variable. */
  exported?: boolean;
  /** The arguments in the order in which the program has them. */
  args: Readonly<Record<string, ArgumentValue>>;
}

/** Something on the service that no resource of the program stands for. */
export interface LeftOut {
  /** The thing in a few words, with its id. */
  what: string;
  /** The reason, and the way to declare the thing if there is a way. */
  why: string;
  /** Set if the thing was not compared: it could not be read now, is shown to other roles, or nobody chose it. */
  unread?: "failed" | "role" | "unchosen";
}

/** The resources of one file of the program, as far as a summary shows them. */
export interface PartSummary {
  /** The name of the file in the program's folder, such as `orders.ts`. */
  file: string;
  things: readonly Pick<Thing, "type" | "id" | "name">[];
  leftOut: readonly LeftOut[];
}

export interface Part extends PartSummary {
  things: readonly Thing[];
}
