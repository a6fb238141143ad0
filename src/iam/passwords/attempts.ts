/** Attempts at a secret as calls make them: what is counted, and what waits for its turn (E-2, I-7). */
import type { Call } from "../../call.ts";
import type { Attempted } from "../../codes/attempted.ts";

/**
 * Makes one attempt at an account's secret under the limits of `password.attempts`.
 * @param account principal id, or the canonical form of the name that was tried
 */
export async function countedAttempt<T>(
  call: Call,
  account: string,
  attempt: () => Promise<T>,
  more: Pick<Attempted, "machine"> = {},
): Promise<T> {
  const { settings } = call.snapshot;
  const attempted = { account, network: call.source(), signal: call.signal(), ...more };
  return call.service.attempts.make(settings.password.attempts, attempted, attempt);
}

/** The same for an attempt that hashes: it is made, and counted, when it is the network's turn. */
export async function countedPassword<T>(
  call: Call,
  account: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const { hashing } = call.service;
  return hashing.run(call.source() ?? "", call.signal(), () =>
    countedAttempt(call, account, attempt),
  );
}
