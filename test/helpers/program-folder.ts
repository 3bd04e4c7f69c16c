import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import type { RunRequest } from "@pulumi/pulumi/proto/language_pb";
import { GetRequiredPackagesResponse, GetRequiredPluginsResponse, RunResponse } from "@pulumi/pulumi/proto/language_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { grpc, listen } from "./pulumi-modules";

/** A program in a folder that a CLI can run through `--client`. */
interface ServedFolder {
  address: string;
  /** What the processes of the program have printed on stderr so far. */
  stderr(): string;
  end(): void;
}

interface Options {
  node?: string;
  /** More variables of the program's environment. */
  env?: Record<string, string>;
  /** The program's file; left out: the one that the manifest of the folder names. */
  program?: string | undefined;
}

/** How `cmd/run` ends when it has told the engine of the error itself. */
const alreadyTold = 32;

/**
 * Serves the program in a folder, as Pulumi's language host does: the SDK's own `cmd/run` runs it in a process of its
 * own, with the packages of the folder. The CLI of a machine may lack the language host, which only the official download
 * has.
 */
export async function serveFolder(
  folder: string,
  { node = process.execPath, env = {}, program = "." }: Options = {},
): Promise<ServedFolder> {
  let stderr = "";
  const server = new grpc.Server();
  const answers: UntypedServiceImplementation = {
    getRequiredPlugins: (_: unknown, answer: Answer) => answer(null, new GetRequiredPluginsResponse()),
    getRequiredPackages: (_: unknown, answer: Answer) => answer(null, new GetRequiredPackagesResponse()),
    getPluginInfo: (_: unknown, answer: Answer) => answer(null, new PluginInfo()),
    run: ({ request }: { request: RunRequest }, answer: Answer) => {
      const PULUMI_CONFIG = JSON.stringify(Object.fromEntries(request.getConfigMap().entries()));
      const child = spawn(node, commandOf(request, folder, program), {
        cwd: folder,
        env: { ...process.env, ...env, PULUMI_CONFIG },
        stdio: ["ignore", "ignore", "pipe"],
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      child.on("close", (code) => {
        const response = new RunResponse().setBail(code === alreadyTold);
        if (code !== 0 && code !== alreadyTold) response.setError(`the program ended with ${code}: ${stderr}`);
        answer(null, response);
      });
    },
  };
  server.addService(LanguageRuntimeService as unknown as ServiceDefinition, answers);
  const port = await listen(server);
  return { address: `127.0.0.1:${port}`, stderr: () => stderr, end: () => server.forceShutdown() };
}

type Answer = (error: null, response: unknown) => void;

function commandOf(request: RunRequest, folder: string, program: string): string[] {
  const [engine = ""] = request.getArgsList();
  return [
    createRequire(join(folder, "index.js")).resolve("@pulumi/pulumi/cmd/run"),
    ...["--monitor", request.getMonitorAddress(), "--engine", engine],
    ...["--project", request.getProject(), "--stack", request.getStack(), "--organization", request.getOrganization()],
    ...["--pwd", folder, "--parallel", String(request.getParallel())],
    ...(request.getDryrun() ? ["--dry-run"] : []),
    program,
  ];
}
