/** Keys are digests of random ids: a second record with one key is a defect and replaces nothing. */
import { AuthError } from "../errors.ts";

export const keyTaken = (): AuthError =>
  new AuthError("conflict", "a session record with this key exists");
