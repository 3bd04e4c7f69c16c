import { parse } from "yaml";

/** A job of a pipeline: its variables, and its scripts in order, each run by a shell of its own. */
export interface Job {
  env: Record<string, string>;
  scripts: string[];
}

interface GithubJob {
  env: Record<string, string>;
  steps: { uses?: string; run?: string }[];
}

/** The jobs of a workflow of GitHub Actions. `values` has what its expressions stand for. */
export function githubJobs(text: string, values: Record<string, string>): Record<string, Job> {
  const { jobs } = parse(text) as { jobs: Record<string, GithubJob> };
  const filled = (value: string) => value.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => known(values, name));
  return mapped(jobs, ({ env, steps }) => ({
    env: mapped(env, filled),
    scripts: steps.flatMap(({ run }) => (run === undefined ? [] : [filled(run)])),
  }));
}

interface GitlabJob {
  variables?: Record<string, string>;
  script: string[];
}

/** The jobs of a pipeline of GitLab CI. `values` has the variables that its own variables name. */
export function gitlabJobs(text: string, values: Record<string, string>): Record<string, Job> {
  const {
    stages: _,
    default: shared,
    ...jobs
  } = parse(text) as Record<string, GitlabJob> & { default: { before_script: string[] } };
  return mapped(jobs as Record<string, GitlabJob>, ({ variables = {}, script }) => ({
    env: mapped(variables, (value) => value.replace(/\$(\w+)/g, (_, name: string) => known(values, name))),
    scripts: [[...shared.before_script, ...script].join("\n")],
  }));
}

/** The commands of a job, line by line. */
export const commandsOf = ({ scripts }: Job): string[] => scripts.flatMap((script) => script.trim().split("\n"));

const mapped = <T, R>(values: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

function known(values: Record<string, string>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The pipeline names ${name}, which this test does not know.`);
  return value;
}
