/** The session of one browser: what it has now, its beginning and its end (login-session-wire 2.17). */
import { claimedAuthentication } from "../identity.ts";
import { peek } from "../relying-party/peek.ts";
import { durationOf } from "../std/duration.ts";
import { identifyByCookie } from "./cookie-session.ts";
import type { SessionCore } from "./core.ts";
import { endedBy } from "./ended-upstream.ts";
import { loadSession } from "./load-session.ts";
import type { SessionRecord } from "./record.ts";
import type { AnswerHeaders, CurrentSession, SessionRequest, SignIn } from "./session.ts";
import { maxAgeOf } from "./session-backend.ts";
import { carriesCookie, cookieHeaders, cookieNameOf, expiredCookie } from "./session-cookie.ts";

/** The session that is valid now, refreshed when due; deletes nothing. Throws `unavailable`. */
export async function currentSession(
  core: SessionCore,
  incoming: SessionRequest,
): Promise<CurrentSession | undefined> {
  if (!carriesCookie(incoming, cookieNameOf(core, incoming))) return undefined;
  const found = await identifyByCookie(core, incoming, await core.effective.current());
  if (found.kind !== "identity" || !found.session) return undefined;
  const { identity, session, refreshed } = found;
  const answer = refreshed ? await cookieHeaders(core, incoming, session) : [];
  return { identity, record: session.record, answer };
}

/** Stores a login under a new session id and removes the old record (B-8). */
export async function signIn(
  core: SessionCore,
  incoming: SessionRequest,
  { provider, method, tokens, remember_me, person }: SignIn,
): Promise<AnswerHeaders> {
  const { options, instances, backend } = core;
  const { ids, store } = await backend.open();
  const before = await loadSession(core, incoming);
  const key = options.set_provider || provider;
  const upstream = endedBy((await core.effective.current()).get(key), { tokens, person });
  const record: SessionRecord = {
    provider: key,
    authentication_method: method,
    remember_me,
    created_at: Math.floor(instances.runtime.clock.now() / 1000),
    // The ID token is what says it (OpenID Connect Core §2); a provider without one may say it in the other.
    authentication: claimedAuthentication({
      ...peek(tokens.access_token, 1),
      ...(tokens.id_token !== undefined && peek(tokens.id_token, 1)),
    }),
    tokens,
    ...(person && { person }),
    ...(upstream && { upstream }),
  };
  const { id, key: place } = ids.mint();
  await store.create(place, JSON.stringify(record), durationOf(maxAgeOf(options) * 1_000));
  if (before) await store.remove(before.key);
  return cookieHeaders(core, incoming, { id, record });
}

/** Removes record and cookie. */
export async function signOut(core: SessionCore, incoming: SessionRequest): Promise<AnswerHeaders> {
  const loaded = await loadSession(core, incoming);
  if (loaded) await (await core.backend.open()).store.remove(loaded.key);
  return expiredCookie(core, incoming);
}
