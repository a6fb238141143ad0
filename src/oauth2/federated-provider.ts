/** Whether the provider behind a code may still sign people in (K-10). */
import type { Call } from "../call.ts";

const KINDS = { oauth: "oauth_providers", saml: "saml_providers" } as const;

/** @param provider kind and id of its record, `oauth:google` */
export function isProviderEnabled({ snapshot }: Call, provider: string): boolean {
  const colon = provider.indexOf(":");
  const kind = provider.slice(0, colon);
  if (!Object.hasOwn(KINDS, kind)) return false;
  const record = snapshot[KINDS[kind as keyof typeof KINDS]].get(provider.slice(colon + 1));
  return record?.enabled === true && record.config !== undefined;
}
