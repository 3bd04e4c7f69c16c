// `maintenanceDate/` and `planned.ts` read and write times here. Both forms must stay readable: programs and the
// service use them. A text without a time zone must stay refused: it names no single moment. All else may change.

/** Matches a time with its time zone: in ISO form, or in the form of the service, `2030-01-20 22:30:00 +0000`. */
const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.0+)? ?(?:(Z)|([+-]\d\d):?(\d\d))$/;

/** The milliseconds since 1970 of a time with its time zone, to the second; undefined for any other text. */
export function timeOf(text: string): number | undefined {
  const [, day, minutes, seconds = ":00", utc, hours, rest] = form.exec(text) ?? [];
  if (day === undefined) return undefined;
  // Without this check, 31 February would become a day in March.
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return undefined;
  const time = Date.parse(`${day}T${minutes}${seconds}${utc ?? `${hours}:${rest}`}`);
  return Number.isNaN(time) ? undefined : time;
}

/** True for a time with its time zone. */
export const isTime = (text: string): boolean => timeOf(text) !== undefined;

/** A time in the form of the service. */
export const wireTime = (text: string): string =>
  `${new Date(timeOf(text) ?? Number.NaN).toISOString().slice(0, 19).replace("T", " ")} +0000`;
