/** A file that is either there with its whole content or not at all, made by exactly one process. */
import { randomUUID } from "node:crypto";
import { link, open, unlink } from "node:fs/promises";

/**
 * Creates the file with its whole content, or answers false when it exists. `link` makes both one
 * step; file systems without links fall back to an exclusive open.
 */
export async function createExclusive(
  path: string,
  text: string,
  draft = `${path}.${randomUUID()}.tmp`,
): Promise<boolean> {
  await writeNew(draft, text);
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
    await writeNew(path, text);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** A new private file whose content is on the disk; fails when it exists. */
export async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
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
