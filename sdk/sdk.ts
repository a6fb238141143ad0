/** The login SDK as it is served: `{base}/auth/sdk.js` (login-middleware.md, Login SDK). */
export { createLogin } from "./create-login.ts";
export { createPasskey } from "./create-passkey.ts";
export { LoginError } from "./login-error.ts";
export { flowFromURL, getRedirectPath, isResponseTypeCode } from "./page-url.ts";
export type * from "./types.ts";
export { isWebAuthnSupported } from "./webauthn-support.ts";
