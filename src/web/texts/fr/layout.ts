/** What every page has, in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { LAYOUT as EN } from "../en/layout.ts";

export const LAYOUT: Translated<typeof EN> = {
  support: "Aide",
};
