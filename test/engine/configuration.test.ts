import * as broker from "pulumi-broker";
import { configOf } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it reads the stack's settings and hands them to the hosts. */

const network = { region: "provider-a::region-1", subnet: "10.56.72.0/24" };

const net = async () => {
  new broker.Vpc("net", network);
};
/** What was said for good: no progress, none of the SDK's own debug lines, and not the closing lines of a failed run. */
const said = ({ diagnostics }: Run) =>
  diagnostics
    .filter(({ ephemeral, severity }) => !ephemeral && String(severity) !== "debug")
    .map(({ message }) => message.trim())
    .filter((message) => !/^(preview|update) failed$|^resource plugin/.test(message));

test("a key that is not marked as a secret is warned of once, and a URL that holds a password is never kept", () =>
  onStack("plain", { config: configOf }, async ({ emulator, stack }) => {
    const { apiKey, customerUrl } = emulator;
    const both = async () => {
      await net();
      new broker.Vpc("other", { ...network, subnet: "10.56.73.0/24" });
    };
    stack.program = both;
    const warnings = (run: Run) => said(run).filter((line) => line.includes("not marked as a secret"));
    expect(warnings(await stack.preview())).toEqual([
      'broker:apiKey is not marked as a secret, so the state holds the value in plain text: run "pulumi config set --secret broker:apiKey"',
    ]);
    await stack.setConfig("broker:apiKey", apiKey, { secret: true });
    await stack.setConfig("broker:instanceApiKeys", '{"1001":"plain-key"}');
    expect(warnings(await stack.preview())).toEqual([expect.stringContaining("broker:instanceApiKeys")]);
    await stack.removeConfig("broker:instanceApiKeys");
    expect(warnings(await stack.preview())).toEqual([]);

    // The error ends a program in a process of its own; this one runs within the test, and catches it.
    const thrown: unknown[] = [];
    const refusing = (program: () => Promise<unknown>) => async () => {
      await program().catch((error: unknown) => thrown.push((error as Error).message));
    };
    stack.program = refusing(both);
    await stack.setConfig("broker:customerUrl", "https://me:hunter2@example.com");
    const refused = await stack.up();
    await stack.setConfig("broker:customerUrl", customerUrl);
    stack.program = refusing(async () => new broker.Provider("wrong", { baseUrl: "https://example.com?key=hunter2" }));
    const wrong = await stack.up();
    expect(thrown).toEqual([
      'the URL in broker:customerUrl (or BROKER_CUSTOMER_URL) must not contain a user name or password: remove the user name, the password and the "@" from the URL',
      "the URL in the argument baseUrl must not contain a query (?) or a fragment (#): remove the query or fragment from the URL",
    ]);
    expect(refused.text + wrong.text + stack.checkpointFile()).not.toContain("hunter2");
  }));
