/** The one way to issue an authorization code, after every kind of decision (RFC 6749 §4.1.2; K-3, O4). */
import { durationOf } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodeStore } from "./code-store.ts";
import type { CodePayload } from "./kinds.ts";

const LIFETIME = durationOf(60_000);

/**
 * Stores what the code stands for and answers it: 256 random bits, good once and for a minute.
 * Throws `unavailable` when the store cannot be reached.
 */
export async function issueCode(
  codes: Pick<CodeStore, "put">,
  random: (bytes: number) => Uint8Array,
  payload: CodePayload<"oauth_code">,
): Promise<string> {
  const code = encodeHex(random(32));
  await codes.put("oauth_code", code, payload, LIFETIME);
  return code;
}
