/** Refresh token rotation with reuse detection (RFC 9700 §4.14.2; decisions T-1; K-9). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { durationOf } from "../std/duration.ts";
import { revokeSession } from "../tokens/revocation.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { verifyToken } from "../tokens/verify.ts";

/** Networks retry: for so long the old token answers with its successor, unless that was used. */
const GRACE_SECONDS = 30;

export interface Successor {
  readonly token: string;
  /** Seconds since the epoch. */
  readonly exp: number;
}

const place = (jti: string) => ({ table: "auth_flow_codes", row: jti, field: "successor" });

const seconds = (call: Call) => Math.floor(now(call) / 1000);

/** A client that uses the successor has received it and has no reason to send the old token again. */
async function wasUsed(call: Call, successor: string): Promise<boolean> {
  const { jti } = await verifyToken(call, successor, "refresh");
  return (await call.service.codes.get("rotated_refresh", jti)) !== undefined;
}

/**
 * The successor that a presented token already has. Undefined for the live member of the family. After
 * the grace, or after the successor was used, the old token counts as stolen, so the whole family
 * ends.
 */
export async function findSuccessor(
  call: Call,
  token: VerifiedToken,
): Promise<Successor | undefined> {
  const rotated = await call.service.codes.get("rotated_refresh", token.jti);
  if (!rotated) return undefined;
  const successor = await call.service.store.box.open(place(token.jti), rotated.successor);
  const late = seconds(call) - rotated.rotated_at > GRACE_SECONDS;
  if (late || (await wasUsed(call, successor))) {
    await revokeSession(call, token, { sub: token.sub, azp: token.azp, typ: "Refresh" });
    throw new AuthError("invalid_grant", "refresh token was used before");
  }
  return { token: successor, exp: rotated.exp };
}

/**
 * Makes `fresh` the successor of a token, and answers the one that counts: of parallel uses one wins
 * and all get its successor, so a family never has two live members.
 */
export async function rotate(
  call: Call,
  token: VerifiedToken,
  fresh: Successor,
): Promise<Successor> {
  const { codes, store } = call.service;
  const successor = await store.box.seal(place(token.jti), fresh.token);
  const entry = { successor, exp: fresh.exp, rotated_at: seconds(call) };
  const lifetime = durationOf(Math.max(token.exp * 1000 - now(call), 1_000));
  try {
    await codes.put("rotated_refresh", token.jti, entry, lifetime);
    return fresh;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    return (await findSuccessor(call, token)) ?? fresh;
  }
}
