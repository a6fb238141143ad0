/** Scopes that mean the same everywhere (OpenID Connect Core §5.4, §11). */
export const STANDARD_SCOPES: readonly string[] = [
  "openid",
  "profile",
  "email",
  "address",
  "phone",
  "offline_access",
];
