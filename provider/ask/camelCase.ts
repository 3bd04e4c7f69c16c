// Functions of several kinds and of `functions/`, such as `getNodes`, call `inCamelCase`. The names that `inCamelCase`
// makes must stay, because programs read these names. Only the top level is renamed, so a caller renames nested objects
// itself.
type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;

/** An answer of the service with its fields as programs name them: `disk_size` is `diskSize`. */
export function inCamelCase<T extends object>(answer: T) {
  const programName = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fields = Object.entries(answer).map(([name, value]) => [programName(name), value]);
  return Object.fromEntries(fields) as { [Name in keyof T as CamelCase<Name>]: T[Name] };
}
