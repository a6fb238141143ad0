/** What every page has, in German. */
import type { Translated } from "../language.ts";
import type { LAYOUT } from "../layout.ts";

export const LAYOUT_DE: Translated<typeof LAYOUT> = { support: "Hilfe" };
