/** Every text of the report about a SAML provider that an administrator tries out. */

export const SAML_REPORT = {
  passed: "Sign-in with {provider} works",
  failed: "Sign-in with {provider} does not work yet",
  text: "This was a test. No user was signed in, and nothing was stored.",
  checks: "Checks",
  person: "What the provider says about the person",
  ok: "in order",
  alias: "User here",
  nameId: "NameID",
  nameIdFormat: "Format of the NameID",
  roles: "Roles here",
  none: "none",
} as const;
