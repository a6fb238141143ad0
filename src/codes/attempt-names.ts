/** The kinds of attempts by name; `attempt-kinds.ts` has their limits. Public types, so nothing else is imported. */

/** Kinds of which only failures count. */
export type GuessKind =
  | "password"
  | "client_secret"
  | "api_key"
  | "totp"
  | "mail_code"
  | "saml_response"
  | "user_code";

/** Kinds of which every request counts. */
export type SpentKind =
  | "mail"
  | "signup"
  | "reset"
  | "invitation"
  | "passkey"
  | "consent"
  | "device"
  | "registration"
  | "client_document"
  | "own_change";
