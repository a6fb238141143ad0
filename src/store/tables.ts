/** Every table of the service (specification, stored resources; auth-wire 6.9). */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { bytea, createdAt, instant, updatedAt, writtenBy } from "./columns.ts";
import {
  ldapConfigs,
  oauthClients,
  oauthProviders,
  samlProviders,
  webhooks,
} from "./config-tables.ts";
import { invitations } from "./invitation-table.ts";

export { audit, auditHead } from "./audit-table.ts";
export { clientSignIns } from "./client-sign-in-table.ts";
export { consents } from "./consent-table.ts";
export { deliveries, deliveryLines } from "./delivery-tables.ts";
export { importedPeople } from "./import-table.ts";
export { type InvitationDecision, invitations } from "./invitation-table.ts";
export { userPictures } from "./picture-table.ts";
export { measuredSignIns } from "./sign-in-table.ts";
export { ldapConfigs, oauthClients, oauthProviders, samlProviders, webhooks };

/** Ids that moved in one version, by topic; a member `*` means "more than a patch is worth: load all". */
export type ChangedRows = Readonly<Record<string, readonly string[]>>;

/** A grant with a window (auth-wire 2.1). Times are RFC 3339; an absent start means at once. */
export interface TemporaryGrant {
  readonly id: string;
  readonly starts_at?: string;
  readonly expires_at: string;
}

/** The part of a principal that is neither searched by SQL nor secret. */
export interface PrincipalDocument {
  readonly role_ids: readonly string[];
  readonly sync_role_ids: readonly string[];
  readonly permission_ids: readonly string[];
  readonly tmp_role_ids: readonly TemporaryGrant[];
  readonly tmp_permission_ids: readonly TemporaryGrant[];
  readonly description: string;
}

/** What a directory says of a person who is refused: no entry, or one that is disabled or past its end. */
export type LeftReason = "gone" | "disabled" | "expired";

/** Why and until when administrators keep a user out; the row is disabled as long as it has one. */
export interface Suspension {
  readonly reason: string;
  /** RFC 3339, as the other times; absent: until it is ended. */
  readonly until?: string;
  readonly since: string;
  /** Who did it. */
  readonly by: string;
}

export interface RoleDocument {
  readonly permission_ids: readonly string[];
  readonly role_ids: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly description: string;
}

/** Hosts, paths and methods that a permission covers (auth-wire 2.7). */
export interface Resource {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  readonly excluded: readonly Omit<Resource, "excluded">[];
}

export interface PermissionDocument {
  readonly resources: readonly Resource[];
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly scope: Readonly<Record<string, readonly string[]>>;
  readonly public: boolean;
}

/** One row. Its lock makes every versioned write wait its turn (ADR 0003). */
export const versions = pgTable(
  "auth_versions",
  {
    id: boolean("id").primaryKey().default(true),
    version: bigint("version", { mode: "number" }).notNull(),
    updated_at: updatedAt(),
  },
  (table) => [check("auth_versions_one_row", sql`${table.id}`)],
);

export const events = pgTable(
  "auth_events",
  {
    version: bigint("version", { mode: "number" }).primaryKey(),
    topic: text("topic").notNull(),
    action: text("action").notNull(),
    entity_id: text("entity_id").notNull(),
    actor: text("actor").notNull(),
    changes: jsonb("changes").$type<ChangedRows>().notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    index("auth_events_topic").on(table.topic, table.version),
    index("auth_events_created_at").on(table.created_at),
  ],
);

export const encryptionCheck = pgTable(
  "auth_encryption_check",
  {
    id: boolean("id").primaryKey().default(true),
    canary_encrypted: text("canary_encrypted").notNull(),
    updated_at: updatedAt(),
  },
  (table) => [check("auth_encryption_check_one_row", sql`${table.id}`)],
);

