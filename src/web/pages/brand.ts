/** The branding of a deployment as pages show it: colours that can be read, and where its files lie. */
import { type Branding, NO_BRANDING } from "../../settings/branding.ts";
import { type Logo, readLogo } from "../../settings/logo.ts";
import { type AccentColours, accentOn } from "../../std/colour.ts";
import { crc32Hex } from "../../std/crc32.ts";

export interface Brand {
  readonly logo: Logo | undefined;
  /** In the addresses of logo and icon, so that a new one is seen at once; empty without a logo. */
  readonly version: string;
  /** Undefined for the colours of the product. */
  readonly colours: { readonly light: AccentColours; readonly dark: AccentColours } | undefined;
  /** Rules behind those of all pages. */
  readonly style: string;
}

/** The grounds of our stylesheet on which accent-coloured text stands. */
const LIGHT = { page: "#f3f4f7", card: "#ffffff" } as const;
const DARK = { page: "#0f1116", card: "#191c23" } as const;

const rules = ({ accent, strong, onAccent, tint }: AccentColours): string =>
  `--accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${onAccent}; --tint: ${tint};`;

function styleOf(colours: Brand["colours"]): string {
  if (!colours) return "";
  const { light, dark } = colours;
  return `
:root { ${rules(light)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${rules(dark)} } }
:root[data-theme="dark"] { ${rules(dark)} }
`;
}

function makeBrand({ logo, accent_color }: Branding): Brand {
  const colours =
    accent_color === ""
      ? undefined
      : { light: accentOn(accent_color, LIGHT), dark: accentOn(accent_color, DARK) };
  return {
    logo: logo === "" ? undefined : readLogo(logo),
    version: logo === "" ? "" : crc32Hex(logo),
    colours,
    style: styleOf(colours),
  };
}

const brands = new WeakMap<Branding, Brand>();

/** Made once for each document of the settings. */
export function brandOf(branding: Branding = NO_BRANDING): Brand {
  const brand = brands.get(branding) ?? makeBrand(branding);
  brands.set(branding, brand);
  return brand;
}
