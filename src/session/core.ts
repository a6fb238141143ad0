/** What one session is made of; every step of a request is a plain function of it and the request. */
import { type KeySets, keySets } from "../relying-party/key-sets.ts";
import type { SessionEntry } from "../sessions/session-store.ts";
import { baseOrigin } from "../settings/namespaces/oauth2.ts";
import { requestOrigin } from "../web/origin.ts";
import { type CookieName, cookieNames } from "./cookie-name.ts";
import { type EffectiveProviders, effectiveProviders } from "./effective-providers.ts";
import type { Instances } from "./instances.ts";
import type { ParsedSession } from "./options.ts";
import { type PublicAccess, publicAccess } from "./public-access.ts";
import type { Opened } from "./record.ts";
import type { SessionRequest } from "./session.ts";
import { type LazyBackend, lazyBackend } from "./session-backend.ts";
import type { SessionRecord } from "./session-record.ts";

export interface SessionCore {
  readonly options: ParsedSession;
  readonly instances: Instances;
  readonly keys: KeySets;
  readonly effective: EffectiveProviders;
  readonly access: PublicAccess;
  readonly cookieName: CookieName;
  readonly backend: LazyBackend;
  /** Origin that the options name; without it the one of each request counts. */
  readonly fixedOrigin: string | undefined;
  /** The origin to use for the one of the request, where the service and the session share it. */
  readonly canonicalOrigin: (requested: string) => string;
  /** `kid` by header of a token: one key writes the same into all of its tokens. Bounded. */
  readonly kids: Map<string, unknown>;
  /** The records of entries, which a store that keeps them hands out again: parsed once per write. */
  readonly parsed: WeakMap<SessionEntry, SessionRecord>;
  /** Whether the provider of a session has ended it, and how long that holds. */
  readonly endedUpstream: WeakMap<
    SessionRecord,
    { readonly until: number; readonly ended: boolean }
  >;
  /** Refreshes under way by key of the record: concurrent requests of this process wait for one. */
  readonly refreshing: Map<string, Promise<Opened | undefined>>;
}

/** Throws a `StartError` for options that cannot work. */
export function openCore(
  options: ParsedSession,
  instances: Instances,
  canonicalOrigin: (requested: string) => string,
): SessionCore {
  const { base_url } = options;
  return {
    options,
    instances,
    canonicalOrigin,
    backend: lazyBackend(options, instances),
    keys: keySets(instances.runtime, options.action.token.insecure_skip_verify),
    effective: effectiveProviders(options, instances),
    access: publicAccess(options, instances),
    cookieName: cookieNames(options),
    fixedOrigin: base_url ? baseOrigin({ base_url, schema: "https" }) : undefined,
    kids: new Map(),
    parsed: new WeakMap(),
    endedUpstream: new WeakMap(),
    refreshing: new Map(),
  };
}

/** Scheme and host of the public URLs of this request: `base_url`, else the request (H-5). */
export const originOf = (core: SessionCore, { request, connection }: SessionRequest): string =>
  core.fixedOrigin ??
  core.canonicalOrigin(requestOrigin(request, connection, core.options.trusted_proxies));
