/**
 * Forms that are sent twice: a browser shows the answer to the second click, so the first answer is kept for it, at all
 * instances (B-5). What makes a form the same holds a secret of its page, and is stored as a digest.
 */
import { AuthError, type ErrorCode } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { pause } from "../std/deadline.ts";
import { type Duration, durationOf } from "../std/duration.ts";
import type { CodeStore } from "./code-store.ts";
import type { SentForms } from "./form-once.ts";

/** Answers that hold a secret are kept no longer: a click that follows a click. */
export const FOR_A_CLICK = durationOf(60_000);
/** When an instance ends while it acts, the form may be sent again after this. */
const UNDER_WAY = durationOf(60_000);
/** For a first request that is under way: hashing a password, or asking a provider, takes its time. */
const MAX_LOOKS = 50;
const INTERVAL_MS = 100;
/** For one that has acted and stores its answer now. */
const MAX_LAST_LOOKS = 5;
const LAST_INTERVAL_MS = 40;

/** The parts of a service or a login. */
export interface SentFormParts {
  readonly codes: CodeStore;
  readonly runtime: { readonly log: Logger };
}

const idOf = (form: readonly string[]): string => JSON.stringify(form);

const isCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof AuthError && error.code === code;

/** Whether this request is the one that acts. */
async function begins(codes: CodeStore, id: string): Promise<boolean> {
  try {
    await codes.put("form_begun", id, {}, UNDER_WAY);
    return true;
  } catch (error) {
    if (!isCode(error, "conflict")) throw error;
    return false;
  }
}

/** What was kept of a form. */
export const keptAnswer = async (
  { codes }: SentFormParts,
  form: readonly string[],
): Promise<string | undefined> => (await codes.get("form_answer", idOf(form)))?.answer;

/** The answer of a request that has acted: it may be storing it at this moment. */
export async function answerInAMoment<T>(
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let look = 1; ; look++) {
    const found = await read();
    if (found !== undefined || look === MAX_LAST_LOOKS) return found;
    await pause(LAST_INTERVAL_MS);
  }
}

/** Keeps what a form came to. One that was kept before stays: it came to the same. */
export async function keepAnswer(
  { codes, runtime }: SentFormParts,
  form: readonly string[],
  lifetime: Duration,
  answer: string,
): Promise<void> {
  try {
    await codes.put("form_answer", idOf(form), { answer }, lifetime);
  } catch (error) {
    if (isCode(error, "conflict")) return;
    // It is done; only a second click would be told that it came late.
    runtime.log.warn("the answer to a form could not be kept", { error });
  }
}

/** What was kept, or undefined for the request that is to act now: also for all of them while the store is out of reach. */
async function firstOrKept(
  parts: SentFormParts,
  form: readonly string[],
): Promise<string | undefined> {
  for (let look = 1; look <= MAX_LOOKS; look++) {
    try {
      const kept = await keptAnswer(parts, form);
      if (kept !== undefined || (await begins(parts.codes, idOf(form)))) return kept;
    } catch (error) {
      if (!isCode(error, "unavailable")) throw error;
      return undefined;
    }
    await pause(INTERVAL_MS);
  }
  throw new AuthError("unavailable", "this form is under way", { retryAfter: 1 });
}

/** `SentForms.once`, with the time for which the answer is kept. */
export async function actOnce(
  parts: SentFormParts,
  form: readonly string[],
  lifetime: Duration,
  act: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const kept = await firstOrKept(parts, form);
  if (kept !== undefined) return kept;
  let answer: string | undefined;
  try {
    answer = await act();
  } finally {
    // What was done stays begun, so that no request comes between; what was not may be tried again.
    if (answer !== undefined) await keepAnswer(parts, form, lifetime, answer);
    else await parts.codes.take("form_begun", idOf(form)).catch(() => undefined);
  }
  return undefined;
}

export const sentForms = (parts: SentFormParts): SentForms => ({
  once: (form, act) => actOnce(parts, form, FOR_A_CLICK, act),
});
