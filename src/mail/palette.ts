/** The colours of a mail: those of our pages, or of the deployment where they are set. */
import type { Branding } from "../settings/branding.ts";
import { brandOf } from "../web/pages/brand.ts";

export interface Palette {
  readonly accent: string;
  readonly onAccent: string;
  readonly tint: string;
  readonly darkAccent: string;
  readonly darkOnAccent: string;
  readonly darkTint: string;
}

const OWN: Palette = {
  accent: "#3046c9",
  onAccent: "#ffffff",
  tint: "#eef0fd",
  darkAccent: "#8f9dff",
  darkOnAccent: "#10131f",
  darkTint: "#232840",
};

export function paletteOf(branding: Branding): Palette {
  const { colours } = brandOf(branding);
  if (!colours) return OWN;
  const { light, dark } = colours;
  return {
    ...{ accent: light.accent, onAccent: light.onAccent, tint: light.tint },
    ...{ darkAccent: dark.accent, darkOnAccent: dark.onAccent, darkTint: dark.tint },
  };
}
