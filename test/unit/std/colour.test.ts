/** Every colour can be read: as ground of text, and as text on light and dark grounds. */
import { expect, test } from "vitest";
import { contrast, isColour, mixed, readableOn, textOn } from "../../../src/std/colour.ts";
import { brandOf } from "../../../src/web/pages/brand.ts";

/** 125 colours from all corners of the cube. */
const STEPS = ["00", "40", "80", "bf", "ff"];
const COLOURS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);

test("WCAG 2.2: the known contrasts", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(mixed("#000000", "#ffffff", 0.5)).toBe("#808080");
});

test("black or white can be read on every colour", () => {
  for (const colour of COLOURS) {
    expect(contrast(colour, textOn(colour)), colour).toBeGreaterThanOrEqual(4.5);
  }
});

test("a colour that can be read already stays", () => {
  expect(readableOn("#3046c9", ["#ffffff", "#f3f4f7"])).toBe("#3046c9");
});

test("on our pages, light and dark, buttons and links of every colour can be read", () => {
  for (const accent_color of COLOURS) {
    const { colours } = brandOf({ product_name: "", logo: "", support_url: "", accent_color });
    const themes = [
      [colours?.light, ["#f3f4f7", "#ffffff"]],
      [colours?.dark, ["#0f1116", "#191c23"]],
    ] as const;
    for (const [theme, grounds] of themes) {
      const { accent = "", strong = "", onAccent = "", tint = "" } = theme ?? {};
      for (const ground of [...grounds, tint]) {
        expect(contrast(accent, ground), `${accent_color} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
      for (const ground of [accent, strong]) {
        expect(contrast(onAccent, ground), `${accent_color}: text`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

test("nothing but six hexadecimal digits is a colour", () => {
  expect(["#3046c9", "#ABCDEF"].every(isColour)).toBe(true);
  expect(["red", "#fff", "#3046c9;}", "url(x)", "#3046c9 ", "var(--x)", ""].some(isColour)).toBe(
    false,
  );
});
