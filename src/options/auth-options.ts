/** What a caller of `createAuth` writes; the schema beside it (`options.ts`) checks it. */
import type { RedisOptions } from "../settings/fields/redis-options.ts";
import type { ProviderOverlayOptions } from "./provider-overlay.ts";

/**
 * The static configuration of one instance. Every member is optional, an absent group has every default,
 * and an unknown member is refused. Settings that all instances share are in the database instead.
 */
export interface AuthOptions {
  /**
   * Path below which every route is. In an application it is the whole external path, such as `/id`.
   * An empty text or `/` serves at the root.
   * @default "/auth"
   */
  readonly prefix_path?: string | undefined;
  /** Postgres. Without `dsn` the runtime opens the embedded database in its data folder. */
  readonly database?: DatabaseOptions | null | undefined;
  /** The key for secrets in the database. */
  readonly encryption?: EncryptionOptions | null | undefined;
  /** Signing keys that stay outside the service. */
  readonly signer?: SignerOptions | null | undefined;
  /** How this instance follows changes of the others, and where it keeps codes. */
  readonly cache?: CacheOptions | null | undefined;
  /** Overrides for LDAP on this instance. Read and reported; LDAP is not there yet. */
  readonly ldap?: LdapOptions | null | undefined;
  /** The public origin, for this instance. */
  readonly oauth2?: OAuth2Options | null | undefined;
  /** Where the audit log is written besides, by this instance. */
  readonly audit?: AuditOptions | null | undefined;
  /** What an empty database gets at the first start. Read then, and never again. */
  readonly first_run?: FirstRunOptions | null | undefined;
  /** Other hosts and addresses for the session providers of this instance. */
  readonly session_providers?: ProviderOverlayOptions | null | undefined;
  /**
   * IP addresses or CIDRs of the proxies in front, such as `["10.0.0.0/8"]`. Their `X-Forwarded-Proto`,
   * `X-Forwarded-Host` and `X-Forwarded-For` count; those of other peers do not.
   * @default []
   */
  readonly trusted_proxies?: readonly string[] | null | undefined;
  /**
   * `public` serves the OAuth plane alone: authorization and consent, token, userinfo, introspection,
   * revocation, JWKS and discovery. No management, no API description, no loops and no listener.
   * @default "full"
   */
  readonly surface?: "full" | "public" | undefined;
}

export interface DatabaseOptions {
  /**
   * Connection string of Postgres, such as `postgres://user:password@db.example.com:5432/database`.
   * Absent or empty: the embedded database.
   */
  readonly dsn?: string | undefined;
  /**
   * Size of the pool. Zero or a negative number: unlimited. The listener has a connection of its own.
   * @default 5
   */
  readonly max_open_conns?: number | undefined;
  /**
   * Connections that are kept while nothing uses them; more are closed after a second. Negative: none.
   * @default 3
   */
  readonly max_idle_conns?: number | undefined;
  /**
   * A connection is replaced after this duration. Not positive: never.
   * @default "15m"
   */
  readonly conn_max_lifetime?: string | undefined;
  /** An idle connection is closed after this duration, such as `5m`. Absent or not positive: never. */
  readonly conn_max_idle_time?: string | undefined;
  /** How the schema is migrated when the service starts. */
  readonly migration?: MigrationOptions | null | undefined;
}

export interface MigrationOptions {
  /**
   * Used while migrating and closed afterwards, for a user with rights on the schema.
   * Absent or empty: `database.dsn`.
   */
  readonly dsn?: string | undefined;
  /**
   * Does not migrate; the start fails when the schema is not the one of this version.
   * @default false
   */
  readonly disabled?: boolean | undefined;
  /**
   * Values for the migrations: `app_role` and `schema`, each a plain name.
   * @default {}
   */
  readonly values?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Table that records the migrations. A plain name without schema.
   * @default "auth_migrations"
   */
  readonly table?: string | undefined;
  /**
   * Text from which the key of the advisory lock is made. The same on every instance of one database.
   * @default "postern-auth-migrations"
   */
  readonly lock_key?: string | undefined;
}

export interface EncryptionOptions {
  /**
   * Base64 of 16, 24 or 32 bytes is used directly; any other text is hashed with SHA-256; fewer
   * than 16 characters are refused for a new database. Required with `database.dsn`. Without it the embedded database keeps a key of its own in the data folder.
   */
  readonly key?: string | null | undefined;
}

/** Where signing keys are that stay outside the service. No request and no setting changes it. */
export interface SignerOptions {
  /** Address of the signer: https, or http to this machine itself. Absent: every key is in the database. */
  readonly url?: string | undefined;
  /** Sent as `Authorization: Bearer`. Required with `url`. */
  readonly token?: string | null | undefined;
  /** PEM file of the authorities that vouch for the signer, in place of those that the runtime knows. */
  readonly ca_file?: string | undefined;
}

