/** Live, ready and detail: ready only when migrated, loaded and able to sign; no secrets. */

import type { Service } from "./call.ts";
import { keyWeakness, MIN_KEY_LENGTH } from "./crypto/key-strength.ts";
import type { DirectoryHealth } from "./directory/directory-health.ts";
import { readDirectoryHealth } from "./directory/health.ts";
import { adminWarning } from "./iam/administrators/admin-warning.ts";
import { mailWarnings, readMailHealth } from "./mail/health.ts";
import type { MailHealth } from "./mail/mail-health.ts";
import { type Message, message, textsOf } from "./messages/message.ts";
import { keyChangeWarnings } from "./records/key-change.ts";
import { outsideSigner } from "./records/outside-signer.ts";
import { healthWarnings } from "./records/warnings.ts";
import { weakSecrets } from "./records/weak-secrets.ts";
import type { FollowState } from "./snapshot/follow.ts";
import { readVersion } from "./snapshot/load.ts";
import { withDeadline } from "./std/deadline.ts";
import { isReadOnly } from "./store/availability.ts";
import { isDiskFull } from "./store/full-disk.ts";
import { takesNoWrites } from "./store/read-only.ts";
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
  readonly database: "reachable" | "unreachable" | "full" | "read_only";
  readonly database_version?: number;
  readonly signing_key: boolean;
  /** `off` by configuration or at the edge. */
  readonly listener: "off" | "listening" | "lost";
  readonly missed_notifications: number;
  readonly unreadable: readonly {
    readonly table: string;
    readonly id: string;
    readonly reason: string;
    /** The reason by id, where its parts have one. */
    readonly messages?: readonly Message[];
  }[];
  readonly mail: MailHealth;
  /** Absent while no directory is active. */
  readonly directory?: DirectoryHealth;
  readonly warnings: readonly string[];
  /** The same by id, for readers of other languages. */
  readonly messages: readonly Message[];
}

const DATABASE_DEADLINE_MS = 2_000;

interface DatabaseHealth {
  readonly version?: number;
  /** It takes no writes. */
  readonly closed?: boolean;
}

/** Nothing of a database that does not answer in time. */
async function databaseHealth({ store: { db } }: Service): Promise<DatabaseHealth> {
  const answers = Promise.all([readVersion(db), takesNoWrites(db)]);
  try {
    return await withDeadline(
      answers.then(([version, closed]) => ({ version, closed })),
      DATABASE_DEADLINE_MS,
      () => ({}),
    );
  } catch (error) {
    return { closed: isReadOnly(error) };
  }
}

function warningsOf(service: Service, closed: boolean | undefined): Message[] {
  const { snapshots, forwarded, options } = service;
  const admin = adminWarning(snapshots.current);
  const weak = keyWeakness(options.encryption.key) !== undefined;
  return [
    ...healthWarnings(service),
    ...(admin ? [admin] : []),
    ...(weak ? [message("encryption_key.weak", { least: MIN_KEY_LENGTH })] : []),
    ...keyChangeWarnings(service),
    ...weakSecrets(snapshots.current),
    ...forwarded.warnings(),
    ...longTokenWarnings(service),
    ...mailWarnings(service),
    ...signerWarnings(service),
    ...(isDiskFull(service.store) ? [message("database.full")] : []),
    ...(closed ? [message("database.read_only")] : []),
  ];
}

function signerWarnings(service: Service): Message[] {
  const { failing } = outsideSigner(service).state;
  return failing ? [message("signer.failing", { reason: failing.reason })] : [];
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
  const [{ version: found, closed }, directory] = await Promise.all([
    databaseHealth(service),
    readDirectoryHealth(service),
  ]);
  const ready = key_ring !== undefined && !stopping;
  const messages = warningsOf(service, closed);
  const full = isDiskFull(store) ? "full" : undefined;
  const state = closed ? "read_only" : found === undefined ? "unreachable" : (full ?? "reachable");
  return {
    status: !ready ? "not_ready" : state === "reachable" ? "ready" : "degraded",
    detail: {
      runtime: runtime.name,
      storage: store.driver.storage,
      version,
      database: state,
      ...(found !== undefined && { database_version: found }),
      signing_key: key_ring !== undefined,
      listener: follow.listener,
      missed_notifications: follow.missed_notifications,
      unreadable: snapshots.unreadable.map(({ table, id, reason, messages }) => ({
        ...{ table, id, reason },
        ...(messages && { messages }),
      })),
      mail: readMailHealth(service),
      ...(directory && { directory }),
      warnings: textsOf(messages),
      messages,
    },
  };
}
