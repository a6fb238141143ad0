/** RFC 9101: an authorization request that its client has signed. Taken where it is pushed, and nowhere else (Z-9). */
import type { JWTVerifyResult } from "jose";
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Client } from "../tokens/client.ts";
import { SKEW_SECONDS, verifiedJws } from "./clients/client-jws.ts";
import { findClient } from "./clients/find.ts";

const MAX_LENGTH = 16_384;
/** FAPI 2.0 Message Signing §5.3.1: how old it may be, and how long it may last. */
const MAX_SECONDS = 3_600;
/** RFC 9101 §10.8. */
const TYPE = "oauth-authz-req+jwt";
/** What the JWT says of itself is no parameter. */
const OF_THE_JWT: ReadonlySet<string> = new Set(["iss", "aud", "exp", "nbf", "iat", "jti"]);

const invalidRequestObject = (reason: string, cause?: unknown) =>
  new AuthError("invalid_request_object", `request object: ${reason}`, { cause });

function requireClaims(call: Call, id: string, { payload, protectedHeader }: JWTVerifyResult) {
  const { iss, sub, aud, exp = 0, nbf, client_id } = payload;
  const typ = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
  if (typ !== undefined && typ !== "jwt" && typ !== TYPE)
    throw invalidRequestObject("typ is another one");
  if (iss !== id || client_id !== id)
    throw invalidRequestObject("iss and client_id are not the client");
  // RFC 9101 §10.8: with `sub` it could be taken for a proof of the client.
  if (sub !== undefined) throw invalidRequestObject("sub has no meaning here");
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (audience.length !== 1 || audience[0] !== call.issuer)
    throw invalidRequestObject("aud is not the issuer");
  const at = Math.floor(now(call) / 1000);
  if (exp - at > MAX_SECONDS + SKEW_SECONDS) throw invalidRequestObject("exp is too far away");
  if (nbf !== undefined && at - nbf > MAX_SECONDS + SKEW_SECONDS)
    throw invalidRequestObject("nbf is too old");
}

/** A claim as the parameter that it stands for (RFC 9101 §4; OpenID Connect Core §6.1). */
function valuesOf(name: string, value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (name === "resource" && Array.isArray(value)) return value.flatMap((one) => valuesOf("", one));
  if (name === "claims" && typeof value === "object" && value !== null) {
    return [JSON.stringify(value)];
  }
  throw invalidRequestObject(`${name.slice(0, 100)} is of another type`);
}

/** RFC 9126 §3: all of the request is in the object. What stands beside it says the same, or the request is refused. */
function requireAgreement(outside: URLSearchParams, inside: URLSearchParams): void {
  for (const name of new Set(outside.keys())) {
    if (name === "request") continue;
    const [given, signed] = [outside.getAll(name).sort(), inside.getAll(name).sort()];
    if (given.length === signed.length && given.every((value, at) => value === signed[at]))
      continue;
    throw new AuthError("invalid_request", `${name.slice(0, 100)} is not as in the request object`);
  }
}

/**
 * The parameters of a pushed request: those that its client has signed, where it has signed them. Throws
 * `invalid_request_object`.
 * @param sent what was pushed, with the `client_id` of the client that has proved itself
 */
export async function requestedParameters(
  call: Call,
  client: Client,
  sent: URLSearchParams,
): Promise<URLSearchParams> {
  const [request, ...more] = sent.getAll("request").filter((value) => value !== "");
  if (request === undefined) return sent;
  if (more.length > 0) throw new AuthError("invalid_request", "request is given more than once");
  const keys = (await findClient(call, client.id))?.requestKeys;
  if (!keys) throw invalidRequestObject("the client has no keys");
  const expected = {
    maxLength: MAX_LENGTH,
    claims: ["iss", "aud", "exp", "client_id"],
    refused: invalidRequestObject,
  };
  const object = await verifiedJws(call, keys, request, expected);
  requireClaims(call, client.id, object);
  const signed = new URLSearchParams();
  for (const [name, value] of Object.entries(object.payload)) {
    if (OF_THE_JWT.has(name)) continue;
    if (name === "request" || name === "request_uri")
      throw invalidRequestObject(`${name} cannot be inside`);
    for (const one of valuesOf(name, value)) signed.append(name, one);
  }
  requireAgreement(sent, signed);
  return signed;
}