export const settings = pgTable("auth_settings", {
  namespace: text("namespace").primaryKey(),
  value_encrypted: text("value_encrypted").notNull(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  updated_by: writtenBy(),
});

export const users = pgTable(
  "auth_users",
  {
    id: text("id").primaryKey(),
    alias: text("alias").array().notNull(),
    /** Comparison forms of `alias` (T-8); unique over all principals, checked under the version lock. */
    alias_keys: text("alias_keys").array().notNull(),
    details_encrypted: text("details_encrypted").notNull(),
    disabled: boolean("disabled").notNull().default(false),
    service_account: boolean("service_account").notNull().default(false),
    local: boolean("local").notNull().default(false),
    /**
     * Kind and id of the record whose person this is: `ldap:directory`, `oauth:google`; empty for an account that no
     * record has made or taken, `ldap` for one that some directory made before records were noted.
     */
    source: text("source").notNull().default(""),
    doc: jsonb("doc").$type<PrincipalDocument>().notNull(),
    /** Why the directory refuses the user (decision E-6); apart from `disabled`, which administrators decide. */
    left_reason: text("left_reason").$type<LeftReason>(),
    suspension: jsonb("suspension").$type<Suspension>(),
    /** When `left_reason` changed last, by the clock of the database. */
    standing_at: instant("standing_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
    updated_by: writtenBy(),
  },
  (table) => [index("auth_users_alias_keys").using("gin", table.alias_keys)],
);

export const roles = pgTable("auth_roles", {
  id: text("id").primaryKey(),
  name: text("name").notNull().unique(),
  config: jsonb("config").$type<RoleDocument>().notNull(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  updated_by: writtenBy(),
});

export const permissions = pgTable("auth_permissions", {
  id: text("id").primaryKey(),
  name: text("name").notNull().unique(),
  config: jsonb("config").$type<PermissionDocument>().notNull(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  updated_by: writtenBy(),
});

export const lmaps = pgTable("auth_lmaps", {
  name: text("name").primaryKey(),
  role_ids: text("role_ids").array().notNull(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  updated_by: writtenBy(),
});

export const apiKeys = pgTable(
  "auth_api_keys",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id"),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    key_hash: text("key_hash").notNull().unique(),
    expires_at: instant("expires_at"),
    role_ids: jsonb("role_ids").$type<readonly string[]>().notNull(),
    permission_ids: jsonb("permission_ids").$type<readonly string[]>().notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    disabled: boolean("disabled").notNull().default(false),
    revision: integer("revision").notNull().default(1),
    created_at: createdAt(),
    updated_at: updatedAt(),
    /** By the owner and not by an administrator: applications see its name as a name alone. */
    self_made: boolean("self_made").notNull().default(false),
    last_used_at: instant("last_used_at"),
  },
  (table) => [index("auth_api_keys_user_id").on(table.user_id)],
);

export const totpSecrets = pgTable("auth_totp_secrets", {
  user_id: text("user_id").primaryKey(),
  secret_encrypted: text("secret_encrypted").notNull(),
  /** A secret that was registered but not yet proven; the confirmed one stays in force (F-2). */
  pending_secret_encrypted: text("pending_secret_encrypted"),
  confirmed: boolean("confirmed").notNull().default(false),
  /** SHA-256 hex of the unused recovery codes. */
  recovery_codes: jsonb("recovery_codes").$type<readonly string[]>().notNull(),
  /** The last accepted time step, so that none is accepted twice (F-1). */
  last_step: bigint("last_step", { mode: "number" }),
  created_at: createdAt(),
  updated_at: updatedAt(),
});

export const passkeyCredentials = pgTable(
  "auth_passkey_credentials",
  {
    /** Credential id, URL-safe base64. */
    id: text("id").primaryKey(),
    user_id: text("user_id").notNull(),
    name: text("name").notNull(),
    rp_id: text("rp_id").notNull().default(""),
    public_key: bytea("public_key").notNull(),
    credential: jsonb("credential").$type<Record<string, unknown>>().notNull(),
    sign_count: bigint("sign_count", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("auth_passkey_credentials_user").on(table.user_id, table.rp_id)],
);

/** Which user here a person of a provider or directory is (U-3; decision E-5). */
export const identities = pgTable(
  "auth_identities",
  {
    /** Kind and id of the record: `oauth:google`, `saml:campus`, `ldap:directory`. */
    provider: text("provider").notNull(),
    /** Who vouches: another server behind the same record vouches for other people. Of directories the attribute. */
    issuer: text("issuer").notNull(),
    /** What the issuer calls the person: `sub`, the subject of an assertion, the value of the attribute. */
    subject: text("subject").notNull(),
    user_id: text("user_id").notNull(),
    /** Name of the person there, for people to read. */
    label: text("label").notNull().default(""),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.issuer, table.subject] }),
    index("auth_identities_user_id").on(table.user_id),
  ],
);

/** People who were refused, because their name or address belongs to another account (decision E-5); no event and no version. */
export const identityConflicts = pgTable(
  "auth_identity_conflicts",
  {
    provider: text("provider").notNull(),
    issuer: text("issuer").notNull(),
    /** Empty where the directory gives no id. */
    subject: text("subject").notNull(),
    /** The name that is in the way. */
    name: text("name").notNull(),
    label: text("label").notNull().default(""),
    reason: text("reason").notNull(),
    /** The account that has the name. */
    user_id: text("user_id").notNull(),
    created_at: createdAt(),
    seen_at: instant("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.issuer, table.subject, table.name] }),
    index("auth_identity_conflicts_seen_at").on(table.provider, table.seen_at),
  ],
);

export const flowCodes = pgTable(
  "auth_flow_codes",
  {
    /** `<kind>:<id>`; secret ids are stored as their SHA-256 (C-5). */
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    payload: jsonb("payload").$type<unknown>().notNull(),
    expires_at: instant("expires_at").notNull(),
    created_at: createdAt(),
  },
  (table) => [index("auth_flow_codes_expires_at").on(table.expires_at)],
);

export const sessions = pgTable(
  "auth_sessions",
  {
    /** Digest of the session id: a reader of the table cannot make a cookie from it (L-W21). */
    key: text("key").primaryKey(),
    /** Sealed by the session; the database never sees a token. */
    value: text("value").notNull(),
    /** Starts at random, so a record made anew does not pass for the one before it. */
    revision: integer("revision").notNull(),
    lease_owner: text("lease_owner"),
    lease_until: instant("lease_until"),
    expires_at: instant("expires_at").notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("auth_sessions_expires_at").on(table.expires_at)],
);

export interface SyncFindings {
  /** Names that several groups have. */
  readonly ambiguous: readonly string[];
  /** Users who left and are not refused, because they were too many at once. */
  readonly leavers_held: number;
}

export const syncLocks = pgTable("auth_sync_locks", {
  name: text("name").primaryKey(),
  instance_id: text("instance_id").notNull(),
  acquired_at: instant("acquired_at").notNull(),
  /** What administrators still have to look at after the last complete run. */
  findings: jsonb("findings").$type<SyncFindings>(),
});

/** Processes that serve this database, as each of them tells of itself; no event and no version. */
export const instances = pgTable("auth_instances", {
  /** Drawn anew by each process. */
  id: text("id").primaryKey(),
  seen_at: instant("seen_at").notNull(),
  /** It said that it ends. */
  stopped: boolean("stopped").notNull().default(false),
  /** It hears of sessions on the channel of instances; those from before it name nothing here (trigger of `auth_sessions`). */
  hears_feed: boolean("hears_feed").notNull().default(false),
  facts: jsonb("facts").$type<unknown>().notNull(),
  load: jsonb("load").$type<unknown>().notNull(),
});

/**
 * The tables that are written with `mutate`, by the topic of their events. The compiler asks
 * `snapshot/parts.ts` what each of them is in memory.
 */
export const topicTables = {
  settings,
  oauth_clients: oauthClients,
  oauth_providers: oauthProviders,
  ldap_configs: ldapConfigs,
  saml_providers: samlProviders,
  webhooks,
  users,
  roles,
  permissions,
  lmaps,
  api_keys: apiKeys,
  /** Revocations share their table with other codes. */
  revocations: flowCodes,
  /** So do the tokens that let programs register themselves (RFC 7591 §3). */
  initial_access_tokens: flowCodes,
  invitations,
  totp: totpSecrets,
  passkeys: passkeyCredentials,
  /** A change of the encryption key: the one row that says which key sealed the others. */
  encryption: encryptionCheck,
} as const;

export type Topic = keyof typeof topicTables;
