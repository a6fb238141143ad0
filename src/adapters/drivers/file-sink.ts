/** Lines at the end of a file, on the disk before they count; moved away by its size, or by others at any time. */
import { open, rename, rm, stat } from "node:fs/promises";
import type { FileSinkOptions, LogSink } from "../../runtime/log-sink.ts";

/** The owner writes, a collector of the group reads. */
const MODE = 0o640;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** `audit.ndjson` becomes `audit.ndjson.1`, and so on; the last is removed. */
async function moveAway(path: string, keep: number): Promise<void> {
  if (keep === 0) return rm(path, { force: true });
  await rm(`${path}.${keep}`, { force: true });
  for (let at = keep - 1; at >= 1; at--) {
    await rename(`${path}.${at}`, `${path}.${at + 1}`).catch(ignoreMissing);
  }
  await rename(path, `${path}.1`).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if ((error as { code?: string }).code !== "ENOENT") throw error;
}

export function fileSink({ path, max_size, keep }: FileSinkOptions): LogSink {
  return {
    async write(lines) {
      if (max_size > 0 && (await sizeOf(path)) >= max_size) await moveAway(path, keep);
      const file = await open(path, "a", MODE);
      try {
        await file.appendFile(lines.map((line) => `${line}\n`).join(""));
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}
