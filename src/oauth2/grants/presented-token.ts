/** A token that a grant is asked to trade: one that is not valid is an invalid grant (RFC 6749 §5.2). */
import { AuthError } from "../../errors.ts";

/** What `accept` makes of the token; its `invalid_token` becomes `invalid_grant`. */
export async function presentedToken<T>(accept: () => T | Promise<T>): Promise<T> {
  try {
    return await accept();
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "invalid_token") throw cause;
    throw new AuthError("invalid_grant", cause.message, { cause });
  }
}
