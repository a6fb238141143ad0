/** Codes that a link in a mail carries: random, for one use, and the newest alone counts (E-3). */
import { sha256Hex } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { Duration } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodeStore } from "./code-store.ts";
import type { CodePayload } from "./kinds.ts";

type MailedKind = "email" | "signup" | "password_reset";

/** 192 bits (auth-wire 5.16). */
const BYTES = 24;
const CODE = /^[0-9a-f]{48}$/;
/** Requests for one address at the same moment; a further one waits for nothing and sends nothing. */
const MOST_TRIES = 5;

export const newMailedCode = (random: (bytes: number) => Uint8Array): string =>
  encodeHex(random(BYTES));

const pointerOf = (kind: MailedKind, subject: string) => `${kind} ${subject}`;

/** Of parallel calls for one subject the last one stays. */
async function pointTo(
  codes: CodeStore,
  id: string,
  code: string,
  lifetime: Duration,
): Promise<void> {
  const digest = await sha256Hex(code);
  for (let tries = 1; ; tries++) {
    await codes.take("newest_code", id);
    try {
      return await codes.put("newest_code", id, { digest }, lifetime);
    } catch (error) {
      const taken = error instanceof AuthError && error.code === "conflict";
      if (!taken || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Stores a code; the one before it for the same subject no longer counts.
 * @param subject the canonical address, or the id of the user
 */
export async function putMailedCode<K extends MailedKind>(
  codes: CodeStore,
  kind: K,
  code: string,
  payload: CodePayload<K>,
  subject: string,
  lifetime: Duration,
): Promise<void> {
  await codes.put(kind, code, payload, lifetime);
  await pointTo(codes, pointerOf(kind, subject), code, lifetime);
}

/** What a code stands for, without using it up; undefined for one that would not be accepted. */
export async function readMailedCode<K extends MailedKind>(
  codes: CodeStore,
  kind: K,
  code: string,
  subjectOf: (payload: CodePayload<K>) => string,
): Promise<CodePayload<K> | undefined> {
  if (!CODE.test(code)) return undefined;
  const payload = await codes.get(kind, code);
  if (payload === undefined) return undefined;
  const newest = await codes.get("newest_code", pointerOf(kind, subjectOf(payload)));
  return newest?.digest === (await sha256Hex(code)) ? payload : undefined;
}

/** Uses a code up that was read before: of parallel calls, on any instances, one gets the payload. */
export async function takeMailedCode<K extends MailedKind>(
  codes: CodeStore,
  kind: K,
  code: string,
): Promise<CodePayload<K> | undefined> {
  return codes.take(kind, code);
}
