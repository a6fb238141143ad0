/** Attempts as calls make them: what is counted, and from where (E-2, I-7, O2). */
import type { Call } from "../call.ts";
import type { GuessKind, SpentKind } from "../codes/attempt-names.ts";
import type { Attempted } from "../codes/attempted.ts";
import { knownDevice } from "./known-device.ts";
import { principalByAlias } from "./principals/principal.ts";

/** @param user principal id, or the name that was tried; undefined where the account is no person */
const attemptedBy = async (
  call: Call,
  account: string | undefined,
  user: string | undefined,
): Promise<Attempted> => ({
  account,
  network: call.source(),
  device: await knownDevice(call, user),
  signal: call.signal(),
});

/**
 * Within a sign-in to the account, a guess is counted for that sign-in: it says what the cookie of a known browser
 * says, which has the path of the login alone (I-7).
 */
const signInOf = ({ signIn }: Call, account: string | undefined): string | undefined =>
  signIn !== undefined && signIn.user === account ? `sid ${signIn.sid}` : undefined;

/** Kinds whose account is an address, whether someone has it or not. */
const OF_ADDRESSES: readonly SpentKind[] = ["mail", "signup", "reset", "invitation"];

/**
 * Makes one attempt of a kind that counts failures. A refusal that it throws is counted; success gives the
 * attempt back. Throws `too_many_requests` before it is made.
 * @param account principal id, or the canonical form of the name that was tried; undefined for a secret
 * that stands alone
 */
export const countedAttempt = async <T>(
  call: Call,
  kind: GuessKind,
  account: string | undefined,
  attempt: () => Promise<T>,
  more: Pick<Attempted, "machine" | "completes"> = {},
): Promise<T> => {
  const attempted = await attemptedBy(call, account, more.machine ? undefined : account);
  const device = signInOf(call, account) ?? attempted.device;
  return call.service.attempts.make(kind, { ...attempted, device, ...more }, attempt);
};

/** Counts a request of a kind of which every one counts. Throws `too_many_requests`. */
export const countRequest = async (
  call: Call,
  kind: SpentKind,
  account: string | undefined,
): Promise<void> => {
  const named = account !== undefined && OF_ADDRESSES.includes(kind);
  const user = named ? (principalByAlias(call.snapshot, account)?.id ?? account) : account;
  await call.service.attempts.spend(kind, await attemptedBy(call, account, user));
};

/**
 * Notes that a person has signed in, with everything that was asked for: limits that others have used up do
 * not keep the account out of this network for 30 days.
 */
export const noteSignIn = (call: Call, account: string): Promise<void> =>
  call.service.attempts.note({ account, network: call.source() });
