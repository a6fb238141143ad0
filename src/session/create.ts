/** `createSession`: identifies the caller for everything behind it (login-session-wire 2). */
import type { MiddlewareHandler } from "hono";
import { SESSION_KEY } from "../api.ts";
import { requestOrigin } from "../origin.ts";
import type { Providers } from "../providers/catalog.ts";
import { keySets } from "../relying-party/key-sets.ts";
import { baseOrigin } from "../settings/namespaces/oauth2.ts";
import { durationOf } from "../std/duration.ts";
import { admission } from "./admission.ts";
import { unauthorized } from "./answers.ts";
import { checkTokens } from "./check-tokens.ts";
import { readFlags } from "./context.ts";
import { cookieNames } from "./cookie-name.ts";
import { type CookieSessions, cookieSessions, type Loaded } from "./cookie-session.ts";
import { type CookieAttributes, removeCookie, writeCookie } from "./cookies.ts";
import { findIdentity, foundByCookie } from "./credentials.ts";
import { effectiveProviders } from "./effective-providers.ts";
import type { Instances } from "./instances.ts";
import { type ParsedSession, parseSession, type SessionOptions } from "./options.ts";
import { publicAccess } from "./public-access.ts";
import type { SessionRecord } from "./record.ts";
import { withHeaders } from "./request-headers.ts";
import { loginUrl, safeReturn } from "./return-path.ts";
import type { AnswerHeaders, IncomingRequest, Session } from "./session.ts";
import { checkBackend, maxAgeOf, openBackend, openKeys } from "./session-backend.ts";
import { tokenVerifier } from "./verify-token.ts";

/** Throws a `StartError` for options that cannot work. */
export function createSession(input: SessionOptions, instances: Instances): Session {
  return createParsedSession(parseSession(input), instances);
}

/**
 * The same from options that are parsed already, as the command line has them.
 * @param place the origin to use for the one of the request, where the service and the session share it
 */
