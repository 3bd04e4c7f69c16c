import { relative } from "node:path";
import * as ts from "typescript";
import { repositoryRoot } from "./paths";

/** Makes a compiler of files that are not on the disk. It says what is wrong, one line each. */
export function compilerWith(options: ts.CompilerOptions): (texts: ReadonlyMap<string, string>) => string[] {
  const all = { skipLibCheck: true, noEmit: true, ...options };
  const host = ts.createCompilerHost(all);
  // Each program needs the same declarations.
  const known = new Map<string, ts.SourceFile | undefined>();
  return (texts) => {
    const program = ts.createProgram([...texts.keys()], all, {
      ...host,
      fileExists: (file) => texts.has(file) || host.fileExists(file),
      readFile: (file) => texts.get(file) ?? host.readFile(file),
      getSourceFile: (file, version) => {
        const text = texts.get(file);
        if (text !== undefined) return ts.createSourceFile(file, text, version, true);
        if (!known.has(file)) known.set(file, host.getSourceFile(file, version));
        return known.get(file);
      },
    });
    return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file && relative(repositoryRoot, file.fileName)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  };
}
