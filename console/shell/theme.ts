/** The look of the console: one colour, system fonts, small type where people work. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { ACCENT } from "../api/document.ts";
import { brandAnchor, brandShades } from "./brand-shades.ts";

/** Around `#3046c9`, the blue of the login page; the darkest are for text on light ground. */
const POSTERN: MantineColorsTuple = [
  "#eef0fe",
  "#dcdffa",
  "#b6bdf3",
  "#8f9dff",
  "#6a78e6",
  "#4a5bd8",
  "#3046c9",
  "#283bb0",
  "#212f90",
  "#1a2573",
];

export const theme = createTheme({
  primaryColor: "postern",
  primaryShade: { light: 6, dark: 5 },
  colors: { postern: ACCENT === "" ? POSTERN : brandShades(ACCENT) },
  defaultRadius: "md",
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontWeight: "650" },
  cursorType: "pointer",
});

/** Soft texts and tinted labels keep the contrast of WCAG 2.2 AA (1.4.3) in both appearances. */
export const variables: CSSVariablesResolver = ({ colors }) => {
  const tints = (text: (shades: MantineColorsTuple) => string) =>
    Object.fromEntries(
      Object.entries(colors).map(([name, shades]) => [
        `--mantine-color-${name}-light-color`,
        text(shades),
      ]),
    );
  // White letters on red.
  const red = {
    "--mantine-color-red-filled": colors.red?.[9] ?? "",
    "--mantine-color-red-filled-hover": `color-mix(in srgb, ${colors.red?.[9]} 85%, black)`,
  };
  return {
    variables: {},
    light: {
      ...red,
      "--mantine-color-dimmed": "#5b6371",
      "--mantine-color-placeholder": "#6b7280",
      "--mantine-color-error": colors.red?.[9] ?? "",
      ...tints((shades) => `color-mix(in srgb, ${shades[9]} 72%, black)`),
    },
    dark: {
      ...red,
      "--mantine-color-dimmed": "#a8aeba",
      "--mantine-color-placeholder": "#9097a3",
      "--mantine-color-error": colors.red?.[4] ?? "",
      "--mantine-color-anchor": ACCENT === "" ? "#a3aeff" : brandAnchor(ACCENT),
      ...tints((shades) => shades[2]),
    },
  };
};
