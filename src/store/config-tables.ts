/** The tables of config records: one form for all kinds. */
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant, updatedAt, writtenBy } from "./columns.ts";

const configColumns = () => ({
  id: text("id").primaryKey(),
  config_encrypted: text("config_encrypted").notNull(),
  enabled: boolean("enabled").notNull().default(true),
  created_at: createdAt(),
  updated_at: updatedAt(),
  updated_by: writtenBy(),
});

const configRecords = (name: string) => pgTable(name, configColumns());
export const oauthClients = pgTable("auth_oauth_clients", {
  ...configColumns(),
  /** When it last got tokens; no event and no version. */
  last_used_at: instant("last_used_at"),
});
export const oauthProviders = configRecords("auth_oauth_providers");
export const ldapConfigs = configRecords("auth_ldap_configs");
export const samlProviders = configRecords("auth_saml_providers");
export const webhooks = configRecords("auth_webhooks");
