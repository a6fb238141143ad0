/** What the audit log says of a backup that the command makes: that it begins, and how it ended. */
import { auditTellerOfCommand, type BackupEnd, backupFailure, tellBackup } from "../backup/tell.ts";
import type { Runtime, SqlDriver } from "../runtime.ts";
import type { Store } from "../store/store.ts";
import { writeBackup } from "./backup-file.ts";
import { failureText } from "./failure-text.ts";
import type { Terminal } from "./terminal.ts";

/** An earlier version had no audit log. */
const hasAudit = (driver: SqlDriver): Promise<boolean> =>
  driver.session(async (session) => {
    const [found] = await session.query("select to_regclass('auth_audit_head')::text as name");
    return Boolean(found?.name);
  });

/** Undefined where the database has no audit log, or none that opens. */
export async function tellBegun(
  store: Store,
  runtime: Runtime,
  protection: string,
): Promise<BackupEnd | undefined> {
  if (!(await hasAudit(store.driver))) return undefined;
  const tell = await auditTellerOfCommand(store, runtime);
  return tell && tellBackup(tell, { protection, command: "postern backup" });
}

/** Writes the file, then how that ended: a backup is made when it is whole at its place. */
export async function writeAndTell(
  bytes: AsyncIterable<Uint8Array>,
  end: BackupEnd | undefined,
  to: string,
  { cwd, err }: Terminal,
): Promise<number> {
  let read = 0;
  async function* counted() {
    for await (const part of bytes) {
      read += part.length;
      yield part;
    }
  }
  const missed = (cause: unknown) =>
    err(`postern: how the backup ended is not in the audit log: ${failureText(cause)}`);
  try {
    await writeBackup(to, cwd, counted());
  } catch (cause) {
    await end?.failed(read, backupFailure(cause)).catch(missed);
    throw cause;
  }
  await end?.made(read).catch(missed);
  return read;
}
