/** Which tokens a key that signs no more has left behind, and until when: bounds, for no token is stored. */
import { type Call, now } from "../call.ts";
import { signedUntil, type VerificationKey } from "../snapshot/key-ring.ts";
import { requireKeys } from "./sign.ts";

export const KINDS = ["access", "id", "refresh"] as const;

export interface LivingTokens {
  readonly kind: (typeof KINDS)[number];
  /** Milliseconds since the epoch: by then each of them has ended. */
  readonly until: number;
}

/** Clocks of instances, which change keys each by its own. */
const SKEW_MS = 60_000;

/**
 * By the lifetimes that are set now, and never later than the end of the key, which is that of the longest token it
 * can have signed. Of an algorithm that was taken off only that end is known. Refresh tokens are signed by RS256 alone.
 */
export function livingTokens(call: Call, key: VerificationKey): readonly LivingTokens[] {
  const { endsAt } = key;
  if (endsAt === undefined) return [];
  const at = now(call);
  const { token_lifetime, refresh_lifetime } = call.snapshot.settings.token;
  const lifetimes = { access: token_lifetime, id: token_lifetime, refresh: refresh_lifetime };
  const last = signedUntil(requireKeys(call.snapshot), key, at);
  return KINDS.filter((kind) => kind !== "refresh" || key.jwk.alg === "RS256")
    .map((kind) => {
      const bound = last === undefined ? endsAt : last + lifetimes[kind] + SKEW_MS;
      return { kind, until: Math.min(endsAt, bound) };
    })
    .filter(({ until }) => until > at);
}
