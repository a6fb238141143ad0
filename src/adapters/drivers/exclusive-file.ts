/** A file that is either there with its whole content or not at all, made by exactly one process. */
import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, unlink } from "node:fs/promises";

/**
 * Creates the file with its whole content, or answers false when it exists. `link` makes both one
 * step; file systems without links fall back to an exclusive open.
 */
export async function createExclusive(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.tmp`;
  await writeSynced(await open(draft, "wx", 0o600), text);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    return await createPlainly(path, text);
  } finally {
    await unlink(draft);
  }
}

async function createPlainly(path: string, text: string): Promise<boolean> {
  try {
    await writeSynced(await open(path, "wx", 0o600), text);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function writeSynced(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a thrown value is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException)?.code ?? "");
}
