/** Session and login of the standalone server: what the configuration leaves out follows from the server. */
import type { AuthService } from "../auth.ts";
import { forwardedDecision } from "../guards/forward-auth.ts";
import { createParsedLogin } from "../login/create.ts";
import type { Runtime } from "../runtime.ts";
import { createParsedSession } from "../session/create.ts";
import type { Instances } from "../session/instances.ts";
import { type ParsedSession, sessionOptions } from "../session/options.ts";
import type { ForwardAuthRoute, FrontDoor } from "../standalone.ts";
import { trimEnd } from "../std/trim-end.ts";
import type { Config } from "./config.ts";

/** Names by which configuration of the standalone server knows its three parts. */
const AUTH = "auth";
const SESSION = "session";
const LOGIN_BASE = "/login";

/** Where the login page is, with its final slash. */
export const loginPath = ({ login }: Config): string =>
  `${trimEnd(login.path.base || LOGIN_BASE, "/")}/`;

/** Providers come from the service's own settings, so that they change without a restart. */
function sessionFor(config: Config): ParsedSession {
  const { session, server } = config;
  const { token, ...action } = session.action;
  return {
    ...session,
    provider_source:
      session.provider_source ??
      sessionOptions.shape.provider_source.parse({ auth_middleware: AUTH }),
    auth_skip_paths: session.auth_skip_paths.length > 0 ? session.auth_skip_paths : [AUTH],
    trusted_proxies:
      session.trusted_proxies.length > 0 ? session.trusted_proxies : server.trusted_proxies,
    action: { ...action, token: { ...token, login_path: token.login_path || loginPath(config) } },
  };
}

/** The route that proxies ask; undefined while it has no path. */
function forwardAuthRoute(
  { forward_auth, trusted_proxies: proxies }: Config["server"],
  instances: Instances,
): ForwardAuthRoute | undefined {
  const { path, ...asked } = forward_auth;
  if (path === "") return undefined;
  const options = { ...asked, auth_middleware: AUTH, session_middleware: SESSION };
  return { path, proxies, decide: forwardedDecision(options, instances) };
}

export function openFrontDoor(config: Config, auth: AuthService, runtime: Runtime): FrontDoor {
  const registry: Instances = { runtime, auth: { [AUTH]: auth.api } };
  const session = createParsedSession(sessionFor(config), registry, auth.api.origin);
  const instances = { ...registry, session: { [SESSION]: session } };
  const { path } = config.login;
  const login = createParsedLogin(
    {
      ...config.login,
      session_middleware: config.login.session_middleware || SESSION,
      path: { ...path, base: path.base || LOGIN_BASE },
    },
    instances,
  );
  return { session, login, forwardAuth: forwardAuthRoute(config.server, instances) };
}
