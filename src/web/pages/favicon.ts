/** The icon of our pages: a drawing in code, so that every runtime has it, also those without files. */

import { type Branding, NO_BRANDING } from "../../settings/branding.ts";
import type { Logo } from "../../settings/logo.ts";
import { brandOf } from "./brand.ts";

/** Last segment of its address below a service or a login. */
export const ICON_NAME = "icon.svg";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><rect width="32" height="32" rx="7" fill="#3046c9" stroke="none"/><path d="M8.5 25V14.5a7.5 7.5 0 0 1 15 0V25M6 25h20M16 25v-9M19.5 18v1"/></svg>
`;

/** Last segment of the address of the logo, beside that of the icon. */
export const LOGO_NAME = "logo";

/** Nothing in a picture runs or loads, also when it is opened by itself. */
const picture = (body: BodyInit, type: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      // A logo that changes has another address.
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });

/** `GET` of a logo that was read. */
export const servedLogo = ({ bytes, type }: Logo): Response => picture(bytes, type);

/** `GET` of the logo of the deployment; undefined where none is set. */
export function logoResponse(branding: Branding): Response | undefined {
  const { logo } = brandOf(branding);
  return logo && servedLogo(logo);
}

/** `GET` of the icon: the logo, else the product's own drawing. */
export const iconResponse = (branding = NO_BRANDING): Response =>
  logoResponse(branding) ?? picture(ICON, "image/svg+xml");

/** Address of the logo beside this icon, and of the icon itself, with their version. */
export function pictureUrls(icon: string, version: string): { icon: string; logo: string } {
  if (version === "") return { icon, logo: "" };
  const query = `?v=${version}`;
  return { icon: icon + query, logo: icon.slice(0, -ICON_NAME.length) + LOGO_NAME + query };
}
