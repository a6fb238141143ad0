/** Lines at the end of a file, on the disk before they count; moved away by its size, or by others at any time. */
import { open, rename, rm, stat } from "node:fs/promises";
import type { FileSinkOptions, LogSink } from "../../runtime/log-sink.ts";

/** The owner writes, a collector of the group reads. */
const MODE = 0o640;

/** Bytes of a file; 0 for what is none, such as a pipe. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );

const LINE_FEED = 0x0a;

/** A full disk or a kill leaves half a line behind, in which the next one must not go on. */
async function endsInALine(path: string): Promise<boolean> {
  const size = await sizeOf(path);
  const file = size > 0 ? await open(path, "r").catch(() => undefined) : undefined;
  if (!file) return false;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return bytesRead === 1 && buffer[0] !== LINE_FEED;
  } finally {
    await file.close();
  }
}

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
      const end = (await endsInALine(path)) ? "\n" : "";
      const file = await open(path, "a", MODE);
      try {
        await file.appendFile(end + lines.map((line) => `${line}\n`).join(""));
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}
