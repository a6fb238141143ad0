/**
 * Sign-ins that a provider elsewhere has ended by a logout token (OpenID Connect Back-Channel Logout 1.0): noted in the store
 * of the sessions, so that every instance finds it there, and asked for when a session of that provider is used.
 */
import { digestText } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { checkLogoutToken } from "../relying-party/logout-token.ts";
import { peek } from "../relying-party/peek.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { ProviderOAuth2, SessionProvider } from "../settings/records/session-provider.ts";
import { durationOf } from "../std/duration.ts";
import type { Ready } from "../std/ready.ts";
import { MAX_TOKEN_LENGTH } from "../std/token-length.ts";
import type { SessionCore } from "./core.ts";
import type { SessionRecord } from "./record.ts";
import { maxAgeOf } from "./session-backend.ts";

/** Milliseconds for which a `jti` is remembered: longer than the time in which its token is accepted. */
const JTI_LIFETIME = durationOf(10 * 60_000);
/** Milliseconds for which the answer for a session holds: an end counts within this time. */
const HOLDS_MS = 1_000;
const TRIES = 5;

type Heard = ProviderOAuth2 & { readonly issuer: string; readonly cert_url: string };

/** A provider whose logout tokens count: elsewhere, switched on, and known by issuer and keys. */
function heardOf(provider: SessionProvider | undefined): Heard | undefined {
  const { auth_middleware, oauth2 } = provider ?? {};
  if (auth_middleware || !oauth2?.backchannel_logout) return undefined;
  const { issuer, cert_url } = oauth2;
  return issuer && cert_url ? { ...oauth2, issuer, cert_url } : undefined;
}

/** Whom the provider can end the session of: what its tokens said at the sign-in. */
export function endedBy(
  provider: SessionProvider | undefined,
  { tokens, person }: Pick<SessionRecord, "tokens" | "person">,
): SessionRecord["upstream"] {
  if (!heardOf(provider)) return undefined;
  const access = peek(tokens.access_token, 1);
  const id = tokens.id_token === undefined ? {} : peek(tokens.id_token, 1);
  const { sid } = id;
  const sub = id.sub ?? person?.claims.sub ?? access.sub;
  return {
    ...(typeof sid === "string" && { sid }),
    ...(typeof sub === "string" && { sub }),
  };
}

/** As the key of a record: a digest, of texts that no session id is made of. */
const keyOf = (core: SessionCore, { issuer, client_id }: Heard, ...what: string[]) =>
  digestText(
    core.instances.runtime,
    JSON.stringify(["logout token", issuer, client_id, ...what]),
    "base64url",
  );

/** @param at milliseconds: sessions that began until then are over */
async function note(core: SessionCore, store: SessionStore, key: string, at: number) {
  const lifetime = durationOf(maxAgeOf(core.options) * 1_000);
  const value = String(at);
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.read(key);
    if (before) {
      if (await store.replace(key, before.revision, value, lifetime)) return;
      continue;
    }
    try {
      await store.create(key, value, lifetime);
      return;
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    }
  }
  throw new AuthError("unavailable", "the sign-out could not be noted", { retryAfter: 1 });
}

async function verified(core: SessionCore, { cert_url }: Heard, token: string) {
  if (token.length > MAX_TOKEN_LENGTH) throw invalid("is too long");
  const claims = await core.keys.verify(cert_url, token).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === "invalid_token") throw invalid(error.message);
    throw error;
  });
  if (!claims) throw invalid("is signed by an unknown key");
  return claims;
}

const invalid = (text: string) => new AuthError("invalid_request", `logout token: ${text}`);

/**
 * Ends the sessions that a logout token names. Throws `not_found` for a provider that sends none here, `invalid_request` for
 * a token that does not count, and `unavailable` while it cannot be checked or noted.
 */
export async function endByLogoutToken(
  core: SessionCore,
  key: string,
  token: string,
): Promise<void> {
  const provider = heardOf((await core.effective.current()).get(key));
  if (!provider) throw new AuthError("not_found", "back-channel logout is not set up here");
  const claims = await verified(core, provider, token);
  const now = core.instances.runtime.clock.now();
  const told = checkLogoutToken(claims, peek(token, 0), provider, Math.floor(now / 1_000));
  const { store } = await core.backend.open();
  const once = keyOf(core, provider, "jti", told.jti);
  await store.create(once, "used", JTI_LIFETIME).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === "conflict") throw invalid("was used before");
    throw error;
  });
  try {
    // §2.7: with a sid the one session, without it all of the subject.
    const [name, value] = told.sid === undefined ? ["sub", told.sub] : ["sid", told.sid];
    await note(core, store, keyOf(core, provider, name, value ?? ""), now);
  } catch (error) {
    // The provider may send the same token again.
    await store.remove(once).catch(() => undefined);
    throw error;
  }
}

async function look(
  core: SessionCore,
  provider: Heard,
  record: SessionRecord,
  { sid, sub }: NonNullable<SessionRecord["upstream"]>,
): Promise<boolean> {
  const { store } = await core.backend.open();
  const find = async (name: string, value: string | undefined) =>
    value === undefined ? undefined : store.read(keyOf(core, provider, name, value));
  const [bySid, bySub] = await Promise.all([find("sid", sid), find("sub", sub)]);
  // A second of the record holds what began in it.
  const ended =
    bySid !== undefined ||
    (bySub !== undefined && record.created_at * 1_000 <= Number(bySub.value));
  core.endedUpstream.set(record, { until: core.instances.runtime.clock.now() + HOLDS_MS, ended });
  return ended;
}

/** Whether the provider of a session has ended it. Throws `unavailable`. */
export function isEndedUpstream(
  core: SessionCore,
  record: SessionRecord,
  providers: Providers,
): Ready<boolean> {
  if (!record.upstream) return false;
  const provider = heardOf(providers.get(core.options.set_provider || record.provider));
  if (!provider) return false;
  const cached = core.endedUpstream.get(record);
  if (cached && (cached.ended || cached.until > core.instances.runtime.clock.now())) {
    return cached.ended;
  }
  return look(core, provider, record, record.upstream);
}
