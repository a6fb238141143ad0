/** One answer for an unknown, used or expired code, and for one that another code ended (auth-wire 5.16). */
import { AuthError } from "../../errors.ts";

export const codeNotFound = (): AuthError =>
  new AuthError("unauthenticated", "code not found or expired");
