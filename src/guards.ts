/** The entry `postern/guards`: decides what a caller may do. */
export type * from "./guards/authentication-options.ts";
export type * from "./guards/claim-guard-options.ts";
export type * from "./guards/decision-options.ts";
export { forwardAuth } from "./guards/forward-auth.ts";
export type * from "./guards/forward-auth-options.ts";
export { iamCheck } from "./guards/iam-check.ts";
export type * from "./guards/iam-check-options.ts";
export { missingScope } from "./guards/missing-scope.ts";
export { requireAuthentication } from "./guards/require-authentication.ts";
export { requireRole } from "./guards/require-role.ts";
export { requireScope } from "./guards/require-scope.ts";
export { resourceServer } from "./guards/resource-server.ts";
export type * from "./guards/resource-server-options.ts";
export { sessionInfo } from "./guards/session-info.ts";
export type * from "./guards/session-info-options.ts";
export type { Instances } from "./session/instances.ts";
