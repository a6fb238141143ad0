/** The public door of the package. Runtimes are entries of their own: `postern/node`, `/bun`, `/deno`. */
export { type AcceptedToken, type AuthApi, SESSION_KEY } from "./api.ts";
export { type AuthService, createAuth, type RequestContext } from "./auth.ts";
export { AuthError, type ErrorCode, StartError } from "./errors.ts";
export type { Companions } from "./middleware/companions.ts";
export {
  type Flags,
  type Identity,
  readMark,
  type SessionMark,
  setContext,
} from "./middleware/context.ts";
export { type ForwardAuthOptions, forwardAuth } from "./middleware/forward-auth.ts";
export { type IamCheckOptions, iamCheck } from "./middleware/iam-check.ts";
export { createLogin } from "./middleware/login/create.ts";
export type { Login } from "./middleware/login/login.ts";
export type { LoginOptions } from "./middleware/login/options.ts";
export { requireRole } from "./middleware/require-role.ts";
export { requireScope } from "./middleware/require-scope.ts";
export { type ResourceServerOptions, resourceServer } from "./middleware/resource-server.ts";
export { createSession } from "./middleware/session/create.ts";
export type { SessionOptions } from "./middleware/session/options.ts";
export type { Session } from "./middleware/session/session.ts";
export { type SessionInfoOptions, sessionInfo } from "./middleware/session-info.ts";
export type { AuthOptions } from "./options.ts";
export type { Connection, Logger, Runtime, SqlDriver } from "./runtime.ts";
