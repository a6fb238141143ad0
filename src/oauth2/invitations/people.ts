/** Who is to be invited, as administrators paste it: addresses with or without names, by line, comma or semicolon. */
import { CONTROL } from "../../iam/fields.ts";
import { parseSender } from "../../std/email-address.ts";

const MAX_NAME_LENGTH = 100;

export interface PastedPerson {
  /** As it was pasted, for the answer. */
  readonly entry: string;
  /** Undefined for what is no address. */
  readonly invited?: { readonly address: string; readonly name: string } | undefined;
}

/** Separators stand outside of the quotes of a name. */
const ENTRY = /(?:"[^"\n]*"|[^,;\n"])+/g;

const nameOf = (name: string): string =>
  CONTROL.test(name) || !name.isWellFormed()
    ? ""
    : [...name].slice(0, MAX_NAME_LENGTH).join("").trim();

function read(entry: string): PastedPerson {
  const sender = parseSender(entry);
  if (!sender) return { entry };
  // In lower case: it becomes an alias, and names that differ in case are one.
  return { entry, invited: { address: sender.address.toLowerCase(), name: nameOf(sender.name) } };
}

/** Every entry once, in the order of the text. */
export function readPeople(text: string): readonly PastedPerson[] {
  const entries = text.replace(/\r\n?/g, "\n").match(ENTRY) ?? [];
  const seen = new Set<string>();
  return entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(read)
    .filter(({ entry, invited }) => {
      const key = invited?.address ?? entry;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}
