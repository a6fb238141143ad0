/** The variables of Hono's context that session and guards set and read (login-session-wire 1.3). */
import type { SessionContext } from "../api.ts";
import type { Identity } from "../identity.ts";
import type { Connection } from "../runtime.ts";

/** Switches that a flag middleware in front may set for one request. */
export interface Flags {
  /** The upstream gets `Authorization: Bearer <access token>` for every kind of credential. */
  readonly token_header?: boolean;
  /** The upstream gets no `Authorization` at all; wins over `token_header`. */
  readonly token_header_delete?: boolean;
  /** Unauthorized instead of a redirect to the login page. */
  readonly disable_redirect?: boolean;
  /** Session cookie name of this request; beats every other source. */
  readonly cookie_name?: string;
  /** Read by the login middleware: this request signs out, on any route. */
  readonly logout?: boolean;
}

/** Switches of the guards for one request. */
export interface GuardFlags {
  /** Switches `requireRole` and `requireScope` off. */
  readonly auth_noop?: boolean;
  /** Switches `requireRole` off. */
  readonly auth_disable_role_check?: boolean;
  /** Switches `requireScope` off. */
  readonly auth_disable_scope_check?: boolean;
}

/** What a resource server in front says to its clients about the token that is needed. */
export interface ResourceState {
  /** Address of the metadata (RFC 9728 §5.1). */
  readonly metadata_url: string;
  /** Scopes of the token, and those that they imply. */
  readonly scopes: ReadonlySet<string>;
}

/** What the session leaves for everything behind it, under `SESSION_KEY`. */
export interface SessionState {
  /** The peer of the request. */
  readonly connection: Connection;
  /** What the auth service gets from it; its presence switches break-glass off (L-W1, H-2). */
  readonly session: SessionContext;
  /** Absent for anonymous requests. */
  readonly identity?: Identity;
  /** The request matched a public permission. */
  readonly public_access: boolean;
  /** Set by a resource server. */
  readonly resource?: ResourceState;
}

/** What `c.get` answers behind a session or a resource server; absent where none ran. */
export interface SessionVariables {
  /** All that was found out; `getSession(c)` reads it. */
  readonly postern?: SessionState;
  /** Claims of the caller; absent for anonymous requests. Set by a session. */
  readonly claims?: Identity["claims"];
  /** Key of the provider that authenticated the request. Set by a session. */
  readonly provider?: string;
  /** True where the request matched a public permission. Set by a session. */
  readonly public_access?: boolean;
}

declare module "hono" {
  interface ContextVariableMap extends SessionVariables, Flags, GuardFlags {}
}
