// `createCsvReader` makes records of pieces of CSV. `nouns/auditLog.ts` gives it the pieces of an answer. The reader
// must give the same records wherever a piece ends, because the network decides that. It must refuse a record that
// never ends, because the record would fill the memory. All else may change.
import { UnreadableBody } from "../transport/attempt";

/** Reads CSV piece by piece (RFC 4180), without empty lines. A record of more than `longest` characters is an error. */
export function createCsvReader(longest: number) {
  /** The text from the beginning of the record that has not ended yet. */
  let text = "";
  let at = 0;
  let fieldStart = 0;
  let fields: string[] = [];
  let inQuotes = false;
  /** True right after a closing quote. If another quote follows, the two stand for one quote inside the field. */
  let behindQuote = false;

  function endField(end: number): void {
    const raw = text.slice(fieldStart, end);
    fields.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    fieldStart = end + 1;
  }

  /** Ends a record. An empty line is not a record. */
  function endRecord(end: number): string[][] {
    endField(text[end - 1] === "\r" ? end - 1 : end);
    fieldStart = end + 1;
    const record = fields;
    fields = [];
    return record.length === 1 && record[0] === "" ? [] : [record];
  }

  return {
    /** Takes the next piece of the text, and returns the records that end in it. */
    push(more: string): string[][] {
      text += more;
      const records: string[][] = [];
      let recordStart = 0;
      for (; at < text.length; at += 1) {
        const sign = text[at];
        if (sign === '"' && (inQuotes || behindQuote || at === fieldStart)) {
          behindQuote = inQuotes;
          inQuotes = !inQuotes;
          continue;
        }
        behindQuote = false;
        if (inQuotes) continue;
        if (sign === ",") endField(at);
        if (sign === "\n") {
          records.push(...endRecord(at));
          recordStart = at + 1;
        }
      }
      text = text.slice(recordStart);
      at -= recordStart;
      fieldStart -= recordStart;
      if (text.length > longest) throw new UnreadableBody(`a row of more than ${longest} characters`);
      return records;
    },
    /** Ends the text, and returns the last record when no line break ends it. */
    end(): string[][] {
      if (inQuotes) throw new UnreadableBody("a quoted field that does not end");
      return text === "" ? [] : endRecord(text.length);
    },
  };
}
