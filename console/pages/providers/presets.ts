/** Which members a record of each preset needs, beside client and secret. */
import type { Document } from "../../form/schema.ts";

export const PRESETS = {
  google: [],
  entra: ["tenant"],
  github: [],
  gitlab: [],
  apple: ["team_id", "key_id"],
  keycloak: ["issuer"],
  other: ["issuer"],
} as const satisfies Record<string, readonly string[]>;
export type PresetName = keyof typeof PRESETS;

export const isPreset = (text: unknown): text is PresetName =>
  typeof text === "string" && Object.hasOwn(PRESETS, text);

/** A new record: the addresses, scopes and peculiarities come from the preset. */
export const freshProvider = (preset: PresetName): Document =>
  preset === "other" ? { scopes: ["openid", "email", "profile"] } : { preset };

export const needsOf = (preset: unknown): readonly string[] =>
  isPreset(preset) ? PRESETS[preset] : PRESETS.other;
