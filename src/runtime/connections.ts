/** Where a runtime connects to: the checked options of the database and of Redis, with their defaults. */
import type { Duration } from "../std/duration.ts";

/**
 * Counts and durations as written: a negative `max_open_conns` means unlimited, a negative
 * `max_idle_conns` none, and a duration that is not positive no limit.
 */
export interface ParsedDatabase {
  /** Absent: the embedded database. */
  readonly dsn?: string | undefined;
  readonly max_open_conns: number;
  readonly max_idle_conns: number;
  readonly conn_max_lifetime: Duration;
  /** Absent: no limit. */
  readonly conn_max_idle_time?: Duration | undefined;
  /** For the service; a runtime need not look at it. */
  readonly migration: ParsedMigration;
}

export interface ParsedMigration {
  /** Absent: `dsn` of the database. */
  readonly dsn?: string | undefined;
  readonly disabled: boolean;
  /** Values for the migrations by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Table that records the migrations. */
  readonly table: string;
  /** Text from which the key of the advisory lock is made. */
  readonly lock_key: string;
}

/** Texts are empty when they were not written. */
export interface ParsedRedis {
  /** Name that the server shows for the connection. */
  readonly client_name: string;
  /** `host:port` of one server, of cluster members or, with `sentinel_master`, of Sentinels. */
  readonly address: readonly string[];
  readonly username: string;
  readonly password: string;
  /** Forces cluster routing; off detects a cluster. */
  readonly cluster: boolean;
  /** Name of the master that the Sentinels know. */
  readonly sentinel_master: string;
  readonly sentinel_username: string;
  readonly sentinel_password: string;
  readonly tls: {
    readonly enabled: boolean;
    /** Names of files in PEM. */
    readonly cert_file: string;
    readonly key_file: string;
    readonly ca_file: string;
  };
}
