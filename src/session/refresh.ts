/**
 * Refresh once (login-session-wire 2.14; L-W22 to L-W26): one call per session across requests and
 * instances, independent of the request that started it.
 */
import { AuthError, ProviderUnavailable } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import { peek } from "../relying-party/peek.ts";
import { RefreshRefused } from "../relying-party/refresh-call.ts";
import type { Logger } from "../runtime.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { pause } from "../std/deadline.ts";
import { durationOf } from "../std/duration.ts";
import { type CheckedTokens, checkTokens } from "./check-tokens.ts";
import type { SessionCore } from "./core.ts";
import { readRecord } from "./load-session.ts";
import type { LoginTokens, Opened, SessionRecord } from "./record.ts";
import { requestRefresh } from "./refresh-request.ts";
import { maxAgeOf } from "./session-backend.ts";

/** A refresh is due this many seconds before the access token ends. */
const EARLY_SECONDS = 10;
/** Longer than any answer may take; a holder that died blocks the session no longer than this. */
const LEASE = durationOf(15_000);
/** How long a request waits for a refresh by another instance. */
const PATIENCE_MS = 16_000;
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 250;

export const isDue = (record: SessionRecord, now: number): boolean =>
  record.tokens.expires_at <= Math.floor(now / 1000) + EARLY_SECONDS;

function outage(cause: unknown, log: Logger): AuthError {
  if (cause instanceof AuthError && cause.code === "unavailable") return cause;
  log.warn("a session could not be refreshed", { error: cause });
  return new ProviderUnavailable("the session cannot be refreshed now", cause);
}

/** OpenID Connect Core §12.2: a refresh never changes whose session it is (I-6). */
async function requireSameSubject(
  core: SessionCore,
  record: SessionRecord,
  tokens: LoginTokens,
  providers: Providers,
  origin: string,
): Promise<CheckedTokens> {
  const key = core.options.set_provider || record.provider;
  const fresh = tokens.id_token !== undefined && tokens.id_token !== record.tokens.id_token;
  const { sub } = record.person?.claims ?? peek(record.tokens.access_token, 1);
  const checked = {
    access_token: tokens.access_token,
    ...(fresh && { id_token: tokens.id_token }),
  };
  const expected = { idToken: false, sub: typeof sub === "string" ? sub : "" };
  try {
    return await checkTokens(core, providers, key, checked, expected, () => origin);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "invalid_token") throw error;
    core.instances.runtime.log.warn("a refresh brought tokens that are not accepted", {
      provider: key,
      reason: error.message,
    });
    throw new RefreshRefused();
  }
}

/** The record with new tokens. Throws `RefreshRefused` for a definite no. */
async function renewed(
  core: SessionCore,
  record: SessionRecord,
  providers: Providers,
  origin: string,
): Promise<SessionRecord> {
  const provider = providers.get(core.options.set_provider || record.provider);
  if (!provider) throw new RefreshRefused();
  const tokens = await requestRefresh(core, provider, record.tokens, origin);
  const { says, person } = await requireSameSubject(core, record, tokens, providers, origin);
  // A token that says it itself takes the place of what was kept.
  const kept = says ? undefined : (person ?? record.person);
  return { ...record, tokens, person: kept };
}

/** The lease is ours: no other instance asks the provider now. */
async function refreshLeased(
  core: SessionCore,
  key: string,
  providers: Providers,
  origin: string,
): Promise<Opened | undefined> {
  const { clock, log } = core.instances.runtime;
  const opened = await readRecord(core, key);
  // The holder before us may have done it.
  if (!opened || !isDue(opened.record, clock.now())) return opened;
  const { store } = await core.backend.open();
  const { revision } = opened.entry;
  let record: SessionRecord;
  try {
    record = await renewed(core, opened.record, providers, origin);
  } catch (error) {
    if (!(error instanceof RefreshRefused)) throw outage(error, log);
    await store.remove(key, revision);
    // Another sign-in or refresh may have come in between: the present record counts (L-W23).
    return readRecord(core, key);
  }
  const lifetime = durationOf(maxAgeOf(core.options) * 1_000);
  await store.replace(key, revision, JSON.stringify(record), lifetime);
  return readRecord(core, key);
}

async function refreshByLease(
  core: SessionCore,
  key: string,
  providers: Providers,
  origin: string,
): Promise<Opened | undefined> {
  const { clock, log, random } = core.instances.runtime;
  const { store } = await core.backend.open();
  const owner = encodeBase64Url(random(16));
  let wait = FIRST_LOOK_MS;
  for (let waited = 0; waited <= PATIENCE_MS; waited += wait) {
    if (await store.claim(key, owner, LEASE)) {
      try {
        return await refreshLeased(core, key, providers, origin);
      } finally {
        await store.release(key, owner).catch(() => undefined);
      }
    }
    await pause(wait);
    wait = Math.min(wait * 2, MAX_LOOK_MS);
    const opened = await readRecord(core, key);
    if (!opened || !isDue(opened.record, clock.now())) return opened;
  }
  throw outage(new Error("another instance holds the refresh for too long"), log);
}

/**
 * The record after the refresh, undefined when the session is over. Throws `unavailable`. Not bound to
 * a request: a browser that disconnects must not fail the other waiting requests (L-W24).
 * @param key key of the record
 */
export function refreshSession(
  core: SessionCore,
  key: string,
  providers: Providers,
  origin: string,
): Promise<Opened | undefined> {
  const underWay = core.refreshing.get(key);
  if (underWay) return underWay;
  const started = refreshByLease(core, key, providers, origin).finally(() =>
    core.refreshing.delete(key),
  );
  core.refreshing.set(key, started);
  return started;
}
