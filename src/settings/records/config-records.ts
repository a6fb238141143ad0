/** Registry of the kinds of config records and their validation on save (auth-wire 4.3). */
import type { z } from "zod";
import { message, messageAt } from "../../messages/message.ts";
import { type Parsed, parseDocument } from "../document/parse-document.ts";
import type { Above, WithRow } from "../kind.ts";
import { ldap_configs } from "./ldap-config.ts";
import { oauth_clients } from "./oauth-client.ts";
import { oauth_providers } from "./oauth-provider.ts";
import { saml_providers } from "./saml-provider.ts";
import { webhooks } from "./webhook.ts";

/** A kind is named like its table and event topic. */
export const configKinds = {
  oauth_clients,
  oauth_providers,
  ldap_configs,
  saml_providers,
  webhooks,
} as const;

export type ConfigKind = keyof typeof configKinds;
export type ConfigRecords = {
  readonly [K in ConfigKind]: z.output<(typeof configKinds)[K]["schema"]>;
};

/** Kinds that have a row in one of the tables of other modules. */
export type ConfigKindWith<A extends Above> = WithRow<typeof configKinds, A>;

/** Reads the member `config` of a record; absent and `null` are refused. */
export function parseConfig<K extends ConfigKind>(
  kind: K,
  config: unknown,
): Parsed<ConfigRecords[K]> {
  if (config === undefined || config === null) {
    const said = messageAt("config", message("fault.required"));
    return { ok: false, message: "config is required", detail: said.text, messages: [said] };
  }
  const schema = configKinds[kind].schema as unknown as z.ZodType<ConfigRecords[K]>;
  return parseDocument(schema, config, "config", () => "cannot decode config");
}
