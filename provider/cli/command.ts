/** A command of `pulumi-broker`. */
export interface Command {
  /** The line that describes the command in the list of commands. */
  summary: string;
  /** Runs the command to its end and returns the exit code. */
  run(args: string[]): Promise<number>;
}
