/** How long a new key lives (auth-wire 8.2): the usual choices, as durations of the service. */
import type { Texts } from "../texts/en/index.ts";

export const LIFETIMES = [
  ["24h", "day"],
  ["168h", "week"],
  ["720h", "month"],
  ["2160h", "quarter"],
  ["", "never"],
] as const satisfies readonly (readonly [string, keyof Texts["keys"]])[];

/** What is proposed. */
export const USUAL = "720h";
