/** Logos on the buttons of a login page: stored with the provider, served by the login, so that nothing is loaded from elsewhere. */
import { MAX_BUTTON_LOGO_BYTES, readLogo } from "../settings/logo.ts";
import type { SessionProvider } from "../settings/records/provider-record.ts";
import { crc32Hex } from "../std/crc32.ts";
import { servedLogo } from "../web/pages/favicon.ts";
import { notFound } from "./json-answer.ts";
import type { LoginPaths } from "./login-paths.ts";
import type { Visit } from "./visit.ts";

/** Segment of their addresses, beside the scripts. */
export const BUTTON_LOGOS = "logo";

/** Address of the logo with its version; undefined without one. */
export function buttonLogoUrl(
  { scripts }: LoginPaths,
  key: string,
  { logo }: SessionProvider,
): string | undefined {
  if (!logo) return undefined;
  return `${scripts}/${BUTTON_LOGOS}/${encodeURIComponent(key)}?v=${crc32Hex(logo)}`;
}

/** `GET {base}/assets/logo/{provider}`; the page of a group has providers that the session may not have. */
export async function answerButtonLogo({ session }: Visit, key: string): Promise<Response> {
  const provider =
    (await session.providers()).get(key) ?? (await session.catalog())?.merged.get(key);
  const logo = provider?.logo ? readLogo(provider.logo, MAX_BUTTON_LOGO_BYTES) : undefined;
  if (!logo) throw notFound();
  return servedLogo(logo);
}
