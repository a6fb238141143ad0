/** The public door of the package. Runtimes are entries of their own: `postern/node`, `/bun`, `/deno`. */
export { type AcceptedToken, type AuthApi, SESSION_KEY } from "./api.ts";
export { type AuthService, createAuth, type RequestContext } from "./auth.ts";
export { AuthError, type ErrorCode, StartError } from "./errors.ts";
export type { AuthOptions } from "./options.ts";
export type { Connection, Logger, Runtime, SqlDriver } from "./runtime.ts";
