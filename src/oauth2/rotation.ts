/** Refresh token rotation with reuse detection (RFC 9700 §4.14.2; decisions T-1; K-9). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { durationOf } from "../std/duration.ts";
import type { Client } from "../tokens/client.ts";
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

const locationOf = (jti: string) => ({ table: "auth_flow_codes", row: jti, field: "successor" });

const seconds = (call: Call) => Math.floor(now(call) / 1000);

/** A client that uses the successor has received it and has no reason to send the old token again. */
async function wasUsed(call: Call, successor: string): Promise<boolean> {
  const { jti } = await verifyToken(call, successor, "refresh");
  return (await call.service.codes.get("rotated_refresh", jti)) !== undefined;
}

/** Whose refresh tokens rotate with reuse detection (`token.refresh_rotation`, T-1). */
export function rotates(call: Call, client: Pick<Client, "dynamic">): boolean {
  const { refresh_rotation: rule } = call.snapshot.settings.token;
  return rule === "always" || (rule === "dynamic" && client.dynamic);
}

/**
 * What has become of a token by rotation: undefined for the live member of the family. After the grace, or
 * after the successor was used, it is `spent`. Looking ends nothing.
 */
export async function rotationOf(
  call: Call,
  token: Pick<VerifiedToken, "jti">,
): Promise<(Successor & { readonly spent: boolean }) | undefined> {
  const rotated = await call.service.codes.get("rotated_refresh", token.jti);
  if (!rotated) return undefined;
  const late = seconds(call) - rotated.rotated_at > GRACE_SECONDS;
  const { box } = call.service.store;
  const successor = await box.open(locationOf(token.jti), rotated.successor).catch(() => undefined);
  // Sealed with a key that was changed since: it cannot be given any more, and the token was used all the same.
  if (successor === undefined) return { token: "", exp: rotated.exp, spent: true };
  return { token: successor, exp: rotated.exp, spent: late || (await wasUsed(call, successor)) };
}

export const wasUsedBefore = (): AuthError =>
  new AuthError("invalid_grant", "refresh token was used before");

/**
 * The successor that a presented token already has. Undefined for the live member of the family. A spent
 * token counts as stolen, so the whole family ends.
 */
export async function findSuccessor(
  call: Call,
  token: VerifiedToken,
): Promise<Successor | undefined> {
  const rotation = await rotationOf(call, token);
  if (!rotation) return undefined;
  if (rotation.spent) {
    await revokeSession(call, token, { sub: token.sub, azp: token.azp, typ: "Refresh" });
    throw wasUsedBefore();
  }
  return { token: rotation.token, exp: rotation.exp };
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
  const successor = await store.box.seal(locationOf(token.jti), fresh.token);
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
