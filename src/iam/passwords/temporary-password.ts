/** A password that an administrator gave for one sign-in is replaced by the person's own (E-8, K-11). */
import type { Writer } from "../../call.ts";
import { isTemporary, withOwnPassword } from "../principals/details.ts";
import { writePassword } from "./write-password.ts";

/** False for a user whose password is no temporary one by now, or who is disabled: then nothing is written. */
export const replaceTemporaryPassword = (
  writer: Writer,
  id: string,
  hash: string,
): Promise<boolean> =>
  writePassword(writer, id, "first-password", (stored, { service_account }) =>
    !service_account && isTemporary(stored) ? withOwnPassword(stored, hash) : undefined,
  );
