/** The cookie branch (login-session-wire 2.12): load, refresh when due, verify; deletes nothing itself. */

import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import type { KeySets } from "../relying-party/key-sets.ts";
import { peek } from "../relying-party/peek.ts";
import type { SessionEntry, SessionStore } from "../sessions/session-store.ts";
import { remember } from "../std/bounded-map.ts";
import { durationOf } from "../std/duration.ts";
import { checkTokens } from "./check-tokens.ts";
import { readCookies } from "./cookies.ts";
import { type LoginTokens, type SessionRecord, sessionRecord } from "./record.ts";
import { isDue, type Opened, type Refresher, refresher } from "./refresh.ts";
import { type RefreshParts, RefreshRefused, requestRefresh } from "./refresh-request.ts";
import type { SessionIds } from "./session-id.ts";
import type { TokenVerifier, VerifiedAccess } from "./verify-token.ts";

export interface Loaded extends Opened {
  readonly id: string;
  readonly key: string;
}

export type CookieOutcome =
  | { readonly kind: "none" }
  /** There is a record, but the session is over. */
  | { readonly kind: "dead"; readonly loaded: Loaded }
  | {
      readonly kind: "live";
      readonly loaded: Loaded;
      readonly access: VerifiedAccess;
      readonly refreshed: boolean;
    };

export interface CookieSessionParts extends RefreshParts {
  readonly ids: SessionIds;
  readonly store: SessionStore;
  readonly verifier: TokenVerifier;
  readonly keys: KeySets;
  readonly maxAge: number;
  readonly disableRefresh: boolean;
  readonly setProvider: string;
}

export interface CookieSessions {
  readonly store: SessionStore;
  readonly ids: SessionIds;
  load(request: Request, cookieName: string): Promise<Loaded | undefined>;
  outcome(
    request: Request,
    name: string,
    providers: Providers,
    /** Scheme and host of the request. */
    origin: () => string,
  ): Promise<CookieOutcome>;
}

/** More valid session cookies than this indicate cookie tossing. Values that we did not sign do not count. */
const MOST_SESSIONS = 5;
const MOST_PARSED = 5_000;

/** Records parsed once per write; a record that does not parse is none. */
function recordReader(): (key: string, entry: SessionEntry | undefined) => Opened | undefined {
  const parsed = new Map<string, { readonly value: string; readonly record: SessionRecord }>();
  return (key, entry) => {
    if (!entry) return undefined;
    const known = parsed.get(key);
    if (known?.value === entry.value) return { entry, record: known.record };
    const read = sessionRecord.safeParse(parseJson(entry.value));
    if (!read.success) return undefined;
    remember(parsed, key, { value: entry.value, record: read.data }, MOST_PARSED);
    return { entry, record: read.data };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isInvalid = (error: unknown) => error instanceof AuthError && error.code === "invalid_token";

export function cookieSessions(parts: CookieSessionParts): CookieSessions {
  const { ids, store, verifier, instances } = parts;
  const { clock } = instances.runtime;
  const readRecord = recordReader();
  const lifetime = durationOf(parts.maxAge * 1_000);
  const { runtime } = instances;
  const once: Refresher = refresher({ store, lifetime, runtime, open: readRecord });

  async function load(request: Request, name: string): Promise<Loaded | undefined> {
    const named = new Map<string, string>();
    for (const value of readCookies(request, name)) {
      const signed = ids.remembered(name, value) ?? (await ids.verify(name, value));
      if (signed) named.set(signed.key, signed.id);
      if (named.size > MOST_SESSIONS) return undefined;
    }
    let loaded: Loaded | undefined;
    for (const [key, id] of named) {
      const opened = readRecord(key, await store.read(key));
      if (!opened) continue;
      // With two live sessions the browser's own is unknown: the other may have been planted.
      if (loaded) return undefined;
      loaded = { ...opened, id, key };
    }
    return loaded;
  }

  async function renew(
    loaded: Loaded,
    providers: Providers,
    origin: string,
  ): Promise<Loaded | undefined> {
    const { key, id } = loaded;
    const opened = await once.refresh(key, {
      async request(record) {
        const provider = providers.get(parts.setProvider || record.provider);
        if (!provider) throw new RefreshRefused();
        const tokens = await requestRefresh(parts, provider, record.tokens, origin);
        await requireSameSubject(record, tokens, providers, origin);
        return { ...record, tokens };
      },
    });
    return opened && { ...opened, id, key };
  }

  /** OpenID Connect Core §12.2: a refresh never changes whose session it is (I-6). */
  async function requireSameSubject(
    record: SessionRecord,
    tokens: LoginTokens,
    providers: Providers,
    origin: string,
  ): Promise<void> {
    const key = parts.setProvider || record.provider;
    const { id_token: before } = record.tokens;
    const fresh = tokens.id_token !== undefined && tokens.id_token !== before;
    const { sub } = peek(record.tokens.access_token, 1);
    const checked = {
      access_token: tokens.access_token,
      ...(fresh && { id_token: tokens.id_token }),
    };
    const expected = { idToken: false, sub: typeof sub === "string" ? sub : "" };
    try {
      await checkTokens(parts, providers, key, checked, expected, () => origin);
    } catch (error) {
      if (!isInvalid(error)) throw error;
      const reason = error instanceof Error ? error.message : "";
      runtime.log.warn("a refresh brought tokens that are not accepted", { provider: key, reason });
      throw new RefreshRefused();
    }
  }

  /** A session stays with the provider that it began with, so no other is asked about it (I-8). */
  async function verify(
    loaded: Loaded,
    providers: Providers,
    origin: () => string,
  ): Promise<VerifiedAccess | undefined> {
    const { tokens, provider } = loaded.record;
    try {
      const only = parts.setProvider || provider;
      return await verifier.access(providers, tokens.access_token, { only, origin });
    } catch (error) {
      if (isInvalid(error)) return undefined;
      throw error;
    }
  }

  return {
    store,
    ids,
    load,

    async outcome(request, name, providers, origin) {
      let loaded = await load(request, name);
      if (!loaded) return { kind: "none" };
      const before = loaded;
      if (!parts.disableRefresh && isDue(loaded.record, clock.now())) {
        try {
          const renewed = await renew(loaded, providers, origin());
          if (!renewed) return { kind: "dead", loaded: before };
          loaded = renewed;
        } catch (error) {
          // The provider is unreachable: a token that is still valid is used (L-W22).
          if (loaded.record.tokens.expires_at * 1_000 <= clock.now()) throw error;
        }
      }
      let access = await verify(loaded, providers, origin);
      if (!access) {
        // Another request may have refreshed it after we read it (L-W23).
        const again = readRecord(loaded.key, await store.read(loaded.key));
        if (!again || again.entry.revision === loaded.entry.revision) {
          return { kind: "dead", loaded };
        }
        loaded = { ...again, id: loaded.id, key: loaded.key };
        access = await verify(loaded, providers, origin);
        if (!access) return { kind: "dead", loaded };
      }
      const refreshed = loaded.entry.revision !== before.entry.revision;
      return { kind: "live", loaded, access, refreshed };
    },
  };
}
