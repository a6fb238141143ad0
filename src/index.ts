/** The public door of the package. Runtimes are entries of their own: `postern/node`, `/bun`, `/deno`. */
export { type AcceptedToken, type AuthApi, SESSION_KEY } from "./api.ts";
export { type AuthService, createAuth, type RequestContext } from "./auth.ts";
export { AuthError, type ErrorCode, StartError } from "./errors.ts";
export { type ForwardAuthOptions, forwardAuth } from "./guards/forward-auth.ts";
export { type IamCheckOptions, iamCheck } from "./guards/iam-check.ts";
export { requireRole } from "./guards/require-role.ts";
export { requireScope } from "./guards/require-scope.ts";
export { type ResourceServerOptions, resourceServer } from "./guards/resource-server.ts";
export { type SessionInfoOptions, sessionInfo } from "./guards/session-info.ts";
export { createLogin } from "./login/create.ts";
export type { Login } from "./login/login.ts";
export type { LoginOptions } from "./login/options.ts";
export type { AuthOptions } from "./options.ts";
export type { Connection, Logger, Runtime, SqlDriver } from "./runtime.ts";
export {
  type Flags,
  getSession,
  type Identity,
  type SessionState,
  setContext,
} from "./session/context.ts";
export { createSession } from "./session/create.ts";
export type { Instances } from "./session/instances.ts";
export type { SessionOptions } from "./session/options.ts";
export type { Session } from "./session/session.ts";
