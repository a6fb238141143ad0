/** The cookie branch (login-session-wire 2.12): load, refresh when due, verify; deletes nothing itself. */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { isOpaque } from "../relying-party/token-answer.ts";
import { attempt, proceed, type Ready } from "../std/ready.ts";
import type { AuthenticationResult } from "./authentication-result.ts";
import { originOf, type SessionCore } from "./core.ts";
import { isEndedUpstream } from "./ended-upstream.ts";
import { identityOf } from "./identity.ts";
import { loadSession, readRecord } from "./load-session.ts";
import type { SessionPerson, StoredSession } from "./record.ts";
import { isDue, refreshSession } from "./refresh.ts";
import type { SessionRequest } from "./session.ts";
import { type VerifiedAccess, verifyAccess } from "./verify-token.ts";

/** The person that the provider named at the sign-in or the last refresh; undefined when it is another one now. */
function keptPerson(providers: Providers, key: string, person: SessionPerson) {
  const provider = providers.get(key);
  const { client_id, claims } = person;
  if (!provider || provider.auth_middleware || provider.oauth2?.client_id !== client_id) {
    return undefined;
  }
  return { kind: "foreign", provider: key, sub: String(claims.sub), claims } as const;
}

/** A session stays with the provider that it began with, so no other is asked about it (I-8). */
function verifyStored(
  core: SessionCore,
  { record }: StoredSession,
  providers: Providers,
  origin: () => string,
): Ready<VerifiedAccess | undefined> {
  const only = core.options.set_provider || record.provider;
  const { person, tokens } = record;
  if (person) {
    const over = tokens.expires_at * 1_000 <= core.instances.runtime.clock.now();
    if (over) return undefined;
    if (isOpaque(tokens.access_token)) return keptPerson(providers, only, person);
  }
  const verified = attempt<VerifiedAccess | undefined>(
    () => verifyAccess(core, providers, record.tokens.access_token, { only, origin }),
    (error) => {
      if (error instanceof AuthError && error.code === "invalid_token") return undefined;
      throw error;
    },
  );
  // A JWT that names no one is verified as every other; who it is was said at the sign-in.
  if (!person) return verified;
  return proceed(verified, (access) => access && keptPerson(providers, only, person));
}

/** The session as it is now, refreshed when that is due; undefined when it is over. */
function refreshDue(
  core: SessionCore,
  loaded: StoredSession,
  providers: Providers,
  origin: () => string,
): Ready<StoredSession | undefined> {
  const { disable_refresh } = core.options.action.token;
  const isFresh = disable_refresh || !isDue(loaded.record, core.instances.runtime.clock.now());
  return isFresh ? loaded : refreshed(core, loaded, providers, origin);
}

async function refreshed(
  core: SessionCore,
  loaded: StoredSession,
  providers: Providers,
  origin: () => string,
): Promise<StoredSession | undefined> {
  const { clock } = core.instances.runtime;
  try {
    const opened = await refreshSession(core, loaded.key, providers, origin());
    return opened && { ...opened, id: loaded.id, key: loaded.key };
  } catch (error) {
    // The provider is unreachable: a token that is still valid is used (L-W22).
    if (loaded.record.tokens.expires_at * 1_000 <= clock.now()) throw error;
    return loaded;
  }
}

/** Who the session cookie of a request speaks for; a session that names no user is over. */
export function identifyByCookie(
  core: SessionCore,
  incoming: SessionRequest,
  providers: Providers,
): Ready<AuthenticationResult> {
  const origin = () => originOf(core, incoming);
  return proceed(loadSession(core, incoming), (before): Ready<AuthenticationResult> => {
    if (!before) return { kind: "none" };
    return proceed(isEndedUpstream(core, before.record, providers), (over) =>
      over ? { kind: "ended", session: before } : living(core, before, providers, origin),
    );
  });
}

const living = (
  core: SessionCore,
  before: StoredSession,
  providers: Providers,
  origin: () => string,
): Ready<AuthenticationResult> =>
  proceed(refreshDue(core, before, providers, origin), (session): Ready<AuthenticationResult> => {
    if (!session) return { kind: "ended", session: before };
    return proceed(verifyStored(core, session, providers, origin), (access) =>
      access
        ? found(core, providers, before, session, access)
        : readAgain(core, providers, before, session, origin),
    );
  });

/** Another request may have refreshed it after we read it (L-W23). */
async function readAgain(
  core: SessionCore,
  providers: Providers,
  before: StoredSession,
  stale: StoredSession,
  origin: () => string,
): Promise<AuthenticationResult> {
  const again = await readRecord(core, stale.key);
  if (!again || again.entry.revision === stale.entry.revision) {
    return { kind: "ended", session: stale };
  }
  const session = { ...again, id: stale.id, key: stale.key };
  const access = await verifyStored(core, session, providers, origin);
  return access ? found(core, providers, before, session, access) : { kind: "ended", session };
}

function found(
  core: SessionCore,
  providers: Providers,
  before: StoredSession,
  session: StoredSession,
  access: VerifiedAccess,
): AuthenticationResult {
  const { access_token } = session.record.tokens;
  const from = { via: "cookie", access_token } as const;
  const identity = identityOf(access, providers, core.options.set_provider, from);
  if (!identity) return { kind: "ended", session };
  const refreshed = session.entry.revision !== before.entry.revision;
  // Tokens of a refresh need not repeat what the sign-in said (OpenID Connect Core §12.2).
  const { authentication } = session.record;
  return {
    kind: "identity",
    identity: authentication ? { ...identity, ...authentication } : identity,
    spent: [],
    session,
    refreshed,
  };
}
