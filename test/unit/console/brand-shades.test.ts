/** The shades that the console makes of a colour: white letters and tinted texts can be read (WCAG 2.2, 1.4.3). */
import { describe, expect, test } from "vitest";
import { brandAnchor, brandShades } from "../../../console/shell/brand-shades.ts";
import { contrast, mixed } from "../../../src/std/colour.ts";

const PARTS = ["00", "33", "80", "cc", "ff"];
const COLOURS = PARTS.flatMap((red) =>
  PARTS.flatMap((green) => PARTS.map((blue) => `#${red}${green}${blue}`)),
);
/** The grounds of Mantine in the dark: the page, and a row that is chosen. */
const DARK = "#242424";

describe("125 colours, from black to white", () => {
  const all = COLOURS.map((colour) => ({
    colour,
    shades: brandShades(colour),
    anchor: brandAnchor(colour),
  }));
  const worst = (rate: (one: (typeof all)[number]) => number) =>
    Math.min(...all.map((one) => rate(one)));
  const shade = (shades: readonly string[], index: number) => shades[index] ?? "";

  test("white letters on buttons", () => {
    for (const index of [5, 6, 7]) {
      expect(worst(({ shades }) => contrast(shade(shades, index), "#ffffff"))).toBeGreaterThan(
        4.49,
      );
    }
  });

  test("links on white, on grey rows and in the dark", () => {
    expect(worst(({ shades }) => contrast(shade(shades, 6), "#f1f3f5"))).toBeGreaterThan(4.49);
    expect(worst(({ anchor }) => contrast(anchor, DARK))).toBeGreaterThan(4.49);
  });

  test("texts on a tint, light and dark", () => {
    // As the theme draws them: `light-color` on a tenth, in the dark on 15 in a hundred.
    expect(
      worst(({ shades }) =>
        contrast(
          mixed(shade(shades, 9), "#000000", 0.28),
          mixed("#ffffff", shade(shades, 6), 0.12),
        ),
      ),
    ).toBeGreaterThan(4.49);
    expect(
      worst(({ shades }) => contrast(shade(shades, 2), mixed(DARK, shade(shades, 5), 0.2))),
    ).toBeGreaterThan(4.49);
  });

  test("a button is seen on the dark page (1.4.11)", () => {
    expect(worst(({ shades }) => contrast(shade(shades, 5), DARK))).toBeGreaterThan(3);
  });

  test("a colour that can be read stays as it is", () => {
    expect(shade(brandShades("#0b6e4f"), 6)).toBe("#0b6e4f");
  });
});
