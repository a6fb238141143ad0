/** The refusal of a request that a page of another origin sent (B-2; I-9). */
import { AuthError } from "../errors.ts";

const LONGEST = 200;

/** Names both origins, because an address that is written in two ways is the usual reason. */
export const otherOrigin = (sender: string, own: string): AuthError =>
  new AuthError("forbidden", "request comes from another origin", {
    detail: `${sender.slice(0, LONGEST)} is not ${own}`,
  });
