/** Refresh token rotation with reuse detection (RFC 9700 §4.14.2; decisions T-1; K-9). */
import { type Call, now } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { durationOf } from "../std/duration.ts";
import type { Client } from "../tokens/client.ts";
import { revokeSession } from "../tokens/revocation.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { verifyToken } from "../tokens/verify.ts";

/** Networks retry, and two processes share a token: for so long the old token answers with its newest successor. */
const GRACE_SECONDS = 30;
/** A client that refreshes more often within the grace has no use for its first token. */
const MAX_SUCCESSORS = 20;

export interface Successor {
  readonly token: string;
  /** Seconds since the epoch. */
  readonly exp: number;
}

const locationOf = (jti: string) => ({ table: "auth_flow_codes", row: jti, field: "successor" });

const seconds = (call: Call) => Math.floor(now(call) / 1000);

type Rotated = CodePayload<"rotated_refresh">;

/** The live member of the family; undefined when a successor was sealed with a key that was changed since. */
async function newestSuccessor(
  call: Call,
  rotated: Rotated & { readonly jti: string },
): Promise<Successor | undefined> {
  const { codes, store } = call.service;
  let at = rotated;
  for (let step = 0; step < MAX_SUCCESSORS; step++) {
    const sealed = store.box.open(locationOf(at.jti), at.successor);
    const token = await sealed.catch(() => undefined);
    if (token === undefined) return undefined;
    const { jti } = await verifyToken(call, token, "refresh");
    const next = await codes.get("rotated_refresh", jti);
    if (!next) return { token, exp: at.exp };
    at = { ...next, jti };
  }
  return undefined;
}

/** Whose refresh tokens rotate with reuse detection (`token.refresh_rotation`, T-1). */
export function rotates(call: Call, client: Pick<Client, "dynamic" | "profile">): boolean {
  // FAPI 2.0 Security Profile §5.3.2.1: its tokens are bound, and one that is lost ends a session for nothing.
  if (client.profile === "fapi2") return false;
  const { refresh_rotation: rule } = call.snapshot.settings.token;
  return rule === "always" || (rule === "dynamic" && client.dynamic);
}

/**
 * What has become of a token by rotation: undefined for the live member of the family. After the grace it is
 * `spent`. Looking ends nothing.
 */
export async function rotationOf(
  call: Call,
  token: Pick<VerifiedToken, "jti">,
): Promise<(Successor & { readonly spent: boolean }) | undefined> {
  const rotated = await call.service.codes.get("rotated_refresh", token.jti);
  if (!rotated) return undefined;
  const late = seconds(call) - rotated.rotated_at > GRACE_SECONDS;
  const newest = late ? undefined : await newestSuccessor(call, { ...rotated, jti: token.jti });
  return newest ? { ...newest, spent: false } : { token: "", exp: rotated.exp, spent: true };
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
