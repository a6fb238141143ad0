/** Backups of tests: asked for as an administrator, opened, and restored into a new database in memory. */
import { openPglite } from "../../src/adapters/drivers/pglite.ts";
import type { Opener } from "../../src/backup/protection.ts";
import { restoreBackup, verifyBackup } from "../../src/backup/read.ts";
import { makeKeyPair, readPrivateKey } from "../../src/backup/recipient.ts";
import { openSecretBox } from "../../src/crypto/secretbox.ts";
import { parseOptions } from "../../src/options.ts";
import type { SqlDriver } from "../../src/runtime.ts";
import { KEY, type TestAuth } from "./auth.ts";
import { capturingLogger } from "./runtime.ts";

const BACKUP = "/auth/v1/backup";

/** A pair for one file of tests. */
export const PAIR = await makeKeyPair();
export const OPENER: Opener = { privateKey: await readPrivateKey(PAIR.private) };

const { migration } = parseOptions({}).database;

const fileOf = (bytes: Uint8Array, size = 50_000) => ({
  name: "test.backup",
  async *open() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});

/** What a front tells of a session; `auth_time` is in seconds. */
export interface Front {
  readonly principal?: string;
  readonly auth_time?: number;
  readonly api_key_id?: string;
  readonly unmanaging?: string;
}

export async function askBackup(
  service: TestAuth,
  front: Front | undefined,
  body: unknown = { encrypt_to: PAIR.public },
): Promise<Response> {
  const request = new Request(`https://id.example.com${BACKUP}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "backup 1" },
    body: JSON.stringify(body),
  });
  return service.auth.fetch(request, undefined, front && { session: front });
}

export async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

export const verified = async (bytes: Uint8Array, opener = OPENER, key = KEY) =>
  verifyBackup(fileOf(bytes), await openSecretBox(key), opener);

/** Fills an empty database. */
export async function restoreTo(
  driver: SqlDriver,
  bytes: Uint8Array,
  opener = OPENER,
  key = KEY,
  live = false,
): Promise<readonly string[]> {
  const box = await openSecretBox(key);
  const { paused } = await driver.session((session) =>
    restoreBackup(fileOf(bytes), box, opener, { session, migration, live }),
  );
  return paused;
}

/** A new database in memory that has what the backup has. */
export async function restored(bytes: Uint8Array, opener = OPENER, key = KEY): Promise<SqlDriver> {
  const driver = await openPglite(undefined, capturingLogger([]));
  await restoreTo(driver, bytes, opener, key);
  return driver;
}