/** The audit log outside of the database. */
export interface AuditOptions {
  /**
   * By a name under which the place of each stream is kept in the database: of several instances with the same name one
   * writes at a time.
   * @default {}
   */
  readonly streams?: Readonly<Record<string, AuditStreamOptions>> | null | undefined;
}

/** A file, or a collector of syslog. */
export interface AuditStreamOptions {
  /** Path of a file that gets one JSON object a line. Opened anew for each batch, so it may be moved away at any time. */
  readonly file?: string | undefined;
  /**
   * Size of the file, in megabytes, at which it becomes `<file>.1`. 0 leaves that to others.
   * @default 100
   */
  readonly max_megabytes?: number | undefined;
  /**
   * Files that were moved away and are kept.
   * @default 5
   */
  readonly keep?: number | undefined;
  /** Host of a collector of syslog over TLS (RFC 5425), with its port where that is not 6514. */
  readonly syslog?: string | undefined;
  /** PEM file of the authorities that vouch for the collector, in place of those that the runtime knows. */
  readonly ca_file?: string | undefined;
  /** PEM file of the certificate by which the collector knows this service. Needs `key_file`. */
  readonly cert_file?: string | undefined;
  /** PEM file of its key. */
  readonly key_file?: string | undefined;
}

export interface CacheOptions {
  /**
   * No listening connection on this instance: changes are found by polling alone. For poolers in
   * transaction mode.
   * @default false
   */
  readonly disable_notification_listener?: boolean | undefined;
  /**
   * Duration between two looks for changes, from `10ms` to `168h`; overrides the setting
   * `cache.poll_interval` on this instance. Absent: the setting, or `10s` without a listener.
   */
  readonly poll_interval?: string | undefined;
  /** Where this instance keeps one-time codes. */
  readonly code_store?: CodeStoreOptions | null | undefined;
}

export interface CodeStoreOptions {
  /**
   * This instance uses this store and ignores the setting. `database` and `redis` are shared by all
   * instances; `memory` serves one. Absent or empty: the setting decides.
   */
  readonly active?: "" | "database" | "memory" | "redis" | undefined;
  /** Redis keys become `<prefix>code_<id>`. Absent: no prefix. */
  readonly key_prefix?: string | undefined;
  /** Required while `active` is `redis`. */
  readonly redis?: RedisOptions | null | undefined;
}

export interface LdapOptions {
  /** Overrides the stored address, such as `ldaps://ldap.example.com:636`. */
  readonly addr?: string | undefined;
  /**
   * Keeps this instance out of the LDAP sync.
   * @default false
   */
  readonly disable_sync?: boolean | undefined;
}

export interface OAuth2Options {
  /**
   * Public origin of this instance, such as `https://id.example.com`; overrides the setting
   * `oauth2.base_url`, host replacements included. No request changes it. Absent or empty: the setting.
   */
  readonly base_url?: string | undefined;
}

export interface FirstRunOptions {
  /**
   * `sealed` makes an administrator and a login client and closes the management plane. `open` leaves the
   * database empty: every caller is an administrator until `admin.permission` is set.
   * @default "sealed"
   */
  readonly mode?: "sealed" | "open" | undefined;
  /**
   * Username of the first administrator.
   * @default "admin"
   */
  readonly admin_name?: string | undefined;
  /**
   * Password of the first administrator, or its bcrypt hash. Given, it is written to no terminal and no file.
   * Absent or empty: a generated one.
   */
  readonly admin_password?: string | null | undefined;
  /**
   * Path of the login page, as `createLogin` serves it, with its final slash. `postern serve` takes that
   * of its own page.
   * @default "/login/"
   */
  readonly login_path?: string | undefined;
  /**
   * Name of this service in the `Instances` of the session that takes its providers from the settings.
   * `postern serve` has its own.
   * @default "auth"
   */
  readonly auth_middleware?: string | undefined;
  /**
   * Path of a YAML or JSON document with settings, clients, session providers, permissions, roles, users and
   * service accounts, which an empty database gets in the write that seals it. A relative path starts from
   * the working folder. Every other database ignores it. Absent or empty: none.
   */
  readonly seed?: string | undefined;
  /**
   * Private key that opens the sealed secrets (`{jwe: …}`) of the seed document: RSA, EC or X25519, in PEM or as a JWK.
   * Absent or empty: a seed document with sealed secrets stops the start.
   */
  readonly seed_key?: string | null | undefined;
}
