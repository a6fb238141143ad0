/** Attempts at a password, which hash: each waits for the turn of its network (E-2, I-7). */
import type { Call } from "../../call.ts";
import { countedAttempt } from "../attempts.ts";

/**
 * Checks a password when it is the network's turn, and counts it then.
 * @param account principal id, or the canonical form of the name that was tried
 */
export async function countedPassword<T>(
  call: Call,
  account: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const { hashing } = call.service;
  return hashing.run(call.source() ?? "", call.signal(), () =>
    countedAttempt(call, "password", account, attempt),
  );
}
