/** What the console makes of the accent colour of a deployment, so that everything can be read (WCAG 2.2, 1.4.3). */
import type { MantineColorsTuple } from "@mantine/core";
import { contrast, mixed, readableOn } from "../../src/std/colour.ts";

const WHITE = "#ffffff";
const BLACK = "#000000";
/** Grounds of Mantine: page, hovered rows, and the tint of what is chosen. */
const LIGHT = [WHITE, "#f1f3f5"] as const;
const DARK = ["#1f1f1f", "#2e2e2e", "#3b3b3b"] as const;

/** White letters stand on it in both appearances: in the dark as bright as they allow. */
function underWhite(colour: string): string {
  const isDark = contrast(colour, WHITE) >= 4.5;
  let shade = isDark ? colour : BLACK;
  for (let step = 0; step <= 50; step++) {
    const tried = mixed(colour, isDark ? WHITE : BLACK, step / 50);
    if (contrast(tried, WHITE) < 4.5) {
      if (isDark) return shade;
    } else {
      shade = tried;
      if (!isDark) return shade;
    }
  }
  return shade;
}

/** Ten shades from light to dark: the sixth is the filled one in the dark, the seventh in the light. */
export function brandShades(colour: string): MantineColorsTuple {
  const accent = readableOn(colour, [...LIGHT, mixed(WHITE, colour, 0.12)]);
  const bright = underWhite(colour);
  const lighter = (share: number) => mixed(bright, WHITE, share);
  const darker = (share: number) => mixed(accent, BLACK, share);
  return [
    lighter(0.92),
    lighter(0.84),
    lighter(0.68),
    lighter(0.5),
    lighter(0.22),
    bright,
    accent,
    darker(0.16),
    darker(0.32),
    darker(0.48),
  ];
}

/** Links in the dark. */
export const brandAnchor = (colour: string): string => readableOn(colour, DARK);
