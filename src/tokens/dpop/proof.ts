/**
 * Proofs of possession (RFC 9449 §4.3): that the sender of a request has a key, at this address, now, and once on
 * all instances.
 */
import { type Call, now } from "../../call.ts";
import { digestText } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { isCompactJws, signedPayload } from "../../std/compact-jws.ts";
import { durationOf } from "../../std/duration.ts";
import type { SentProof } from "../../web/sent-proof.ts";
import { withinAMinute } from "../within-a-minute.ts";
import { freshNonce, nonceState } from "./nonce.ts";
import { type ProofKey, proofKey, rememberKey } from "./proof-key.ts";
import { isForAddress } from "./proof-uri.ts";

const MAX_LENGTH = 8_192;
const MAX_JTI_LENGTH = 256;
/** A proof is made for one request: so long may that be under way, and so far may a client's clock be from ours. */
const WINDOW_SECONDS = 60;
/** Clocks of instances and of the store may be that far apart. */
const SKEW_MS = 60_000;
/** Proofs that an instance looks at in a minute, of one client or key and network (O2). */
const MAX_PROOFS_PER_MINUTE = 12_000;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What a proof has to be for. */
export interface ProofRule {
  /** Of the refusals: 400 at the token endpoint, 401 where a token is used (§5, §7.1). */
  readonly status: 400 | 401;
  /** Whose proofs are counted together, with the network that they come from. */
  readonly counted: string;
  /** The token that comes with it, for `ath`. */
  readonly token?: string;
  /** The key that it has to be by. */
  readonly jkt?: string;
  /** FAPI 2.0 Security Profile §5.4.1: RS256 is refused. */
  readonly strict?: boolean;
}

/** A proof that is right but for its `jti`, which is still to be used up. */
export interface CheckedProof {
  readonly jkt: string;
  /** What the client should put into its next proof, told with the answer; undefined while its nonce is fresh. */
  readonly nonce: string | undefined;
  /** Uses it up, on all instances; throws `invalid_dpop_proof` when that was done before. */
  readonly use: () => Promise<void>;
}

const invalidProof = ({ status }: ProofRule, reason: string, cause?: unknown) =>
  new AuthError("invalid_dpop_proof", `the DPoP proof is not valid: ${reason}`, {
    ...{ status, cause, dpop: {} },
  });

type Claims = Readonly<Record<string, unknown>>;

async function verifiedClaims(text: string, { verify }: ProofKey): Promise<Claims | string> {
  try {
    const payload = await signedPayload(text, verify);
    if (!payload) return "the signature is wrong";
    const claims: unknown = JSON.parse(decoder.decode(payload));
    return typeof claims === "object" && claims !== null ? (claims as Claims) : "no claims";
  } catch {
    return "it cannot be read";
  }
}

/** Why the claims are not those of this request; undefined when they are. */
function fault(
  call: Call,
  { method, url, origins }: SentProof,
  { token }: ProofRule,
  { htm, htu, iat, jti, ath }: Claims,
): string | undefined {
  if (htm !== method) return "htm is another method";
  if (!isForAddress(htu, url, origins())) return "htu is another address";
  if (typeof iat !== "number") return "iat is missing";
  if (Math.abs(now(call) / 1_000 - iat) > WINDOW_SECONDS) return "iat is not now";
  if (typeof jti !== "string" || jti === "" || jti.length > MAX_JTI_LENGTH) {
    return "jti is not a short text";
  }
  if (token !== undefined && ath !== digestText(call.service.runtime, token, "base64url")) {
    return "ath is another token";
  }
  return undefined;
}

/** §8: what the next proof has to hold, when this one has no nonce of ours that counts. */
async function renewedNonce(
  call: Call,
  { status }: ProofRule,
  { nonce }: Claims,
): Promise<string | undefined> {
  if (!call.snapshot.settings.token.dpop_nonces) return undefined;
  const state = await nonceState(call, nonce);
  if (state === "fresh") return undefined;
  const next = await freshNonce(call);
  if (state === "stale") return next;
  throw new AuthError("use_dpop_nonce", "the DPoP proof must hold the nonce of DPoP-Nonce", {
    status,
    dpop: { nonce: next },
  });
}

/** §11.1: remembered as long as the proof itself would be accepted. */
async function useOnce(call: Call, rule: ProofRule, jkt: string, { jti, iat }: Claims) {
  const left = (Number(iat) + WINDOW_SECONDS) * 1_000 - now(call) + SKEW_MS;
  try {
    // By key: no one uses up what another one has made.
    await call.service.codes.put("dpop_proof", `${jkt} ${jti}`, {}, durationOf(left));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    throw invalidProof(rule, "it was used before");
  }
}

/**
 * Checks a proof. Throws `invalid_dpop_proof`, `use_dpop_nonce`, `too_many_requests`, and `unavailable` when the
 * memory of what was used cannot be asked. Nothing is stored before `use`: that is for those who are known by then.
 */
export async function checkProof(
  call: Call,
  sent: SentProof,
  rule: ProofRule,
): Promise<CheckedProof> {
  const { text } = sent;
  if (text.includes(",")) throw invalidProof(rule, "there is more than one");
  if (text.length > MAX_LENGTH || !isCompactJws(text))
    throw invalidProof(rule, "it is no short JWS");
  withinAMinute(
    call,
    "DPoP proofs",
    `${rule.counted} ${sent.network() ?? ""}`,
    MAX_PROOFS_PER_MINUTE,
  );
  const { service } = call;
  const key = await proofKey(service, text);
  if (typeof key === "string") throw invalidProof(rule, key);
  if (rule.strict && key.alg === "RS256") {
    throw invalidProof(rule, "the profile of the client does not allow RS256");
  }
  const claims = await verifiedClaims(text, key);
  if (typeof claims === "string") throw invalidProof(rule, claims);
  rememberKey(service, text, key);
  const { jkt } = key;
  if (rule.jkt !== undefined && jkt !== rule.jkt) throw invalidProof(rule, "it is by another key");
  const wrong = fault(call, sent, rule, claims);
  if (wrong !== undefined) throw invalidProof(rule, wrong);
  const nonce = await renewedNonce(call, rule, claims);
  const use = async () => {
    if (!sent.accepted) await useOnce(call, rule, jkt, claims);
  };
  return { jkt, nonce, use };
}

/** A client that has to prove a key and sent nothing (§5.2, §7.1). */
export const proofRequired = (status: 400 | 401): AuthError =>
  new AuthError("invalid_dpop_proof", "a DPoP proof is required", { status, dpop: {} });
