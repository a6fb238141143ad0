/** The branding in force; that of the product while the namespace cannot be read: pages must come out (C-3). */
import { type Branding, NO_BRANDING } from "./branding.ts";
import type { Settings } from "./index.ts";

export function readBranding(settings: Pick<Settings, "branding">): Branding {
  try {
    return settings.branding;
  } catch {
    return NO_BRANDING;
  }
}
