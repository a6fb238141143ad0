/** What a scope means, in words for people who have never heard of one (B-4). */
import { CONSENT } from "../../web/texts/consent.ts";

/** OpenID Connect Core §5.4, §11. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ["openid", CONSENT.scope_openid],
  ["profile", CONSENT.scope_profile],
  ["email", CONSENT.scope_email],
  ["address", CONSENT.scope_address],
  ["phone", CONSENT.scope_phone],
  ["offline_access", CONSENT.scope_offline_access],
]);

export const scopeText = (scope: string): string | undefined => WELL_KNOWN.get(scope);
