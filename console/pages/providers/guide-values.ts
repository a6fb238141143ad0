/** Where each provider is set up, and which value each step of its guide has. */
import type { Texts } from "../../texts/en/index.ts";
import type { PresetName } from "./presets.ts";

/** Values that a step tells to enter; a text is that text. */
type Value = "callback" | "origin" | "host" | { readonly text: string };

type ValuesOf<Steps> = { readonly [Step in keyof Steps]: Value | undefined };

interface Guide<Steps> {
  /** Page of the provider; absent where each has its own. */
  readonly page?: string;
  readonly values: ValuesOf<Steps>;
}

const OPENID = { text: "openid email profile" } as const;

export const GUIDES: {
  readonly [Preset in PresetName]: Guide<Texts["providerGuide"]["steps"][Preset]>;
} = {
  google: {
    page: "https://console.cloud.google.com/auth/clients",
    values: [undefined, undefined, "origin", "callback", OPENID, undefined],
  },
  entra: {
    page: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
    values: [undefined, "callback", undefined, undefined, OPENID, { text: "groups" }],
  },
  github: {
    page: "https://github.com/settings/developers",
    values: [
      undefined,
      "origin",
      "callback",
      undefined,
      undefined,
      { text: "read:user user:email" },
    ],
  },
  gitlab: {
    page: "https://gitlab.com/-/user_settings/applications",
    values: [undefined, "callback", undefined, OPENID, undefined, undefined],
  },
  apple: {
    page: "https://developer.apple.com/account/resources/identifiers/list/serviceId",
    values: [undefined, undefined, "host", "callback", undefined, undefined],
  },
  keycloak: {
    values: [
      { text: "postern" },
      undefined,
      "origin",
      "callback",
      undefined,
      undefined,
      { text: "realm_access.roles" },
    ],
  },
  other: { values: [undefined, "callback", "origin", OPENID, undefined] },
};

/** @param callback of the record that is being made */
export function shownValue(value: Value | undefined, callback: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "object") return value.text;
  if (value === "callback") return callback;
  const { origin, hostname } = new URL(callback);
  return value === "host" ? hostname : origin;
}
