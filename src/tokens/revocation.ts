/** Revoking tokens and families, and asking whether one is revoked (RFC 7009; ADR 0011). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Revocation, readRevocations } from "../snapshot/parts/revocations.ts";
import { numericDate, seconds } from "../std/duration.ts";
import { unavailableFor } from "../store/availability.ts";
import { consentOf, type RevocationEntry, revocationId } from "../store/revocations.ts";
import { OFFLINE_ACCESS } from "./claims.ts";
import { familyVersion } from "./family-id.ts";
import { givenRevocations, saveRevocation } from "./revocation-queue.ts";
import type { VerifiedToken } from "./verified-token.ts";
import type { TokenKind } from "./verify.ts";

/** What a revocation record tells besides its id; no credential. */
export interface RevocationSubject {
  readonly sub?: string;
  readonly azp?: string;
  readonly typ?: string;
}

/** Repeating a revocation does nothing. */
async function revoke(call: Call, actor: string, entry: RevocationEntry): Promise<void> {
  const saved = call.service.snapshots.current.revocations.get(revocationId(entry.kind, entry.id));
  if (saved && saved.expires_at >= entry.until * 1_000) return;
  await saveRevocation(call, actor, entry);
  const { kind, id, payload } = entry;
  const { sub: subject } = payload as RevocationSubject;
  call.service.events.emit({ type: "token.revoked", kind, id, actor, subject });
}

/** Whether an access token, or the family of a refresh token, was revoked and saved before. */
export function wasGivenUp(
  { service }: Call,
  kind: TokenKind,
  { jti, sid }: VerifiedToken,
): boolean {
  const row =
    kind === "access" ? revocationId("revoked", jti) : revocationId("revoked_session", sid);
  return service.snapshots.current.revocations.has(row);
}

/** Denies one access token by `jti` until it ends. */
export async function revokeAccessToken(call: Call, token: VerifiedToken): Promise<void> {
  const payload = { sub: token.sub, azp: token.azp, typ: "Bearer" };
  await revoke(call, token.azp, { kind: "revoked", id: token.jti, until: token.exp, payload });
}

/**
 * Ends a family: every access and refresh token with this `sid`, on all instances. One that is a sign-in ends with all
 * families that were begun in its browser, but for those with `offline_access`, and the applications there are told.
 */
export async function revokeSession(
  call: Call,
  session: Pick<VerifiedToken, "sid" | "sign_in" | "session_exp">,
  about: RevocationSubject,
): Promise<void> {
  const { sid, sign_in, session_exp } = session;
  const row = call.service.snapshots.current.revocations.get(revocationId("revoked_session", sid));
  if (row && row.expires_at >= session_exp * 1_000) return;
  // A remembered session may be presented until its end; families within a sign-in began later and end later.
  const { refresh_absolute_lifetime: longest } = call.snapshot.settings.token;
  const last = numericDate(now(call)) + seconds(longest);
  const until = sign_in === undefined ? Math.max(session_exp, last) : session_exp;
  const entry: RevocationEntry = { kind: "revoked_session", id: sid, until, payload: { ...about } };
  await revoke(call, about.azp ?? "system", entry);
}

type Revocable = Pick<VerifiedToken, "jti" | "sid" | "sub" | "azp" | "iat" | "sign_in"> &
  Partial<Pick<VerifiedToken, "scope">>;
type Family = Pick<VerifiedToken, "sid" | "sub" | "iat" | "sign_in">;

/** OpenID Connect Back-Channel Logout §2.7: with `offline_access` a family goes on when its person signs out. */
const signInEnding = ({ sign_in, scope }: Revocable): string | undefined =>
  scope?.includes(OFFLINE_ACCESS) ? undefined : sign_in;

/** In the order of `WHOLES`. */
const idsOf = (token: Revocable) => [
  revocationId("revoked", token.jti),
  revocationId("revoked_session", token.sid),
  revocationId("revoked_principal", token.sub),
  revocationId("revoked_consent", consentOf(token.sub, token.azp)),
  revocationId("revoked_session", signInEnding(token) ?? token.sid),
];

/** How far the clocks of two instances may be apart. */
const SKEW_SECONDS = 60;

