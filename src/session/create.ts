/** `createSession`: identifies the caller for everything behind it (login-session-wire 2). */
import type { MiddlewareHandler } from "hono";
import { SESSION_KEY } from "../api.ts";
import { proceed } from "../std/ready.ts";
import { admit } from "./admit.ts";
import { unauthorized } from "./answers.ts";
import { checkTokens, requireNamed } from "./check-tokens.ts";
import { readFlags } from "./context.ts";
import { openCore, originOf, type SessionCore } from "./core.ts";
import { endByLogoutToken } from "./ended-upstream.ts";
import { identify } from "./identify.ts";
import type { Instances } from "./instances.ts";
import { loadSession } from "./load-session.ts";
import { type ParsedSession, parseSession } from "./options.ts";
import { pass } from "./pass.ts";
import { withHeaders } from "./request-headers.ts";
import { loginUrl, safeReturn } from "./return-path.ts";
import type { Session } from "./session.ts";
import type { SessionInternals, SyncSession } from "./session-internals.ts";
import type { SessionOptions } from "./session-options.ts";
import { currentSession, signIn, signOut } from "./sign-in.ts";

/** Throws a `StartError` for options that cannot work. */
export function createSession(input: SessionOptions, instances: Instances): Session {
  return createParsedSession(parseSession(input), instances);
}

const middlewareOf =
  (core: SessionCore): MiddlewareHandler =>
  async (c, next) => {
    const connection = core.instances.runtime.connection(c.req.raw, c.env);
    const admitted = await admit(core, { request: c.req.raw, connection, flags: readFlags(c) });
    if (admitted.kind === "answer") return admitted.response;
    const { state, remove, set, answer } = admitted;
    withHeaders(c, remove, set);
    const { identity, public_access } = state;
    c.set(SESSION_KEY, state);
    if (public_access) c.set("public_access", true);
    if (identity) {
      c.set("claims", identity.claims);
      c.set("provider", identity.provider);
    }
    await next();
    for (const [name, value] of answer) c.header(name, value, { append: name === "Set-Cookie" });
    return undefined;
  };

/** Remote providers whose key sets are not there yet and cannot be fetched now. */
async function missingKeys({ effective, keys }: SessionCore): Promise<readonly string[]> {
  const remote = [...(await effective.current())].flatMap(([key, { auth_middleware, oauth2 }]) =>
    !auth_middleware && oauth2?.cert_url ? [{ key, url: oauth2.cert_url }] : [],
  );
  const fetched = await Promise.all(remote.map(({ url }) => keys.fetched(url)));
  return remote.flatMap(({ key }, index) => (fetched[index] ? [] : [key]));
}

/**
 * The same from options that are parsed already, as the command line has them.
 * @internal
 * @param canonicalOrigin the origin to use for the one of the request, where the service and the session share it
 */
export function createParsedSession(
  options: ParsedSession,
  instances: Instances,
  canonicalOrigin: (requested: string) => string = (requested) => requested,
): SessionInternals {
  const core = openCore(options, instances, canonicalOrigin);
  const { effective, backend } = core;
  const { login_path } = options.action.token;
  const sync: SyncSession = {
    admit: (incoming) => admit(core, incoming),
    identify: (incoming) =>
      proceed(effective.current(), (providers) =>
        proceed(identify(core, incoming, providers, true), (identified) =>
          pass(core, incoming, providers, identified),
        ),
      ),
    providers: () => effective.current(),
  };
  return {
    options,
    keys: backend.keys,
    middleware: middlewareOf(core),
    sync,
    admit: async (incoming) => sync.admit(incoming),
    identify: async (incoming) => sync.identify(incoming),
    origin: (incoming) => originOf(core, incoming),
    providers: async () => sync.providers(),
    catalog: effective.catalog,
    branding: effective.branding,
    current: (incoming) => currentSession(core, incoming),
    stored: async (incoming) => (await loadSession(core, incoming))?.record,
    signIn: (incoming, login) => signIn(core, incoming, login),
    signOut: (incoming) => signOut(core, incoming),
    async checkTokens(incoming, provider, tokens, expected) {
      const key = options.set_provider || provider;
      const at = () => originOf(core, incoming);
      const providers = await effective.current();
      const checked = await checkTokens(core, providers, key, tokens, expected, at);
      requireNamed(providers, key, checked);
      return checked.person;
    },
    endByLogoutToken: (provider, token) => endByLogoutToken(core, provider, token),
    missingKeys: () => missingKeys(core),
    unauthorized: () => unauthorized(options, {}),
    loginUrl: (returnTo) => (login_path === "" ? undefined : loginUrl(login_path, returnTo)),
    safeReturn: (redirectPath) => safeReturn(redirectPath, login_path),
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
  };
}
