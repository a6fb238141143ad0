/** Session and login of the standalone server: what the configuration leaves out follows from the server. */
import type { AuthService } from "../auth.ts";
import { forwardedDecision } from "../guards/forward-auth.ts";
import type { ForwardAuthOptions } from "../guards/forward-auth-options.ts";
import { createParsedLogin } from "../login/create.ts";
import type { LoginInternals } from "../login/login-parts.ts";
import type { ParsedLogin } from "../login/options.ts";
import type { Runtime } from "../runtime.ts";
import { createParsedSession } from "../session/create.ts";
import type { Instances } from "../session/instances.ts";
import { type ParsedSession, sessionOptions } from "../session/options.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import type { Cidr } from "../std/cidr.ts";
import type { Ready } from "../std/ready.ts";
import { trimEnd } from "../std/trim-end.ts";
import type { Answered } from "../web/reply.ts";

/** What stands between a browser and the service. */
export interface Gateway {
  readonly session: SessionInternals;
  readonly login: LoginInternals;
  readonly forwardAuth?: ForwardAuthRoute | undefined;
}

/** Decides for the proxies in front of other applications. */
interface ForwardAuthRoute {
  readonly path: string;
  /** The route trusts its headers, so for every other peer it answers as if it did not exist. */
  readonly proxies: readonly Cidr[];
  readonly decide: (incoming: IncomingRequest) => Ready<Answered>;
}

/** The parts of the configuration that say what stands in front. */
export interface GatewayConfig {
  readonly session: ParsedSession;
  readonly login: ParsedLogin;
  readonly server: {
    readonly trusted_proxies: readonly Cidr[];
    readonly forward_auth: { readonly path: string } & ForwardAuthOptions;
  };
}

/** Names by which configuration of the standalone server knows its three parts. */
const AUTH = "auth";
const SESSION = "session";
const LOGIN_BASE = "/login";

/** Where the login page is, with its final slash. */
export const loginPath = ({ login }: GatewayConfig): string =>
  `${trimEnd(login.path.base || LOGIN_BASE, "/")}/`;

/** Providers come from the service's own settings, so that they change without a restart. */
function sessionFor(config: GatewayConfig): ParsedSession {
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
  { forward_auth, trusted_proxies: proxies }: GatewayConfig["server"],
  instances: Instances,
): ForwardAuthRoute | undefined {
  const { path, ...incoming } = forward_auth;
  if (path === "") return undefined;
  const options = { ...incoming, auth_middleware: AUTH, session_middleware: SESSION };
  return { path, proxies, decide: forwardedDecision(options, instances) };
}

export function openGateway(config: GatewayConfig, auth: AuthService, runtime: Runtime): Gateway {
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
