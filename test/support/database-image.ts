/** A migrated, empty database that tests copy: a new one takes seconds of processor time. Its folder lives as long as the run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MemoryFS, PGlite } from "@electric-sql/pglite";
import { clusterInMemory } from "../../src/adapters/drivers/pglite-image.ts";
import { parseOptions } from "../../src/options.ts";
import type { SqlDriver, SqlSession } from "../../src/runtime.ts";
import { migrate } from "../../src/store/migrate.ts";

/** Where the image of this run is; workers inherit it. */
const PATH = "TEST_DATABASE_IMAGE";

async function dump(): Promise<Blob> {
  const fs = await clusterInMemory({ MemoryFS });
  const pg = await PGlite.create(fs ? { fs } : {});
  const session: SqlSession = {
    query: async (text, parameters = []) =>
      (await pg.query<Record<string, unknown>>(text, [...parameters])).rows,
    script: async (text) => {
      await pg.exec(text);
    },
  };
  const driver = { session: (run: (open: SqlSession) => Promise<unknown>) => run(session) };
  await migrate(driver as SqlDriver, parseOptions({}).database.migration);
  const image = await pg.dumpDataDir("none");
  await pg.close();
  return image;
}

/** Vitest runs this once for the run, and the function that it answers at its end. */
export default async function makeImage(): Promise<() => void> {
  if (process.env[PATH]) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), "postern-database-"));
  const file = join(folder, "image.tar");
  writeFileSync(file, new Uint8Array(await (await dump()).arrayBuffer()));
  process.env[PATH] = file;
  return () => {
    delete process.env[PATH];
    rmSync(folder, { recursive: true });
  };
}

/** A folder for what this run makes once, gone at its end; undefined outside of a run of tests. */
export const runFolder = (): string | undefined => {
  const file = process.env[PATH];
  return file && dirname(file);
};

let image: Blob | undefined;

/** Undefined outside of a run of tests: then a new database is made. */
export function databaseImage(): Blob | undefined {
  const file = process.env[PATH];
  if (file) image ??= new Blob([new Uint8Array(readFileSync(file))]);
  return image;
}
