/** How Postgres in WebAssembly is set up for one process that is its only client. */
import type { PGlite } from "@electric-sql/pglite";

/**
 * The memory is what Postgres touches at its start: it clears its buffers, so their default of
 * 128 MB is resident at once. Pages that do not fit come from the page cache of the system.
 */
const MEMORY = ["shared_buffers=16MB", "max_connections=4", "max_wal_senders=0"];

/**
 * PGlite starts Postgres with `-F`: commits would survive a killed process but not a power cut.
 * `wal_sync_method=fsync` because Emscripten answers `fdatasync` without doing anything.
 */
const DURABLE = ["fsync=on", "wal_sync_method=fsync"];

/** The arguments of Postgres; `durable` is for a database on disk. */
export function startParams({ defaultStartParams }: typeof PGlite, durable: boolean): string[] {
  const settings = durable ? [...MEMORY, ...DURABLE] : MEMORY;
  return [
    ...defaultStartParams.filter((parameter) => !(durable && parameter === "-F")),
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
}
