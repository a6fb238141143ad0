/** What a scope means, in words for people who have never heard of one (B-4). */
import { consentText } from "../../web/texts/catalogues.ts";
import type { CONSENT } from "../../web/texts/en/consent.ts";
import type { Spoken } from "../../web/texts/language.ts";

/** OpenID Connect Core §5.4, §11. */
const WELL_KNOWN: ReadonlyMap<string, keyof typeof CONSENT> = new Map([
  ["openid", "scope_openid"],
  ["profile", "scope_profile"],
  ["email", "scope_email"],
  ["address", "scope_address"],
  ["phone", "scope_phone"],
  ["offline_access", "scope_offline_access"],
]);

export function scopeText(context: Spoken, scope: string): string | undefined {
  const key = WELL_KNOWN.get(scope);
  return key && consentText(context)[key];
}
