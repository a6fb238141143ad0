/** `postern restore`: fills an empty database with a backup, on either kind of database (ADR 0102). */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRuntime } from "../adapters/current.ts";
import { parseDsn } from "../adapters/drivers/dsn.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { lookAtBackup, restoreBackup, verifyBackup } from "../backup/read.ts";
import { auditTellerOfCommand } from "../backup/tell.ts";
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import { verifyCanaryBeforeMigration } from "../store/canary.ts";
import { databaseOf } from "../store/database.ts";
import { backupFile } from "./backup-file.ts";
import { openerOf } from "./backup-keys.ts";
import type { Config } from "./config.ts";
import { type OwnFlags, readOwnFlags } from "./own-flags.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const NAMED = ["key", "passphrase-file"] as const;

export type RestoreFlags = OwnFlags<(typeof NAMED)[number], "check" | "live" | "resume-webhooks">;

/** Takes what is the command's own from the command line. */
export function readRestoreFlags(argv: readonly string[]): RestoreFlags {
  const flags = readOwnFlags(argv, NAMED, ["check", "live", "resume-webhooks"], 1);
  const [file] = flags.words;
  if (file === undefined) throw new UsageError("which backup? postern restore FILE");
  if (file === "-") throw new UsageError("a backup is read twice: name a file, not a pipe");
  return flags;
}

/** A new data folder has no key of its own yet, and none is made for it: the backup says which one it is to have. */
async function boxOf(config: Config, keyId: string): Promise<SecretBox> {
  const place = join(resolve(config.data_dir), "encryption.key");
  const beside = config.auth.database.dsn ? "" : ` or put it into ${place}`;
  const key =
    config.auth.encryption.key ||
    (!config.auth.database.dsn && existsSync(place) ? readFileSync(place, "utf8").trim() : "");
  if (key !== "") return openSecretBox(key);
  throw new StartError(
    `the backup needs the encryption key with the id ${keyId}: set encryption.key${beside}; nothing was changed`,
  );
}

const targetOf = ({ data_dir, auth: { database } }: Config): string =>
  database.dsn ? parseDsn(database.dsn).label : resolve(data_dir);

const day = (time: string): string => time.replace("T", " ").replace(/\.\d+Z$/, " UTC");

/**
 * Proves the whole file first; then all rows arrive, or none. The target is the database of the configuration, which
 * has to be empty.
 */
export async function restore(
  { values, switches, words }: RestoreFlags,
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const file = backupFile(words[0] ?? "", terminal.cwd);
  const header = await lookAtBackup(file);
  const box = await boxOf(config, header.key_id);
  const opener = await openerOf(values, terminal);
  const found = await verifyBackup(file, box, opener);
  const total = (rows: ReadonlyMap<string, number>) =>
    rows.values().reduce((sum, count) => sum + count, 0);
  const made = `of ${day(header.made_at)}, version ${header.version}`;
  if (switches.has("check")) {
    terminal.out(`${file.name} is whole: ${total(found)} rows ${made}`);
    return;
  }

  const { data_dir, log, auth } = config;
  const level = log.level === "debug" ? "debug" : "warn";
  const runtime = await createRuntime({ data_dir, log: createLogger({ ...log, level }) });
  const driver = await runtime.openSql(auth.database);
  try {
    const { migration } = auth.database;
    // The former name; nothing but webhooks was held then.
    const live = switches.has("live") || switches.has("resume-webhooks");
    const { rows, paused } = await driver.session(
      (session) => restoreBackup(file, box, opener, { session, migration, live }),
      migration.dsn,
    );
    if (!(await verifyCanaryBeforeMigration(driver, box))) {
      throw new StartError("the restored database has no encryption check; do not use it");
    }
    const facts = { made_at: header.made_at, version: header.version };
    const store = { driver, db: databaseOf(driver), box };
    const tell = await auditTellerOfCommand(store, runtime);
    await tell?.({ action: "backup_restored", outcome: "done", facts });
    for (const [table, count] of rows) if (count > 0) terminal.out(`${table} ${count}`);
    terminal.out(`${total(rows)} rows ${made} restored to ${targetOf(config)}`);
    if (live) return;
    terminal.out("it is a copy, and sends nothing by itself until settings outgoing.held is off");
    if (paused.length > 0) {
      terminal.out(
        `webhooks are paused until an administrator lets them go on: ${paused.join(", ")}`,
      );
    }
  } finally {
    await driver.close();
  }
}
