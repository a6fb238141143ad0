/** The entry `postern/session`: finds out who asks, in front of an application. */
export type { Authentication, Identity, SessionContext, TokenUse } from "./identity.ts";
export type * from "./options/provider-overlay.ts";
export type { Providers } from "./providers/catalog.ts";
export { getSession, setContext } from "./session/context.ts";
export type * from "./session/cookie-options.ts";
export { createSession } from "./session/create.ts";
export type { Instances } from "./session/instances.ts";
export type * from "./session/provider-source-options.ts";
export type * from "./session/session.ts";
export type * from "./session/session-options.ts";
export type * from "./session/session-record.ts";
export type * from "./session/store-options.ts";
export type * from "./session/variables.ts";
export type * from "./settings/fields/redis-options.ts";
export type * from "./settings/records/provider-options.ts";
export type * from "./settings/records/provider-record.ts";
