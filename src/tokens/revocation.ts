/** Revoking tokens and families, and asking whether one is revoked (RFC 7009; ADR 0011). */
import { sql } from "drizzle-orm";
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import {
  type Revocation,
  type RevocationKind,
  readRevocations,
  revocationId,
} from "../snapshot/revocations.ts";
import { seconds } from "../std/duration.ts";
import { mutate, type Write } from "../store/mutate.ts";
import { flowCodes } from "../store/tables.ts";
import type { VerifiedToken } from "./verify.ts";

/** What a revocation record tells besides its id; no credential. */
export interface RevocationSubject {
  readonly sub?: string;
  readonly azp?: string;
  readonly typ?: string;
}

interface Entry {
  readonly kind: RevocationKind;
  readonly id: string;
  /** Seconds since the epoch. */
  readonly until: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Repeating a revocation changes nothing, so it is not even a version. */
async function writeRevocations(open: Write, entries: readonly Entry[]): Promise<void> {
  const written = await open.tx
    .insert(flowCodes)
    .values(
      entries.map(({ kind, id, until, payload }) => ({
        id: revocationId(kind, id),
        kind,
        payload,
        expires_at: new Date(until * 1000),
      })),
    )
    .onConflictDoUpdate({
      target: flowCodes.id,
      set: { payload: sql`excluded.payload`, expires_at: sql`excluded.expires_at` },
      setWhere: sql`${flowCodes.expires_at} < excluded.expires_at`,
    })
    .returning({ id: flowCodes.id });
  if (written.length > 0) open.touch("revocations", ...written.map(({ id }) => id));
}

const revoke = (call: Call, actor: string, entry: Entry) =>
  mutate(
    call.service.store,
    { topic: "revocations", action: "revoke", entity: entry.id, actor },
    (open) => writeRevocations(open, [entry]),
  );

/** Denies one access token by `jti` until it ends. */
export async function revokeAccessToken(call: Call, token: VerifiedToken): Promise<void> {
  const payload = { sub: token.sub, azp: token.azp, typ: "Bearer" };
  await revoke(call, token.azp, { kind: "revoked", id: token.jti, until: token.exp, payload });
}

/** Ends a family: every access and refresh token with this `sid`, on all instances. */
export async function revokeSession(
  call: Call,
  session: { readonly sid: string; readonly session_exp: number },
  about: RevocationSubject,
): Promise<void> {
  // A remembered session may be presented until its end; nothing outlives that.
  const { sid, session_exp: until } = session;
  const entry: Entry = { kind: "revoked_session", id: sid, until, payload: { ...about } };
  await revoke(call, about.azp ?? "system", entry);
}

/**
 * Ends every family that a principal has now, inside the write that changed the password or disabled
 * it (K-11). Tokens of the running second are ended too: better one login too many than a stolen one.
 */
export async function revokePrincipal(
  open: Write,
  principalId: string,
  longestSession: number,
): Promise<void> {
  const before = Math.floor(open.now.getTime() / 1000) + 1;
  const until = before + longestSession;
  const entry: Entry = {
    kind: "revoked_principal",
    id: principalId,
    until,
    payload: { before },
  };
  await writeRevocations(open, [entry]);
}

/** Seconds that the longest family of this configuration may live. */
export function longestSession(call: Call): number {
  const { refresh_lifetime, refresh_absolute_lifetime } = call.snapshot.settings.token;
  return Math.max(seconds(refresh_lifetime), seconds(refresh_absolute_lifetime));
}

type Revocable = Pick<VerifiedToken, "jti" | "sid" | "sub" | "iat">;

const idsOf = (token: Revocable) => [
  revocationId("revoked", token.jti),
  revocationId("revoked_session", token.sid),
  revocationId("revoked_principal", token.sub),
];

function denies(revocation: Revocation | undefined, token: Revocable, at: number): boolean {
  if (!revocation || revocation.expires_at <= at) return false;
  return revocation.before === undefined || token.iat < revocation.before;
}

/**
 * Whether a verified token was revoked. Memory answers while this instance hears of changes as they
 * happen; when it is deaf the database is asked, and when that cannot be reached the answer is 503,
 * never "active" (X-4, T-13).
 */
export async function isRevoked(call: Call, token: Revocable): Promise<boolean> {
  const ids = idsOf(token);
  const at = now(call);
  // The newest snapshot, not the pinned one: a revocation counts for requests that run already.
  const { revocations } = call.service.snapshots.current;
  if (ids.some((id) => denies(revocations.get(id), token, at))) return true;
  if (call.service.isFollowing()) return false;
  try {
    const found = await readRevocations(call.service.store.db, ids);
    return found.some(([, revocation]) => denies(revocation, token, at));
  } catch (cause) {
    throw new AuthError("unavailable", "revocations cannot be read", { cause, retryAfter: 2 });
  }
}

/** Throws the given error for a revoked token. */
export async function refuseRevoked(
  call: Call,
  token: Revocable,
  refusal: () => AuthError,
): Promise<void> {
  if (await isRevoked(call, token)) throw refusal();
}
