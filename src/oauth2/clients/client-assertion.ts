/**
 * A client that proves itself with a signed JWT (RFC 7523 §2.2, §3; OpenID Connect Core §9; RFC 7523bis §3): its
 * key, never a shared one, and each proof once.
 */
import type { JWTPayload, JWTVerifyResult } from "jose";
import { type Call, now } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { peek } from "../../relying-party/peek.ts";
import { durationOf } from "../../std/duration.ts";
import type { Client } from "../../tokens/client.ts";
import { withinAMinute } from "../../tokens/within-a-minute.ts";
import { type Expected, requireCompactForm, SKEW_SECONDS, verifiedJws } from "./client-jws.ts";
import { invalidClient } from "./counted-secret.ts";
import { type FoundClient, findClient } from "./find.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const MAX_LENGTH = 8_192;
const MAX_JTI_LENGTH = 256;
/** Each `jti` is remembered until its proof has ended, so a proof must not last for long. */
const MAX_LIFETIME_SECONDS = 3_600;
/** Proofs of one client that an instance takes in a minute: each is stored. */
const MAX_PROOFS_PER_MINUTE = 6_000;

/** RFC 7523bis §3: a proof of this type is for the issuer alone. */
const STRICT_TYPE = "client-authentication+jwt";

/** One text for all: what was wrong is in the log. */
const invalidAssertion = (reason: string, cause?: unknown) =>
  new AuthError("invalid_client", invalidClient().message, { cause: new Error(reason, { cause }) });

const EXPECTED: Expected = {
  maxLength: MAX_LENGTH,
  claims: ["iss", "sub", "aud", "exp", "jti"],
  refused: (reason, cause) => invalidAssertion(`assertion: ${reason}`, cause),
};

/** The client that a proof names, unverified: it says whose keys to ask. */
export function namedByAssertion(assertion: string): string {
  const { sub } = assertion.length <= MAX_LENGTH ? peek(assertion, 1) : {};
  return typeof sub === "string" ? sub : "";
}

/**
 * RFC 7523bis §3: one audience, the issuer. RFC 7523 §3 and OpenID Connect Core §9 also know the token endpoint, which
 * older clients name, RFC 9126 §2 that of pushed requests; with them, or in a list, no other server may be named beside.
 */
function requireAudience({ issuer }: Call, aud: unknown, strict: boolean): void {
  if (aud === issuer) return;
  const ours: ReadonlySet<unknown> = new Set([issuer, `${issuer}/token`, `${issuer}/par`]);
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (strict || named.length === 0 || !named.every((one) => ours.has(one))) {
    throw invalidAssertion(strict ? "aud is not the issuer alone" : "aud is another server");
  }
}

function requireClaims(
  call: Call,
  { id, profile }: Client,
  { payload, protectedHeader }: JWTVerifyResult,
) {
  const { iss, sub, aud, exp = 0, iat, jti = "" } = payload;
  const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
  if (typ !== undefined && typ !== "jwt" && typ !== STRICT_TYPE)
    throw invalidAssertion("typ is another one");
  if (iss !== id || sub !== id) throw invalidAssertion("iss and sub are not the client");
  requireAudience(call, aud, typ === STRICT_TYPE || profile === "fapi2");
  const at = Math.floor(now(call) / 1000);
  if (exp - at > MAX_LIFETIME_SECONDS + SKEW_SECONDS) throw invalidAssertion("exp is too far away");
  if (iat !== undefined && iat > at + SKEW_SECONDS) throw invalidAssertion("iat is in the future");
  if (typeof jti !== "string" || jti === "" || jti.length > MAX_JTI_LENGTH) {
    throw invalidAssertion("jti is not a short text");
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
    throw invalidAssertion("the assertion was used before");
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
  if (type !== ASSERTION_TYPE) throw invalidAssertion("client_assertion_type is another one");
  requireCompactForm(assertion, EXPECTED);
  const id = namedByAssertion(assertion);
  const found = await findClient(call, id);
  if (!found?.keys) throw invalidAssertion("there is no such client that proves itself by a key");
  const proof = await verifiedJws(call, found.keys, assertion, EXPECTED);
  requireClaims(call, found.client, proof);
  withinAMinute(call, "client assertions", found.client.id, MAX_PROOFS_PER_MINUTE);
  await requireFirstUse(call, found.client.id, proof.payload);
  return found;
}
