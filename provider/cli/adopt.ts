// `adopt.ts` declares the command `adopt`, which `cli/commands.ts` lists; `adopt/check.ts` and `adopt/stages.ts` do the
// work. A new option goes into `help`, `options` and `run`. Present options and exit codes must stay, because scripts
// use them. The two files of `adopt/` must stay behind `import()`, because they load slowly.
import { defineCommand, flag, readFormat, UsageError, value } from "./command";

const help = `Takes over the objects of the account: writes a program for these objects, and imports the objects into a stack.
The command changes nothing on the service.

Usage: pulumi-broker adopt [--stack NAME] [--dry-run | --write-only] [--instance ID]… [--tag TAG]… [--vpc ID]…
       pulumi-broker adopt --import-file FILE [--stack NAME] [--instance ID]… [--tag TAG]… [--vpc ID]…
       pulumi-broker adopt --check [--format FORMAT | --json] [--stack NAME] [--instance ID]… [--tag TAG]… [--vpc ID]…

Options:
  --stack NAME   the stack that takes everything over (default: the selected stack)
  --dry-run      prints what the command would take over and what not, and writes nothing
  --write-only   writes the program and the import file, for you to look at, and imports nothing. To import afterwards,
                 run the same command without --write-only
  --import-file FILE
                 writes the import file FILE, and imports nothing. "pulumi import --file FILE" then takes everything over
                 through the provider plugin, and prints a program in the language of the project
  --instance ID  takes over only this broker, and the objects that belong to this broker. Also takes over the broker's
                 VPC, if all brokers in the VPC are chosen or are in the stack already. You can repeat the option
  --tag TAG      takes over each broker with this tag, in the same way as --instance. You can repeat the option
  --vpc ID       takes over this VPC and the brokers in it. You can repeat the option
  --check        lists the objects of the account that no stack of this project has, and takes over nothing. The list
                 leaves out what the service makes with every broker: alarms, a recipient, a firewall rule and plugins
  --format FORMAT
                 with --check: table (default), json, or markdown for the summary of a job
  --json         with --check: prints, as --format json does, {"outside": [{"type", "id", "name", "withheld"?}], "unread"?, "stacks"}
  --help         shows this text

Run the command in the folder of a TypeScript project. With --import-file, the project may have any language. The
command writes one file for each broker, with all objects that belong to the broker. After the import, the command adds
one line for each of these files to the program, so that the program loads the file. The command never changes lines of
a file that exists. The command puts secrets into the configuration of the stack, and protects every resource. At the
end, a preview shows that nothing would change. Then an update stores the order in which "pulumi destroy" must delete
the objects. The update changes no object.

The command only reads from the service. The account key needs a role that can read the keys of instances: admin, devops
or member. After an interruption, run the command again: the command goes on where it stopped.

Exit code: 0 when the preview shows no change to what the command took over. 1 when something failed. 1 also when the
program declares something that another stack of the project has: the command then takes over nothing. 2 when you called
the command wrongly. With --check, 7 when something of the account is in no stack.`;

export const adopt = defineCommand({
  name: "adopt",
  summary: "writes a program for the objects of the account, and imports these objects into a stack",
  help,
  options: {
    check: flag,
    "dry-run": flag,
    format: value,
    "import-file": value,
    instance: { ...value, multiple: true },
    json: flag,
    stack: value,
    tag: { ...value, multiple: true },
    vpc: { ...value, multiple: true },
    "write-only": flag,
  },
  run: async ({ stack, check, format: given, json, instance, tag, vpc, ...modes }, progress) => {
    const { "dry-run": isDry, "import-file": path, "write-only": isWriteOnly } = modes;
    if ([check, isDry, isWriteOnly, path !== undefined].filter(Boolean).length > 1)
      throw new UsageError("--check, --dry-run, --import-file and --write-only exclude one another.");
    const format = readFormat(["table", "json", "markdown"], given, json);
    if (format !== "table" && !check) throw new UsageError("--format and --json work only with --check.");
    const order = { stack, choice: { instances: instance ?? [], tags: tag ?? [], vpcs: vpc ?? [] }, progress };
    // The definitions of all kinds load slowly, and no other command has to wait for them.
    if (check) return (await import("./adopt/check.js")).checkAccount(order, format);
    const { adoptAccount, writePluginFile } = await import("./adopt/stages.js");
    if (path !== undefined) return writePluginFile(order, path);
    return adoptAccount(order, isDry ? "read" : isWriteOnly ? "written" : "imported");
  },
});