/**
 * Whether a change of the principal ended the family of a token. Versions tell it exactly, so that a
 * login right after the change lives. Times alone tell it for families without a version; beside one
 * they only catch what was issued well before, should versions have been counted anew.
 */
function endedBefore(
  { before = 0, version, except }: Revocation,
  { iat, sid, sign_in }: Family,
  newest: number,
): boolean {
  if (except !== undefined && (sid === except || sign_in === except)) return false;
  const began = version === undefined ? undefined : familyVersion(sid, newest);
  if (began === undefined || version === undefined) return iat < before;
  return began < version || iat < before - SKEW_SECONDS;
}

/** What a revocation is asked against: the time, and the newest version that this instance knows. */
interface Moment {
  readonly at: number;
  readonly newest: number;
}

function denies(revocation: Revocation | undefined, token: Family, moment: Moment): boolean {
  if (!revocation || revocation.expires_at <= moment.at) return false;
  return revocation.before === undefined || endedBefore(revocation, token, moment.newest);
}

const momentOf = (call: Call): Moment => ({
  at: now(call),
  newest: call.service.snapshots.current.version,
});

/**
 * Whether a change of the principal that this instance knows of has ended a family, or what they withdrew from the
 * client: its tokens would be dead before they are handed out.
 */
export function isEnded(call: Call, family: Family, client?: string): boolean {
  const { revocations } = call.service.snapshots.current;
  const moment = momentOf(call);
  const change = revocations.get(revocationId("revoked_principal", family.sub));
  if (client === undefined) return denies(change, family, moment);
  const withdrawn = revocations.get(revocationId("revoked_consent", consentOf(family.sub, client)));
  return denies(change, family, moment) || denies(withdrawn, family, moment);
}

/** Whether a sign-in has ended: a code that was given in it is worth nothing then. */
export const hasEnded = (call: Call, sign_in: string): Promise<boolean> =>
  isRevoked(call, { jti: "", sid: sign_in, sub: "", azp: "", iat: 0 });

/** The answer of memory; undefined when the change listener is disconnected and the token is unknown. */
export function isRevokedInMemory(call: Call, token: Revocable): boolean | undefined {
  // The newest snapshot, not the pinned one: a revocation counts for requests that run already.
  const { revocations } = call.service.snapshots.current;
  if (revocations.size > 0 && deniedBy(call, revocations, token) !== undefined) return true;
  const given = givenRevocations(call.service);
  if (given.size > 0 && deniedBy(call, given, token) !== undefined) return true;
  return call.service.isFollowing() ? false : undefined;
}

/** What was revoked: the token alone, its family, all that its principal had then, or all that its client had for them. */
export type RevokedWhole = "token" | "family" | "principal" | "consent";
const WHOLES: readonly RevokedWhole[] = ["token", "family", "principal", "consent", "family"];

interface Revocations {
  get(id: string): Revocation | undefined;
}

function deniedBy(call: Call, rows: Revocations, token: Revocable): RevokedWhole | undefined {
  const moment = momentOf(call);
  return WHOLES[idsOf(token).findIndex((id) => denies(rows.get(id), token, moment))];
}

/** What ended a token, as far as this instance has heard of it; for people who ask. */
export const whatEnded = (call: Call, token: Revocable): RevokedWhole | undefined =>
  deniedBy(call, call.service.snapshots.current.revocations, token) ??
  deniedBy(call, givenRevocations(call.service), token);

/**
 * Whether a verified token was revoked. Memory answers while the change listener is connected; when it
 * is disconnected the database is asked, and when that cannot be reached the answer is 503, never
 * "active" (X-4, T-13).
 */
export async function isRevoked(call: Call, token: Revocable): Promise<boolean> {
  const inMemory = isRevokedInMemory(call, token);
  if (inMemory !== undefined) return inMemory;
  const ids = idsOf(token);
  const moment = momentOf(call);
  try {
    const stored = await readRevocations(call.service.store.db, ids);
    return stored.some(([, revocation]) => denies(revocation, token, moment));
  } catch (cause) {
    const refusal = "it cannot be read whether the token was revoked";
    throw unavailableFor(cause) ?? new AuthError("unavailable", refusal, { cause, retryAfter: 2 });
  }
}
