/** What the middlewares of one request share (login-session-wire 1.3). */
import type { Context, ContextVariableMap, MiddlewareHandler } from "hono";
import { SESSION_KEY } from "../api.ts";
import type { Flags, SessionState } from "./variables.ts";

export type { Identity } from "../identity.ts";
export type { Flags, ResourceState, SessionState } from "./variables.ts";

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
    const value: unknown = c.get(name);
    if (name === "cookie_name" ? typeof value === "string" && value !== "" : value === true) {
      flags[name] = value;
    }
  }
  return flags;
}

/** What a session in front of this request found; undefined when none ran. */
export const getSession = (c: Context): SessionState | undefined => c.get(SESSION_KEY);

/** The flag middleware: sets context variables, for example `{ logout: true }` on a route. */
export const setContext =
  (values: Readonly<Partial<ContextVariableMap>>): MiddlewareHandler =>
  async (c, next) => {
    for (const [name, value] of Object.entries(values)) c.set(name, value);
    await next();
  };
