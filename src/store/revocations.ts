/** Rows of `auth_flow_codes` that revoke tokens, written inside an open write (ADR 0011). */

import { inArray, sql } from "drizzle-orm";
import type { Queryable, Write } from "./change.ts";
import { endClientSignIns } from "./client-sign-ins.ts";
import { dropMeasured } from "./measured-sign-ins.ts";
import { flowCodes } from "./tables.ts";

/** Kinds of rows (auth-wire 6.8); `revoked_principal` (K-11) and `revoked_consent` (Z-12) are ours. */
export const REVOCATION_KINDS = [
  "revoked",
  "revoked_session",
  "revoked_principal",
  "revoked_consent",
] as const;
export type RevocationKind = (typeof REVOCATION_KINDS)[number];

/** Row id: kinds never collide (K-6). The ids are `jti`, `sid` and principal id, none of them secret. */
export const revocationId = (kind: RevocationKind, id: string): string => `${kind}:${id}`;

/** What a user withdrew from a client. User ids have no space. */
export const consentOf = (user: string, client: string): string => `${user} ${client}`;

export interface RevocationEntry {
  readonly kind: RevocationKind;
  readonly id: string;
  /** Seconds since the epoch; by then everything it revokes has expired. */
  readonly until: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Repeating a revocation touches nothing, so it is not even a version. */
export async function writeRevocation(open: Write, entry: RevocationEntry): Promise<void> {
  const { kind, id, until, payload } = entry;
  const row = { id: revocationId(kind, id), kind, payload, expires_at: new Date(until * 1000) };
  const written = await open.tx
    .insert(flowCodes)
    .values(row)
    .onConflictDoUpdate({
      target: flowCodes.id,
      set: {
        payload: sql`excluded.payload`,
        expires_at: sql`greatest(${flowCodes.expires_at}, excluded.expires_at)`,
      },
      // A later cut-off counts even when lifetimes became shorter in between.
      setWhere: sql`${flowCodes.expires_at} < excluded.expires_at or ${flowCodes.payload} <> excluded.payload`,
    })
    .returning({ id: flowCodes.id });
  if (written.length === 0) return;
  open.touch("revocations", row.id);
  // The one place that every end of a sign-in passes (OpenID Connect Back-Channel Logout §2.3).
  if (kind === "revoked_session") {
    await endClientSignIns(open.tx, { sign_in: id });
    await dropMeasured(open.tx, { sid: id });
  }
  if (kind === "revoked_principal") {
    const ended = { user: id, except: payload.except as string | undefined };
    await endClientSignIns(open.tx, ended);
    await dropMeasured(open.tx, ended);
  }
}

/** What a row revokes, and of whom. */
export interface RevocationOwner {
  readonly kind: RevocationKind;
  readonly id: string;
  /** Id of the principal; empty where the row does not tell. */
  readonly subject: string;
  readonly client?: string | undefined;
}

/** @param rows their ids */
export async function revocationOwners(
  tx: Queryable,
  rows: readonly string[],
): Promise<RevocationOwner[]> {
  const found = await tx
    .select({ id: flowCodes.id, kind: flowCodes.kind, payload: flowCodes.payload })
    .from(flowCodes)
    .where(inArray(flowCodes.id, [...rows]));
  return found.map((row) => {
    const kind = row.kind as RevocationKind;
    const id = row.id.slice(kind.length + 1);
    const { sub = "", azp } = row.payload as { readonly sub?: string; readonly azp?: string };
    if (kind === "revoked_principal") return { kind, id, subject: id };
    if (kind !== "revoked_consent") return { kind, id, subject: sub, client: azp };
    // User ids have no space: see `consentOf`.
    const at = id.indexOf(" ");
    return { kind, id, subject: id.slice(0, at), client: id.slice(at + 1) };
  });
}

/** Two clocks count, because `iat` is written by the instance's: the second after the later of them. */
const secondAfter = (open: Write, clock: number): number =>
  Math.floor(Math.max(open.now.getTime(), clock) / 1_000) + 1;

/**
 * Ends every family that a client has now for a user, also of codes that it has not redeemed (Z-12); versions tell them
 * from those that begin later, as with `revokePrincipal`.
 * @param clock the instance's time, milliseconds since the epoch
 * @param longestSession seconds that the longest family may live
 */
export async function revokeConsent(
  open: Write,
  pair: { readonly user: string; readonly client: string },
  clock: number,
  longestSession: number,
): Promise<void> {
  const before = secondAfter(open, clock);
  await writeRevocation(open, {
    kind: "revoked_consent",
    id: consentOf(pair.user, pair.client),
    until: before + longestSession,
    payload: { before, version: open.version },
  });
}

/**
 * Ends every family that a principal has now (K-11): those that began on an older version of the
 * configuration than this write makes. Versions tell a sign-in before the change from one after it
 * exactly and on every instance; clocks tell seconds. `before` is for tokens that name no version, and
 * ends those of the running second, too. Of the two clocks the later counts, because `iat` is written
 * by the instance's.
 * @param clock the instance's time, milliseconds since the epoch
 * @param longestSession seconds that the longest family may live
 * @param except `sid` of the one family that lives on
 */
export async function revokePrincipal(
  open: Write,
  principalId: string,
  clock: number,
  longestSession: number,
  except?: string,
): Promise<void> {
  const before = secondAfter(open, clock);
  const until = before + longestSession;
  await writeRevocation(open, {
    kind: "revoked_principal",
    id: principalId,
    until,
    payload: { before, version: open.version, ...(except !== undefined && { except }) },
  });
}
