/** How long a new key lives (auth-wire 8.2): the usual choices, as durations of the service. */
import type { KEYS } from "../texts/keys.ts";

export const LIFETIMES = [
  ["24h", "day"],
  ["168h", "week"],
  ["720h", "month"],
  ["2160h", "quarter"],
  ["", "never"],
] as const satisfies readonly (readonly [string, keyof typeof KEYS.en])[];

/** What is proposed. */
export const USUAL = "720h";
