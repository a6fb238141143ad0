/** What the middlewares of one request share (login-session-wire 1.3). */
import type { Context, MiddlewareHandler } from "hono";
import { SESSION_KEY, type SessionContext } from "../api.ts";
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

export type { Identity } from "../identity.ts";

/** What the session leaves for everything behind it, under `SESSION_KEY`. */
export interface SessionState {
  readonly connection: Connection;
  /** What the auth service is told; its presence switches break-glass off (L-W1, H-2). */
  readonly session: SessionContext;
  /** Absent for anonymous requests. */
  readonly identity?: Identity;
  /** The request matched a public permission. */
  readonly public_access: boolean;
}

const FLAGS = [
  "token_header",
  "token_header_delete",
  "disable_redirect",
  "cookie_name",
  "logout",
] as const;

/** The flags of a request, as `setContext` or any other middleware left them. */
export function readFlags(c: Context): Flags {
  const flags: Record<string, unknown> = {};
  for (const name of FLAGS) {
    const value: unknown = c.get(name as never);
    if (name === "cookie_name" ? typeof value === "string" && value !== "" : value === true) {
      flags[name] = value;
    }
  }
  return flags;
}

/** What a session in front of this request found; undefined when none ran. */
export const getSession = (c: Context): SessionState | undefined =>
  c.get(SESSION_KEY as never) as SessionState | undefined;

/** The flag middleware: sets context values, for example `{ logout: true }` on a route. */
export const setContext =
  (values: Readonly<Record<string, unknown>>): MiddlewareHandler =>
  async (c, next) => {
    for (const [name, value] of Object.entries(values)) c.set(name as never, value as never);
    await next();
  };
