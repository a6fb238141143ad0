/** What an import says of each entry, and of all. */
import type { Sentence } from "../../errors.ts";
import type { AccountInvitation } from "../invitations/ways-of-people.ts";

export const OUTCOMES = ["created", "updated", "unchanged", "skipped", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One line of the report. */
export interface Line {
  /** Where the entry is in the file. */
  readonly line: number;
  readonly outcome: Outcome;
  /** Of the user; absent where nothing came of the entry, and in a dry run for one who would be made. */
  readonly id?: string;
  /** The first alias, where the entry could be read. */
  readonly name?: string;
  readonly reason?: Sentence;
  /** With `invite`: whether a mail waits to be sent, or would; else what is in its way. */
  readonly invitation?: AccountInvitation;
}

export interface Summary extends Readonly<Record<Outcome, number>> {
  /** Entries that were read. */
  readonly entries: number;
  readonly dry_run: boolean;
  /** With `invite`: how many mails wait to be sent, or would. */
  readonly invited?: number;
  /** The whole file was read, and everything in it was decided. */
  readonly complete: boolean;
  /** Why it was not. */
  readonly reason?: Sentence;
}
