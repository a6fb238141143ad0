/** The one way to issue an authorization code, after every kind of decision (RFC 6749 §4.1.2; K-3, O4). */
import { durationOf } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { CodeStore } from "./code-store.ts";
import type { CodePayload } from "./kinds.ts";

const LIFETIME = durationOf(60_000);

type Random = (bytes: number) => Uint8Array;

/**
 * Stores what the code stands for and answers it: 256 random bits, good once and for a minute.
 * Throws `unavailable` when the store cannot be reached.
 */
export async function issueCode(
  codes: Pick<CodeStore, "put">,
  random: Random,
  payload: CodePayload<"oauth_code">,
): Promise<string> {
  const code = encodeHex(random(32));
  await codes.put("oauth_code", code, payload, LIFETIME);
  return code;
}

/** The same in exchange for a pending flow, which is used up: of parallel calls one gets a code. */
export async function issueCodeForFlow(
  codes: Pick<CodeStore, "exchange">,
  random: Random,
  flow: string,
  payload: CodePayload<"oauth_code">,
): Promise<{ code: string; flow: CodePayload<"authorize"> } | undefined> {
  const code = encodeHex(random(32));
  const next = { kind: "oauth_code", id: code, payload, lifetime: LIFETIME } as const;
  const taken = await codes.exchange("authorize", flow, next);
  return taken && { code, flow: taken };
}
