/** One answer for an unknown, a used, an expired and a replaced code (auth-wire 5.16). */
import { AuthError } from "../../errors.ts";

export const codeNotFound = (): AuthError =>
  new AuthError("unauthenticated", "code not found or expired");
