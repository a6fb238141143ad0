/** Attempts as calls make them: what is counted, and from where (E-2, I-7, O2). */
import type { Call } from "../call.ts";
import type { GuessKind, SpentKind } from "../codes/attempt-names.ts";
import type { Attempted } from "../codes/attempted.ts";

const attemptedBy = (call: Call, account: string | undefined): Attempted => ({
  account,
  network: call.source(),
  signal: call.signal(),
});

/**
 * Makes one attempt of a kind that counts failures. A refusal that it throws is counted; success gives the
 * attempt back. Throws `too_many_requests` before it is made.
 * @param account principal id, or the canonical form of the name that was tried; undefined for a secret
 * that stands alone
 */
export const countedAttempt = <T>(
  call: Call,
  kind: GuessKind,
  account: string | undefined,
  attempt: () => Promise<T>,
  more: Pick<Attempted, "machine" | "completes"> = {},
): Promise<T> =>
  call.service.attempts.make(kind, { ...attemptedBy(call, account), ...more }, attempt);

/** Counts a request of a kind of which every one counts. Throws `too_many_requests`. */
export const countRequest = (
  call: Call,
  kind: SpentKind,
  account: string | undefined,
): Promise<void> => call.service.attempts.spend(kind, attemptedBy(call, account));

/**
 * Notes that a person has signed in, with everything that was asked for: limits that others have used up do
 * not keep the account out of this network for 30 days.
 */
export const noteSignIn = (call: Call, account: string): Promise<void> =>
  call.service.attempts.note(attemptedBy(call, account));
