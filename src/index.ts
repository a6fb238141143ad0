/** The public entry of the package, with all of `postern/session`, `/login` and `/guards`. Runtimes are entries of their own. */
export * from "./api.ts";
export {
  type AuthService,
  createAuth,
  type EmbeddedOptions,
  type RequestContext,
} from "./auth.ts";
export { AuthError, type AuthErrorOptions, type ErrorCode, StartError } from "./errors.ts";
export type {
  AuthEvent,
  Events,
  MailFailed,
  MailSent,
  PasswordChanged,
  RecordWritten,
  RequestRefused,
  TokenIssued,
  TokenRevoked,
} from "./events/events.ts";
export type { FirstCredentials, OnFirstRun } from "./first-run/first-credentials.ts";
export * from "./guards.ts";
export type { Health, HealthDetail } from "./health.ts";
export type { SessionSource } from "./identity.ts";
export * from "./login.ts";
export type { MailHealth } from "./mail/mail-health.ts";
export type * from "./options/auth-options.ts";
export type * from "./runtime/ldap.ts";
export type * from "./runtime/mail.ts";
export type * from "./runtime/xml.ts";
export type * from "./runtime.ts";
export * from "./session.ts";
