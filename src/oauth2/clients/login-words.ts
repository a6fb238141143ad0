/** Which ways to sign in a client may offer (specification, grant types of a client). */
import type { Client } from "../../tokens/client.ts";

/** Words in `grant_types` for sign-ins in which the client handles the person's own proof. */
const WORDS = ["passkey", "email_code"] as const;

/**
 * A list that names none of these words speaks of them by `password`, as lists did before there were such
 * words; as soon as it names one, only what it names is allowed.
 */
export function mayOffer({ grantTypes }: Client, word: (typeof WORDS)[number]): boolean {
  if (grantTypes === undefined || grantTypes.includes(word)) return true;
  return grantTypes.includes("password") && !WORDS.some((one) => grantTypes.includes(one));
}
