/** Whose looks a login has: those of the service behind it, here or elsewhere. */
import { authInstance } from "../session/instances.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import { type Branding, NO_BRANDING } from "../settings/branding.ts";
import { brandOf } from "../web/pages/brand.ts";
import { pictureUrls } from "../web/pages/favicon.ts";
import type { LoginParts } from "./login-parts.ts";
import type { LoginBranding } from "./manifest.ts";

/** `auth_middleware` of the login, else the service behind the session's providers, else the only one here. */
export function brandingOf(
  { options, instances }: LoginParts,
  session: SessionInternals,
): Branding {
  const { auth_middleware: name } = options;
  const isHere = name !== "" && instances.auth && Object.hasOwn(instances.auth, name);
  if (isHere) return authInstance(instances, name).branding();
  const [only, ...others] = Object.values(instances.auth ?? {});
  const alone = others.length === 0 ? only : undefined;
  return session.branding() ?? alone?.branding() ?? NO_BRANDING;
}

/** As pages of an application get it with the methods; undefined while nothing is set. */
export function manifestBranding(branding: Branding, icon: string): LoginBranding | undefined {
  const { product_name, accent_color, support_url } = branding;
  const { logo } = pictureUrls(icon, brandOf(branding).version);
  const set = { product_name, accent_color, support_url, logo_url: logo };
  const present = Object.entries(set).filter(([, value]) => value !== "");
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}