export function createParsedSession(
  options: ParsedSession,
  instances: Instances,
  place: (requested: string) => string = (requested) => requested,
): Session {
  checkBackend(options, instances);
  const { runtime } = instances;
  const { token: action } = options.action;
  const insecure = action.insecure_skip_verify;
  const keys = keySets(runtime, insecure);
  const verifier = tokenVerifier(instances, keys);
  const effective = effectiveProviders(options, instances);
  const cookieName = cookieNames(options);
  const fixedOrigin =
    options.base_url && baseOrigin({ base_url: options.base_url, schema: "https" });
  const maxAge = maxAgeOf(options);
  let opened: Promise<CookieSessions> | undefined;
  let live: CookieSessions | undefined;
  let secrets: Promise<readonly string[]> | undefined;

  function keysOnce(): Promise<readonly string[]> {
    secrets ??= openKeys(options, instances).catch((error: unknown) => {
      secrets = undefined;
      throw error;
    });
    return secrets;
  }

  /** Opened once; an outage at the first use does not last longer than it. */
  function sessions(): Promise<CookieSessions> {
    opened ??= keysOnce()
      .then((secrets) => openBackend(options, instances, secrets))
      .then(({ ids, store }) =>
        cookieSessions({
          ids,
          store,
          verifier,
          keys,
          instances,
          insecure,
          maxAge,
          disableRefresh: action.disable_refresh,
          setProvider: options.set_provider,
        }),
      )
      .then((found) => {
        live = found;
        return found;
      })
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  }

  const origin = ({ request, connection }: IncomingRequest): string =>
    fixedOrigin || place(requestOrigin(request, connection, options.trusted_proxies));

  const isSecure = (asked: IncomingRequest): boolean => origin(asked).startsWith("https:");

  function attributes(asked: IncomingRequest, remember: boolean): CookieAttributes {
    const { path, domain, secure, http_only, same_site } = options.options;
    return {
      path,
      ...(domain && { domain }),
      secure: secure ?? isSecure(asked),
      http_only,
      same_site,
      // Without remember-me the browser forgets it when it ends (L-O7).
      ...(remember && { max_age: maxAge }),
    };
  }

  const nameFor = (asked: IncomingRequest) =>
    cookieName(asked, options.options.secure ?? isSecure(asked));

  async function cookieHeaders(asked: IncomingRequest, id: string, record: SessionRecord) {
    const name = nameFor(asked);
    const value = await (await sessions()).ids.sign(name, id);
    const cookie = writeCookie(name, value, attributes(asked, record.remember_me));
    return [
      ["Set-Cookie", cookie],
      ["X-Session-Set", "true"],
    ] as const;
  }

  const expireCookie = (asked: IncomingRequest): AnswerHeaders => [
    ["Set-Cookie", removeCookie(nameFor(asked), attributes(asked, false))],
  ];

  async function findCookie(asked: IncomingRequest, known?: Providers) {
    const name = nameFor(asked);
    // Most requests of a program carry no cookie; they must not need the store.
    if (!asked.request.headers.get("cookie")?.includes(`${name}=`))
      return { kind: "none" } as const;
    const providers = known ?? (await effective.current());
    return (live ?? (await sessions())).outcome(asked.request, name, providers, () =>
      origin(asked),
    );
  }

  const find = (asked: IncomingRequest, providers: Providers, optional: boolean) =>
    findIdentity(
      {
        instances,
        verifier,
        setProvider: options.set_provider,
        insecure,
        cookie: () => findCookie(asked, providers),
        origin: () => origin(asked),
      },
      asked.request,
      providers,
      optional,
    );

  async function load(asked: IncomingRequest): Promise<Loaded | undefined> {
    const name = nameFor(asked);
    if (!asked.request.headers.get("cookie")?.includes(`${name}=`)) return undefined;
    return (await sessions()).load(asked.request, name);
  }

  const { admit, identify } = admission({
    options,
    instances,
    access: publicAccess(options, instances),
    providers: effective.current,
    find,
    origin,
    renewed: (asked, { id, record }) => cookieHeaders(asked, id, record),
    /** Only this record: one that a login or refresh stored in its place stays (L-W23). */
    async end(asked, { key, entry }) {
      await (await sessions()).store.remove(key, entry.revision);
      return expireCookie(asked);
    },
  });

  const middleware: MiddlewareHandler = async (c, next) => {
    const connection = runtime.connection(c.req.raw, c.env);
    const admitted = await admit({ request: c.req.raw, connection, flags: readFlags(c) });
    if (admitted.kind === "answer") return admitted.response;
    const { mark, remove, set, answer } = admitted;
    withHeaders(c, remove, set);
    const { identity, public_access } = mark;
    c.set(SESSION_KEY as never, mark as never);
    if (public_access) c.set("public_access" as never, true as never);
    if (identity) {
      c.set("claims" as never, identity.claims as never);
      c.set("provider" as never, identity.provider as never);
    }
    await next();
    for (const [name, value] of answer) c.header(name, value, { append: name === "Set-Cookie" });
    return undefined;
  };

  return {
    options,
    keys: keysOnce,
    middleware,
    admit,
    identify,
    origin,
    providers: effective.current,
    catalog: effective.catalog,

    async current(asked) {
      const outcome = await findCookie(asked);
      if (outcome.kind !== "live") return undefined;
      const providers = await effective.current();
      const found = foundByCookie(outcome, providers, options.set_provider);
      if (found.kind !== "identity") return undefined;
      const { record, id } = outcome.loaded;
      const answer = outcome.refreshed ? await cookieHeaders(asked, id, record) : [];
      return { identity: found.identity, record, answer };
    },

    async stored(asked) {
      return (await load(asked))?.record;
    },

    async signIn(asked, { provider, method, tokens, remember_me }) {
      const { ids, store } = await sessions();
      const before = await load(asked);
      const record: SessionRecord = {
        provider: options.set_provider || provider,
        authentication_method: method,
        remember_me,
        created_at: Math.floor(runtime.clock.now() / 1000),
        tokens,
      };
      const { id, key } = await ids.mint();
      await store.create(key, JSON.stringify(record), durationOf(maxAge * 1_000));
      if (before) await store.remove(before.key);
      return cookieHeaders(asked, id, record);
    },

    async signOut(asked) {
      const loaded = await load(asked);
      if (loaded) await (await sessions()).store.remove(loaded.key);
      return expireCookie(asked);
    },

    async checkTokens(asked, provider, tokens, expected) {
      const key = options.set_provider || provider;
      const providers = await effective.current();
      const at = () => origin(asked);
      await checkTokens({ keys, verifier }, providers, key, tokens, expected, at);
    },

    async missingKeys() {
      const remote = [...(await effective.current())].flatMap(
        ([key, { auth_middleware, oauth2 }]) =>
          !auth_middleware && oauth2?.cert_url ? [{ key, url: oauth2.cert_url }] : [],
      );
      const found = await Promise.all(remote.map(({ url }) => keys.fetched(url)));
      return remote.flatMap(({ key }, index) => (found[index] ? [] : [key]));
    },

    unauthorized: () => unauthorized(options, {}),

    loginUrl: (returnTo) =>
      action.login_path === "" ? undefined : loginUrl(action.login_path, returnTo),

    safeReturn: (redirectPath) => safeReturn(redirectPath, action.login_path),

    async [Symbol.asyncDispose]() {
      const store = await opened?.then((found) => found.store).catch(() => undefined);
      await store?.[Symbol.asyncDispose]();
    },
  };
}
