/** A sentence about the state of the service, for readers of any language: its id and what is filled in, beside the English. */
import type { Sentence } from "../errors.ts";
import { fill } from "../std/texts/fill.ts";
import { MESSAGES } from "./en.ts";
import type { FAULTS } from "./en-faults.ts";
import type { IMPORTS } from "./en-import.ts";
import type { REFUSALS } from "./en-refusals.ts";
import type { SAML } from "./en-saml.ts";
import type { SOURCES } from "./en-sources.ts";

export type MessageId = keyof typeof MESSAGES;

/** Every sentence in another language; a missing or surplus one does not compile. */
export type MessageTexts = Readonly<Record<MessageId, string>>;

/** Those of other services alone. */
export type SourceTexts = Readonly<Record<keyof typeof SOURCES, string>>;

/** Those of documents and responses of SAML alone. */
export type SamlTexts = Readonly<Record<keyof typeof SAML, string>>;

/** Those of imports alone. */
export type ImportTexts = Readonly<Record<keyof typeof IMPORTS, string>>;

/** Those of refusals alone. */
export type RefusalTexts = Readonly<Record<keyof typeof REFUSALS, string>>;

/** Those of faults alone. */
export type FaultTexts = Readonly<Record<keyof typeof FAULTS, string>>;

type Place<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Place<Rest>
  : never;
type PlaceOf<Id extends MessageId> = Place<(typeof MESSAGES)[Id]>;

export interface Message {
  /** Absent where the text is made of names, or comes from elsewhere. */
  readonly id?: MessageId;
  readonly values?: Readonly<Record<string, string | number>>;
  /** The member or record that it is about; the text begins with it. */
  readonly at?: string;
  /** What stands at `{reason}`, where that is a sentence, too. */
  readonly reason?: Omit<Sentence, "reason">;
  /** In English. */
  readonly text: string;
}

/** @param values what the sentence has places for */
export const message = <Id extends MessageId>(
  id: Id,
  ...[values]: [PlaceOf<Id>] extends [never] ? [] : [Readonly<Record<PlaceOf<Id>, string | number>>]
): Message => ({ id, ...(values && { values }), text: fill(MESSAGES[id], values ?? {}) });

/** The same of an id that is found out: what it has places for is not known to the compiler. */
export const messageBy = (
  id: MessageId,
  values: Readonly<Record<string, string | number>> = {},
): Message => ({ id, values, text: fill(MESSAGES[id], values) });

/** A sentence with another one in it. */
export const messageBecause = (
  id: MessageId,
  values: Readonly<Record<string, string | number>>,
  reason: Sentence,
): Message => ({
  ...messageBy(id, { ...values, reason: reason.text }),
  ...(reason.id && { reason }),
});

/** The same about one member or record. */
export const messageAt = <M extends Pick<Message, "at" | "text">>(place: string, said: M): M => ({
  ...said,
  at: said.at === undefined ? place : `${place}: ${said.at}`,
  text: `${place}: ${said.text}`,
});

/** Names, and what others say. */
export const plain = (text: string): Message => ({ text });

/** What is wrong with something; without an id it is English alone. */
export type Reason = Message | string;

export const messageOf = (reason: Reason): Message =>
  typeof reason === "string" ? plain(reason) : reason;

export const textsOf = (messages: readonly Message[]): string[] => messages.map(({ text }) => text);
