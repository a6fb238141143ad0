/** A forgotten password is replaced by a mailed code (specification, States; auth-wire 5.16; E-8, W15). */
import type { Writer } from "../../call.ts";
import { withOwnPassword } from "../principals/details.ts";
import { withProof } from "../principals/proven-address.ts";
import { writePassword } from "./write-password.ts";

/** As the writer of a record. */
export const RESET = "password-reset";

/**
 * Writes the new hash, and notes that the mailbox of the code is the person's. False for a user who is no enabled local
 * user by now: then nothing is written.
 * @param hash as `storeHash` makes it
 * @param address where the code was sent
 */
export const resetPassword = (
  writer: Writer,
  id: string,
  hash: string,
  address: string,
): Promise<boolean> =>
  writePassword(writer, id, RESET, (stored, { service_account }) =>
    service_account ? undefined : withProof(withOwnPassword(stored, hash), address),
  );
