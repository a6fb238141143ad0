/** The cluster that the build makes in advance: the first start unpacks it instead of running initdb. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createCluster,
  loadPglite,
  openOnDisk,
} from "../../../src/adapters/drivers/pglite-files.ts";
import {
  clusterInMemory,
  packCluster,
  unpackCluster,
} from "../../../src/adapters/drivers/pglite-image.ts";
import { temporaryFolder } from "./support.ts";

let made: Awaited<ReturnType<typeof temporaryFolder>>;
let cluster: string;
let image: URL;
beforeAll(async () => {
  made = await temporaryFolder();
  cluster = join(made.path, "cluster");
  await mkdir(cluster);
  await createCluster(await loadPglite(), cluster);
  image = pathToFileURL(join(made.path, "cluster.br"));
  await writeFile(image, await packCluster(cluster));
});
afterAll(() => made[Symbol.asyncDispose]());

test("a first start opens the cluster of the build", async () => {
  await using folder = await temporaryFolder();
  const modules = await loadPglite();
  const first = await openOnDisk(modules, folder.path, image);
  await first.exec("create table kept (n int); insert into kept values (1)");
  await first.close();
  expect(await readdir(folder.path)).toEqual(["pgdata"]);

  const second = await openOnDisk(modules, folder.path, image);
  expect((await second.query("select n from kept")).rows).toEqual([{ n: 1 }]);
  expect((await second.query("show server_encoding")).rows).toEqual([{ server_encoding: "UTF8" }]);
  await second.close();
});

test("a database in memory opens a copy of its own of the cluster of the build", async () => {
  const { PGlite, MemoryFS } = await loadPglite();
  const open = async () => {
    const fs = await clusterInMemory({ MemoryFS }, image);
    expect(fs).toBeDefined();
    return await PGlite.create(fs ? { fs } : {});
  };
  const first = await open();
  await first.exec("create table kept (n int); insert into kept values (1)");
  const second = await open();
  const tables = "select count(*)::int as n from pg_class where relname = 'kept'";
  expect((await first.query(tables)).rows).toEqual([{ n: 1 }]);
  expect((await second.query(tables)).rows).toEqual([{ n: 0 }]);
  const identifier = "select system_identifier::text as id from pg_control_system()";
  expect((await first.query(identifier)).rows).toEqual((await second.query(identifier)).rows);
  await first.close();
  await second.close();
});

test("R-7: what is unpacked is what was packed, and private", async () => {
  await using folder = await temporaryFolder();
  const copy = join(folder.path, "copy");
  expect(await unpackCluster(copy, image)).toBe(true);

  const names = (await readdir(cluster, { recursive: true })).sort();
  expect((await readdir(copy, { recursive: true })).sort()).toEqual(names);
  expect(names).not.toContain("postmaster.pid");
  for (const name of names) {
    const found = await stat(join(copy, name));
    expect(found.mode & 0o777, name).toBe(found.isDirectory() ? 0o700 : 0o600);
    if (found.isDirectory()) continue;
    const same = (await readFile(join(copy, name))).equals(await readFile(join(cluster, name)));
    expect(same, name).toBe(true);
  }
});

test("the cluster of another version of PGlite is left alone, and so is a missing one", async () => {
  await using folder = await temporaryFolder();
  const bytes = brotliDecompressSync(await readFile(image)).toString("latin1");
  const marked = Buffer.from(bytes.replace(/"version":"\d/, '"version":"9'), "latin1");
  const foreign = join(folder.path, "cluster.br");
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  await writeFile(foreign, brotliCompressSync(marked, fast));
  const target = join(folder.path, "pgdata");

  expect(await unpackCluster(target, pathToFileURL(foreign))).toBe(false);
  expect(await unpackCluster(target, pathToFileURL(join(folder.path, "nothing")))).toBe(false);
  const inMemory = await clusterInMemory(await loadPglite(), pathToFileURL(foreign));
  expect(inMemory).toBeUndefined();
  expect(await readdir(folder.path)).toEqual(["cluster.br"]);
});
