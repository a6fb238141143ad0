/** What a backup has none of: sessions, and codes and requests on their way, which would give something once more after a restore. */
import type { CodeKind } from "../codes/kinds.ts";

/**
 * Everything else among the codes stays: what was used and counts no more, what was revoked, and what is counted. Without these a
 * restore would take them back.
 */
const GIVING: readonly CodeKind[] = [
  "oauth_code",
  "authorize",
  "pushed_request",
  "consent_answer",
  "oauth_state",
  "saml_relay",
  "saml_test",
  "saml_answer",
  "form_begun",
  "form_answer",
  "signup",
  "password_reset",
  "password_setup",
  "address_change",
  "factor_setup",
  "mailed_round",
  "device_code",
  "device_request",
  "device_claim",
  "device_decision",
  "passkey_reg",
  "passkey_login",
  "email",
  "typed_code",
];

const names = GIVING.map((kind) => `'${kind}'`).join(", ");

/** Conditions by table, in SQL; a table that is not here is copied whole. */
export const ROWS_OF_BACKUPS: Readonly<Record<string, string>> = {
  auth_flow_codes: `"kind" not in (${names})`,
  auth_sessions: "false",
};
