/** One command of `pulumi-broker`. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** Runs to the end; answers the exit code. */
  run(args: string[]): Promise<number>;
}
