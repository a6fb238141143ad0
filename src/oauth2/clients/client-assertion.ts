/**
 * A client that proves itself with a signed JWT (RFC 7523 §2.2, §3; OpenID Connect Core §9; RFC 7523bis §3): its
 * key, never a shared one, and each proof once.
 */
import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from "jose";
import { type Call, now } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { peek } from "../../relying-party/peek.ts";
import { decodeBase64Url } from "../../std/base64url.ts";
import { durationOf } from "../../std/duration.ts";
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../../std/public-jwk.ts";
import { withinAMinute } from "../within-a-minute.ts";
import { type ClientKeys, currentKeys, type KeySet, newerKeys } from "./client-keys.ts";
import { invalidClient } from "./counted-secret.ts";
import { type FoundClient, findClient } from "./find.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const namesOf = (algorithm: SignatureAlgorithm): readonly string[] =>
  algorithm === "EdDSA" ? ["EdDSA", "Ed25519"] : [algorithm];

/** As a header and the metadata name them: Ed25519 has two names (RFC 8037 §3.1, RFC 9864 §2.2). */
export const ASSERTION_ALGORITHMS: readonly string[] = SIGNATURE_ALGORITHMS.flatMap(namesOf);

const MAX_LENGTH = 8_192;
const MAX_JTI_LENGTH = 256;
/** Clocks of clients may be that far from ours. */
const SKEW_SECONDS = 60;
/** Each `jti` is remembered until its proof has ended, so a proof must not last for long. */
const MAX_LIFETIME_SECONDS = 3_600;
/** Proofs of one client that an instance takes in a minute: each is stored. */
const MAX_A_MINUTE = 6_000;

/** RFC 7523bis §3: a proof of this type is for the issuer alone. */
const STRICT_TYPE = "client-authentication+jwt";

/** One text for all: what was wrong is in the log. */
const refused = (reason: string, cause?: unknown) =>
  new AuthError("invalid_client", invalidClient().message, { cause: new Error(reason, { cause }) });

/** The client that a proof names, unverified: it says whose keys to ask. */
export function namedByAssertion(assertion: string): string {
  const { sub } = assertion.length <= MAX_LENGTH ? peek(assertion, 1) : {};
  return typeof sub === "string" ? sub : "";
}

/** K-13: one text for one proof; decoders that skip padding, blanks or stray bits would take more. */
function requireCompactForm(assertion: string): void {
  if (assertion.length > MAX_LENGTH) throw refused("the assertion is too long");
  const segments = assertion.split(".");
  const strict = segments.every((segment) => segment && decodeBase64Url(segment) !== undefined);
  if (segments.length !== 3 || !strict) throw refused("the assertion is not a compact JWS");
}

/** Undefined when no key of the set fits. */
async function verifiedBy(
  call: Call,
  set: KeySet,
  { algorithm }: ClientKeys,
  assertion: string,
): Promise<JWTVerifyResult | undefined> {
  const options = {
    algorithms: ASSERTION_ALGORITHMS.filter(
      (name) => !algorithm || namesOf(algorithm).includes(name),
    ),
    currentDate: new Date(now(call)),
    clockTolerance: SKEW_SECONDS,
    requiredClaims: ["iss", "sub", "aud", "exp", "jti"],
  };
  const verify = (key: Parameters<typeof jwtVerify>[1]) => jwtVerify(assertion, key, options);
  try {
    return await jwtVerify(assertion, set, options);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined;
    // Keys without `kid`, of one type: one after the other, and there are few.
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      for await (const key of error) {
        const found = await verify(key).catch((cause: unknown) => {
          if (cause instanceof errors.JWSSignatureVerificationFailed) return undefined;
          throw cause;
        });
        if (found) return found;
      }
      return undefined;
    }
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error;
  }
}

/** The proof under a key of the client; its keys are read once more when none fits. */
async function verified(call: Call, keys: ClientKeys, assertion: string): Promise<JWTVerifyResult> {
  const set = await currentKeys(call, keys);
  try {
    const found = await verifiedBy(call, set, keys, assertion);
    if (found) return found;
    const newer = await newerKeys(call, keys);
    const again = newer && (await verifiedBy(call, newer, keys, assertion));
    if (again) return again;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw refused("the assertion is not valid", error);
  }
  throw refused("no key of the client has signed the assertion");
}

/**
 * RFC 7523bis §3: one audience, the issuer. RFC 7523 §3 and OpenID Connect Core §9 also know the token endpoint, which
 * older clients name, RFC 9126 §2 that of pushed requests; with them, or in a list, no other server may be named beside.
 */
function requireAudience({ issuer }: Call, aud: unknown, typ: string | undefined): void {
  if (aud === issuer) return;
  const ours: ReadonlySet<unknown> = new Set([issuer, `${issuer}/token`, `${issuer}/par`]);
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const strict = typ === STRICT_TYPE;
  if (strict || named.length === 0 || !named.every((one) => ours.has(one))) {
    throw refused(strict ? "aud is not the issuer alone" : "aud is another server");
  }
}

function requireClaims(call: Call, id: string, { payload, protectedHeader }: JWTVerifyResult) {
  const { iss, sub, aud, exp = 0, iat, jti = "" } = payload;
  const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
  if (typ !== undefined && typ !== "jwt" && typ !== STRICT_TYPE)
    throw refused("typ is another one");
  if (iss !== id || sub !== id) throw refused("iss and sub are not the client");
  requireAudience(call, aud, typ);
  const at = Math.floor(now(call) / 1000);
  if (exp - at > MAX_LIFETIME_SECONDS + SKEW_SECONDS) throw refused("exp is too far away");
  if (iat !== undefined && iat > at + SKEW_SECONDS) throw refused("iat is in the future");
  if (typeof jti !== "string" || jti === "" || jti.length > MAX_JTI_LENGTH) {
    throw refused("jti is not a short text");
  }
}

/** RFC 7523 §3 (7): on all instances a proof counts once. */
async function requireFirstUse(call: Call, id: string, { jti = "", exp = 0 }: JWTPayload) {
  const left = exp * 1000 - now(call) + 2 * SKEW_SECONDS * 1000;
  const name = sha256Hex(JSON.stringify([id, jti]));
  try {
    await call.service.codes.put("client_assertion", name, {}, durationOf(left));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    throw refused("the assertion was used before");
  }
}

/**
 * The client that an assertion proves. Throws `invalid_client`, `unavailable` while its keys cannot be reached, and
 * `too_many_requests`.
 */
export async function byAssertion(
  call: Call,
  assertion: string,
  type: string | undefined,
): Promise<FoundClient> {
  if (type !== ASSERTION_TYPE) throw refused("client_assertion_type is another one");
  requireCompactForm(assertion);
  const id = namedByAssertion(assertion);
  const found = await findClient(call, id);
  if (!found?.keys) throw refused("there is no such client that proves itself by a key");
  const proof = await verified(call, found.keys, assertion);
  requireClaims(call, found.client.id, proof);
  withinAMinute(call, "client assertions", found.client.id, MAX_A_MINUTE);
  await requireFirstUse(call, found.client.id, proof.payload);
  return found;
}
