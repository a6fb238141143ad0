/** Live, ready and detail: ready only when migrated, loaded and able to sign; no secrets. */
import type { Service } from "./call.ts";
import { keyWeakness } from "./crypto/key-strength.ts";
import type { DirectoryHealth } from "./directory/directory-health.ts";
import { readDirectoryHealth } from "./directory/health.ts";
import { mailWarnings, readMailHealth } from "./mail/health.ts";
import type { MailHealth } from "./mail/mail-health.ts";
import { configurationWarnings } from "./records/warnings.ts";
import type { FollowState } from "./snapshot/follow.ts";
import { readVersion } from "./snapshot/load.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";
import { withDeadline } from "./std/deadline.ts";
import { longTokenWarnings } from "./tokens/long-tokens.ts";

export interface Health {
  readonly status: "ready" | "degraded" | "not_ready";
  readonly detail: HealthDetail;
}

/** For administrators only. */
export interface HealthDetail {
  readonly runtime: string;
  readonly storage: string;
  readonly version: number;
  readonly database: "reachable" | "unreachable";
  readonly database_version?: number;
  readonly signing_key: boolean;
  /** `off` by configuration or at the edge. */
  readonly listener: "off" | "listening" | "lost";
  readonly missed_notifications: number;
  readonly unreadable: readonly {
    readonly table: string;
    readonly id: string;
    readonly reason: string;
  }[];
  readonly mail: MailHealth;
  /** Absent while no directory is active. */
  readonly directory?: DirectoryHealth;
  readonly warnings: readonly string[];
}

const DATABASE_DEADLINE = 2_000;

async function databaseVersion(service: Service): Promise<number | undefined> {
  try {
    return await withDeadline(readVersion(service.store.db), DATABASE_DEADLINE, () => undefined);
  } catch {
    return undefined;
  }
}

/** Guessing is limited, but a secret short enough to remember can still be guessed over time (I-7). */
const GOOD_SECRET = 16;
const MOST_NAMED = 5;

function weakSecrets({ oauth_clients }: Snapshot): string[] {
  const weak: string[] = [];
  for (const [id, { enabled, config }] of oauth_clients) {
    const { length } = config?.client_secret ?? "";
    if (enabled && length > 0 && length < GOOD_SECRET) weak.push(id);
  }
  if (weak.length === 0) return [];
  const named = weak.slice(0, MOST_NAMED).join(", ");
  const more = weak.length > MOST_NAMED ? ` and ${weak.length - MOST_NAMED} more` : "";
  return [`secrets of fewer than ${GOOD_SECRET} characters: clients ${named}${more}`];
}

function warningsOf(service: Service): string[] {
  const { snapshots, forwarded, options } = service;
  const { stored_settings, settings } = snapshots.current;
  const warnings = configurationWarnings(snapshots.current);
  const adminReadable = !stored_settings.has("admin") || stored_settings.get("admin")?.value;
  if (!adminReadable) warnings.push("the admin settings cannot be read: the plane is closed");
  else if (settings.admin.permission === "") {
    warnings.push("admin.permission is not set: the management plane is open");
  } else if (settings.admin.allow_missing_x_user) {
    warnings.push("admin.allow_missing_x_user: requests without X-User are administrators");
  }
  const weakKey = keyWeakness(options.encryption.key);
  return [
    ...warnings,
    ...(weakKey ? [weakKey] : []),
    ...weakSecrets(snapshots.current),
    ...forwarded.warnings(),
    ...longTokenWarnings(service),
    ...mailWarnings(service),
  ];
}

/**
 * Degraded means: what is in memory is served, what needs the database answers 503.
 * @internal
 */
export async function readHealth(
  service: Service,
  follow: FollowState,
  stopping: boolean,
): Promise<Health> {
  const { runtime, store, snapshots } = service;
  const { version, key_ring } = snapshots.current;
  const [found, directory] = await Promise.all([
    databaseVersion(service),
    readDirectoryHealth(service),
  ]);
  const ready = key_ring !== undefined && !stopping;
  return {
    status: !ready ? "not_ready" : found === undefined ? "degraded" : "ready",
    detail: {
      runtime: runtime.name,
      storage: store.driver.storage,
      version,
      database: found === undefined ? "unreachable" : "reachable",
      ...(found !== undefined && { database_version: found }),
      signing_key: key_ring !== undefined,
      listener: follow.listener,
      missed_notifications: follow.missed_notifications,
      unreadable: snapshots.unreadable,
      mail: readMailHealth(service),
      ...(directory && { directory }),
      warnings: warningsOf(service),
    },
  };
}
