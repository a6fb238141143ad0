/** A file of people in entries, one at a time: what is not read yet is bounded, whatever a file holds. */
import { AuthError } from "../../errors.ts";
import { type Message, message, messageAt, plain } from "../../messages/message.ts";
import { refuseUnsafe } from "../../web/request-body.ts";

/** Pieces of a text, as they arrive. */
export type Pieces = AsyncIterable<string> | Iterable<string>;

/** One entry of a file. */
export interface Entry {
  /** Where it begins; of JSON files the number of the entry. */
  readonly line: number;
  readonly value?: unknown;
  /** Why there is no value. */
  readonly fault?: Message;
}

/** Characters of one entry. */
export const MAX_ENTRY_LENGTH = 262_144;

/** Of every refusal of a whole file. */
export const CANNOT_IMPORT = "cannot import";

/** The file cannot be read from here on. What was imported before stays. */
export const unreadable = (line: number, reason: Message): AuthError => {
  const said = messageAt(`line ${line}`, reason);
  return new AuthError("invalid_request", CANNOT_IMPORT, { detail: said.text, messages: [said] });
};

export const TOO_LONG = message("import.too_long", { most: MAX_ENTRY_LENGTH });
export const CUT_OFF = message("import.cut_off");

/** The value, unless it reaches for a prototype or is nested too deep (N-1, N-6). */
export function safeEntry(line: number, value: unknown): Entry {
  try {
    refuseUnsafe(value);
    return { line, value };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { line, fault: plain(String(error.detail)) };
  }
}
