/** `postern backup`: everything of a service in one encrypted file, while it serves (ADR 0102). */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRuntime } from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { packageVersion } from "../adapters/drivers/package-version.ts";
import { makeBackup } from "../backup/make.ts";
import type { Protection } from "../backup/protection.ts";
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { Runtime, SqlDriver } from "../runtime.ts";
import { isReadOnly } from "../store/availability.ts";
import { verifyCanaryBeforeMigration } from "../store/canary.ts";
import { databaseOf } from "../store/database.ts";
import { readLocalKey } from "../store/local-key.ts";
import { tellBegun, writeAndTell } from "./backup-audit.ts";
import { writeBackup } from "./backup-file.ts";
import { fileText, protectionOf } from "./backup-keys.ts";
import { readServiceUrl, remoteBackup, serviceToken } from "./backup-remote.ts";
import type { Config } from "./config.ts";
import { type OwnFlags, readOwnFlags } from "./own-flags.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const NAMED = [
  "to",
  "encrypt-to",
  "passphrase-file",
  "url",
  "token-file",
  "client",
  "client-secret-file",
] as const;

export type BackupFlags = OwnFlags<(typeof NAMED)[number], "plain">;

/** Takes what is the command's own from the command line. */
export function readBackupFlags(argv: readonly string[]): BackupFlags {
  const flags = readOwnFlags(argv, NAMED, ["plain"]);
  const { to, url, client } = flags.values;
  if (to === undefined) throw new UsageError("--to needs a file, or - for standard output");
  if (url === undefined) {
    const remote = ["token-file", "client", "client-secret-file"] as const;
    const stray = remote.find((name) => flags.values[name] !== undefined);
    if (stray) throw new UsageError(`--${stray} is for a running service: name it with --url`);
    return flags;
  }
  if (flags.rest.length > 0) {
    throw new UsageError(`${flags.rest[0]}: with --url there is no configuration`);
  }
  const both = client !== undefined && flags.values["client-secret-file"] !== undefined;
  if ((flags.values["token-file"] !== undefined) === both) {
    throw new UsageError(
      "--url needs an administrator: --token-file FILE, or --client ID and --client-secret-file FILE",
    );
  }
  return flags;
}

async function tokenOf({ values }: BackupFlags, url: string, terminal: Terminal): Promise<string> {
  const { "token-file": token, client: id, "client-secret-file": secret } = values;
  if (token !== undefined) return fileText(terminal, "token-file", token).trim();
  const text = fileText(terminal, "client-secret-file", secret ?? "").replace(/\r?\n$/, "");
  return serviceToken(url, { id: id ?? "", secret: text });
}

/** Beside the file, or beside the bytes on standard output. */
const tell = ({ values: { to = "" } }: BackupFlags, { out, err }: Terminal) =>
  to === "-" ? err : out;

async function ofService(flags: BackupFlags, protection: Protection, terminal: Terminal) {
  const url = readServiceUrl(flags.values.url ?? "");
  const token = await tokenOf(flags, url, terminal);
  return remoteBackup({ url, token }, protection);
}

async function boxOf(config: Config, driver: SqlDriver): Promise<SecretBox> {
  const key = config.auth.encryption.key || (await readLocalKey(driver));
  if (!key) throw new StartError("encryption.key is required");
  const box = await openSecretBox(key);
  if (await verifyCanaryBeforeMigration(driver, box)) return box;
  throw new StartError("the database has no data yet; nothing was backed up");
}

async function openDatabase(config: Config, runtime: Runtime): Promise<SqlDriver> {
  const { database } = config.auth;
  const folder = resolve(config.data_dir);
  if (!database.dsn && !existsSync(join(folder, "pgdata"))) {
    throw new StartError(`there is no database in ${folder}`);
  }
  try {
    return await runtime.openSql(database);
  } catch (cause) {
    if (!(cause instanceof StartError) || cause.reason !== "in_use") throw cause;
    const hint = "or let it make the backup while it runs: name it with --url";
    throw new StartError(`${cause.message}, ${hint}`, { cause });
  }
}

/** No backup without its line in the audit log, which a standby cannot take. */
function refuseReadOnly(cause: unknown): never {
  if (!isReadOnly(cause)) throw cause;
  const reason = "the database takes no writes, and each backup is a line of its audit log";
  throw new StartError(`${reason}: make it of the primary`, { cause });
}

async function ofDatabase(
  config: Config,
  flags: BackupFlags,
  protection: Protection,
  terminal: Terminal,
): Promise<number> {
  const { data_dir, log } = config;
  const level = log.level === "debug" ? "debug" : "warn";
  const runtime = await createRuntime({ data_dir, log: createLogger({ ...log, level }) });
  const driver = await openDatabase(config, runtime);
  try {
    const box = await boxOf(config, driver);
    const store = { driver, db: databaseOf(driver), box };
    const end = await tellBegun(store, runtime, protection.kind).catch(refuseReadOnly);
    const migrations = config.auth.database.migration.table;
    const source = { driver, box, migrations, version: packageVersion() };
    return await writeAndTell(makeBackup(source, protection), end, flags.values.to ?? "", terminal);
  } finally {
    await driver.close();
  }
}

/** @param load the configuration, which is read only where no running service is named */
export async function backup(
  flags: BackupFlags,
  load: () => Config,
  terminal: Terminal,
): Promise<void> {
  const { values, switches } = flags;
  const plain = switches.has("plain");
  const protection = await protectionOf({ ...values, plain }, terminal);
  const { to = "" } = values;
  const written =
    values.url === undefined
      ? await ofDatabase(load(), flags, protection, terminal)
      : await writeBackup(to, terminal.cwd, await ofService(flags, protection, terminal));
  const note = "it opens with the encryption key of the service alone: keep that apart from it";
  tell(flags, terminal)(`${written} bytes${to === "-" ? "" : ` in ${to}`}; ${note}`);
}
