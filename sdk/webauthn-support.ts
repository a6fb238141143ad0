/** WebAuthn of this browser (login-middleware.md, Login SDK). */

/** This browser can use passkeys on this page. */
export function isWebAuthnSupported(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof navigator.credentials?.get === "function" &&
    typeof navigator.credentials.create === "function"
  );
}
