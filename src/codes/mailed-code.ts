/** Codes of mails in both forms: the long one of a link, and the short one that people type (E-3, decision E-11). */
import type { SecretBox } from "../crypto/secretbox.ts";
import type { Duration } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodePayload } from "./kinds.ts";
import { endRound, isOpen, joinRound, type MailedKind, type RoundParts } from "./mailed-round.ts";
import { normalTypedCode, putTypedCode, readTypedCode } from "./typed-code.ts";

/** The members of a service. */
export interface MailedParts extends RoundParts {
  readonly store: { readonly box: SecretBox };
}

/** 192 bits (auth-wire 5.16). */
const CODE_BYTES = 24;
const CODE = /^[0-9a-f]{48}$/;

/** What one mail carries. */
export interface MailedCode {
  /** In a link alone. */
  readonly code: string;
  /** As it is shown to be typed: `BCDFG-HJKLM`. */
  readonly typed: string;
}

/**
 * Stores a code for a mail, beside those that wait for the same subject. Undefined when too many wait: then there is
 * no mail.
 * @param subject the canonical address, or the id of the user
 */
export async function putMailedCode<K extends MailedKind>(
  parts: MailedParts,
  kind: K,
  payload: Omit<CodePayload<K>, "round">,
  subject: string,
  lifetime: Duration,
): Promise<MailedCode | undefined> {
  const round = await joinRound(parts, kind, subject, lifetime);
  if (!round) return undefined;
  const code = encodeHex(parts.runtime.random(CODE_BYTES));
  await parts.codes.put(kind, code, { ...payload, round } as CodePayload<K>, lifetime);
  return { code, typed: await putTypedCode(parts, code, round) };
}

export interface ReadCode<K extends MailedKind> {
  /** The long form, which is the one that is used up. */
  readonly code: string;
  readonly payload: CodePayload<K>;
}

/** What the code of a link stands for, without using it up; undefined for one that would not be accepted. */
export async function readMailedLink<K extends MailedKind>(
  { codes }: MailedParts,
  kind: K,
  code: string,
): Promise<ReadCode<K> | undefined> {
  if (!CODE.test(code)) return undefined;
  const payload = await codes.get(kind, code);
  if (payload === undefined || !(await isOpen(codes, kind, payload.round))) return undefined;
  return { code, payload };
}

/**
 * The same of a code in either form, as it was sent. Undefined also for a typed one after five wrong tries at the codes
 * of its subject.
 */
export async function readMailedCode<K extends MailedKind>(
  parts: MailedParts,
  kind: K,
  sent: string,
): Promise<ReadCode<K> | undefined> {
  const typed = normalTypedCode(sent);
  const code = typed === undefined ? sent.trim() : await readTypedCode(parts, typed);
  return code === undefined ? undefined : readMailedLink(parts, kind, code);
}

/**
 * Uses a code up that was read before, and ends the others of its subject: of parallel calls, with any of these codes
 * and on any instances, one gets the payload.
 */
export async function takeMailedCode<K extends MailedKind>(
  { codes }: MailedParts,
  kind: K,
  code: string,
): Promise<CodePayload<K> | undefined> {
  const payload = await codes.take(kind, code);
  return payload && (await endRound(codes, kind, payload.round)) ? payload : undefined;
}
