/** Every column that holds sealed values, with the place that each value is bound to (C-1). */
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  auditHead,
  ldapConfigs,
  oauthClients,
  oauthProviders,
  samlProviders,
  settings,
  totpSecrets,
  users,
  webhooks,
} from "./tables.ts";

export interface SealedColumn {
  readonly table: PgTable;
  /** The primary key, which is the row of the place. */
  readonly id: PgColumn;
  readonly column: PgColumn;
  /** `field` of the place. */
  readonly field: string;
}

const configs = [oauthClients, oauthProviders, ldapConfigs, samlProviders, webhooks];

/** All but the canary, which `canary.ts` seals. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: settings, id: settings.namespace, column: settings.value_encrypted, field: "value" },
  ...configs.map((table) => ({
    table,
    id: table.id,
    column: table.config_encrypted,
    field: "config",
  })),
  { table: users, id: users.id, column: users.details_encrypted, field: "details" },
  {
    table: totpSecrets,
    id: totpSecrets.user_id,
    column: totpSecrets.secret_encrypted,
    field: "secret_encrypted",
  },
  {
    table: totpSecrets,
    id: totpSecrets.user_id,
    column: totpSecrets.pending_secret_encrypted,
    field: "pending_secret_encrypted",
  },
  { table: auditHead, id: auditHead.id, column: auditHead.key_encrypted, field: "key" },
];
