/** The entry `postern/login`: signs people in. */
export { createLogin } from "./login/create.ts";
export type * from "./login/login.ts";
export type * from "./login/login-options.ts";
export type * from "./session/cookie-options.ts";
export type { Instances } from "./session/instances.ts";
export type { IncomingRequest } from "./session/session.ts";
export type * from "./settings/fields/redis-options.ts";
