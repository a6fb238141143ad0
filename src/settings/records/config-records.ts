/** Registry of the four kinds of config records and their validation on save (auth-wire 4.3). */
import type { z } from "zod";
import { type Parsed, parseDocument } from "../document/parse-document.ts";
import { ldapConfig } from "./ldap-config.ts";
import { oauthClient } from "./oauth-client.ts";
import { oauthProvider } from "./oauth-provider.ts";
import { samlProvider } from "./saml-provider.ts";

/** The schema of `config` by kind; a kind is named like its table and event topic. */
export const configKinds = {
  oauth_clients: oauthClient,
  oauth_providers: oauthProvider,
  ldap_configs: ldapConfig,
  saml_providers: samlProvider,
} as const;

export type ConfigKind = keyof typeof configKinds;
export type ConfigRecords = { readonly [K in ConfigKind]: z.output<(typeof configKinds)[K]> };

/** Reads the member `config` of a record; absent and `null` are refused. */
export function parseConfig<K extends ConfigKind>(
  kind: K,
  config: unknown,
): Parsed<ConfigRecords[K]> {
  if (config === undefined || config === null) {
    return { ok: false, message: "config is required", detail: "config: is required" };
  }
  const schema = configKinds[kind] as unknown as z.ZodType<ConfigRecords[K]>;
  return parseDocument(schema, config, "config", () => "cannot decode config");
}
