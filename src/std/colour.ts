/** Colours that can be read: relative luminance and contrast (WCAG 2.2, 1.4.3). */

/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** For text of normal size, level AA. */
const MIN_CONTRAST = 4.5;
const MAX_STEPS = 50;

/** `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const rgbOf = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of the other colour, from 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [rgbOf(colour), rgbOf(other)];
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf([part(0), part(1), part(2)]);
}

/** Black or white, whichever is easier to read on it: at least 4.5 on every colour. */
export const textOn = (colour: string): string => {
  const [black, white] = [hexOf(BLACK), hexOf(WHITE)];
  return contrast(colour, white) >= MIN_CONTRAST ? white : black;
};

export interface AccentColours {
  readonly accent: string;
  /** Under a pointer. */
  readonly strong: string;
  readonly onAccent: string;
  /** A ground with a touch of it. */
  readonly tint: string;
}

/** What a page makes of one colour, so that everything on its grounds can be read. */
export function accentOn(
  colour: string,
  { page, card }: { readonly page: string; readonly card: string },
): AccentColours {
  const tint = mixed(card, colour, 0.1);
  const accent = readableOn(colour, [page, card, tint]);
  const onAccent = textOn(accent);
  // Away from the text on it, so that the contrast grows.
  const strong = mixed(accent, onAccent === "#ffffff" ? "#000000" : "#ffffff", 0.18);
  return { accent, strong, onAccent, tint };
}

/**
 * The colour itself, or as much darker or lighter as it takes to be read on all of these grounds.
 * @param grounds all light, or all dark
 */
export function readableOn(colour: string, grounds: readonly string[]): string {
  const light = grounds.every((ground) => luminance(rgbOf(ground)) > 0.5);
  const towards = hexOf(light ? BLACK : WHITE);
  for (let step = 0; step <= MAX_STEPS; step++) {
    const tried = mixed(colour, towards, step / MAX_STEPS);
    if (grounds.every((ground) => contrast(tried, ground) >= MIN_CONTRAST)) return tried;
  }
  return towards;
}
