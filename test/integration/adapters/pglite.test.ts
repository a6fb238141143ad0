/** The embedded database: one process per folder, nothing acknowledged is lost, one key for ever. */

import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLocalKey } from "../../../src/adapters/drivers/data-folder.ts";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { makePrivate } from "../../../src/adapters/drivers/private-path.ts";
import { currentProcess } from "../../../src/adapters/drivers/process-identity.ts";
import { lockFolder } from "../../../src/adapters/drivers/process-lock.ts";
import { patient } from "../../support/patience.ts";
import { RUNTIMES, recordingLog, runScript, temporaryFolder } from "./support.ts";

test("R-8: a second process and a second opening are refused with the pid; closing frees the folder", async () => {
  await using folder = await temporaryFolder();
  const log = recordingLog();
  const driver = await openPglite(folder.path, log);

  await expect(openPglite(folder.path, log)).rejects.toMatchObject({
    name: "StartError",
    message: `data folder ${folder.path} is in use by process ${process.pid}; stop it first`,
  });
  await using script = runScript("node", "database.ts", "hold", folder.path);
  expect(await script.line(/^refused/)).toBe(
    `refused StartError: data folder ${folder.path} is in use by process ${process.pid}; stop it first`,
  );
  expect(await script.exit).toBe(0);

  await driver.close();
  await (await openPglite(folder.path, log)).close();
  expect(await readdir(folder.path)).toEqual(["pgdata"]);
});

test.each(RUNTIMES)(
  "R-1, R-8: kill -9 in the middle of writes on %s loses nothing",
  async (runtime) => {
    await using folder = await temporaryFolder();
    await using writer = runScript(runtime, "database.ts", "write", folder.path);
    await writer.line(/^ack 200$/);
    writer.child.kill("SIGKILL");
    await writer.exit;
    const acknowledged = Number(
      writer.lines
        .filter((line) => line.startsWith("ack"))
        .at(-1)
        ?.slice(4),
    );

    await using reader = runScript(runtime, "database.ts", "count", folder.path);
    const found = JSON.parse((await reader.line(/^found/)).slice(6));

    expect(found.last).toBeGreaterThanOrEqual(acknowledged);
    expect(found).toEqual({ last: found.last, total: found.last, torn: 0 }); // none half
    expect(await reader.exit).toBe(0);
  },
);

test("R-8: of many processes that find a dead owner exactly one wins", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "postern.lock");
  const options = { log: recordingLog(), onLost: () => {} };
  for (let round = 0; round < 20; round++) {
    await writeFile(
      path,
      JSON.stringify({ ...currentProcess(), pid: 2 ** 22 + 1, nonce: `dead${round}` }),
    );

    const racers = await Promise.allSettled(
      Array.from({ length: 8 }, () => lockFolder(path, folder.path, options)),
    );

    const won = racers.filter((racer) => racer.status === "fulfilled");
    expect(won).toHaveLength(1);
    await won[0]?.value.release();
    expect(await readdir(folder.path)).toEqual([]);
  }
});

test("R-8: two processes race for a killed owner's folder, one wins", async () => {
  await using folder = await temporaryFolder();
  await using first = runScript("node", "database.ts", "hold", folder.path);
  await first.line(/^open/);
  first.child.kill("SIGKILL");
  await first.exit;

  await using left = runScript("node", "database.ts", "hold", folder.path);
  await using right = runScript("bun", "database.ts", "hold", folder.path);
  const outcomes = await Promise.all([left, right].map((racer) => racer.line(/^(open|refused)/)));

  expect(outcomes.map((line) => line.split(" ")[0]).sort()).toEqual(["open", "refused"]);
});

test("R-8: a recycled pid does not keep the folder", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "postern.lock");
  // This process lives, but it is not the one that wrote the lock.
  await writeFile(path, JSON.stringify({ ...currentProcess(), started: "1", nonce: "old" }));

  const lock = await lockFolder(path, folder.path, { log: recordingLog(), onLost: () => {} });
  await lock.release();
});

test("R-8: an owner of another host counts as dead only after its heartbeat stopped", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "postern.lock");
  const options = { log: recordingLog(), onLost: () => {}, beat: 50, patience: patient(400) };
  const elsewhere = { ...currentProcess(), pid: 1, host: "other", space: "other", nonce: "far" };
  await writeFile(path, JSON.stringify(elsewhere));
  const beating = setInterval(() => void writeFile(path, JSON.stringify(elsewhere)), 30);

  await expect(lockFolder(path, folder.path, options)).rejects.toThrow("process 1 on other");
  clearInterval(beating);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await (await lockFolder(path, folder.path, options)).release();
});

test("R-8: a lock cut off by a crash is taken over", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "postern.lock");
  await writeFile(path, '{"pid":');
  const options = { log: recordingLog(), onLost: () => {}, beat: 20, patience: 100 };

  await (await lockFolder(path, folder.path, options)).release();
});

test("R-8: an owner that lost its lock is told", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "postern.lock");
  const lost = Promise.withResolvers<void>();
  await lockFolder(path, folder.path, {
    log: recordingLog(),
    onLost: () => lost.resolve(),
    beat: 20,
  });

  await writeFile(path, JSON.stringify({ ...currentProcess(), nonce: "thief" }));

  await lost.promise;
});

test("R-8: a first start killed inside initdb is begun anew", async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "pgdata.new", "base"), { recursive: true });
  await writeFile(join(folder.path, "pgdata.new", "PG_VERSION"), "18");

  await (await openPglite(folder.path, recordingLog())).close();

  expect(await readdir(folder.path)).toEqual(["pgdata"]);
});

test("commits are forced to the disk", async () => {
  await using folder = await temporaryFolder();
  const driver = await openPglite(folder.path, recordingLog());

  const rows = await driver.session(async (session) => [
    ...(await session.query("show fsync")),
    ...(await session.query("show synchronous_commit")),
    ...(await session.query("show wal_sync_method")),
  ]);
  await driver.close();

  expect(rows).toEqual([
    { fsync: "on" },
    { synchronous_commit: "on" },
    { wal_sync_method: "fsync" },
  ]);
});

test("a damaged database folder is one clear line, and the lock is free again", async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "pgdata"));
  await writeFile(join(folder.path, "pgdata", "PG_VERSION"), "9.6\n");

  await expect(openPglite(folder.path, recordingLog())).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringMatching(/^cannot open the embedded database in [^\n]+$/),
  });

  expect(await readdir(folder.path)).not.toContain("postern.lock");
});

test("a data folder that cannot be made is one clear line", async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "file"), "");

  await expect(openPglite(join(folder.path, "file", "data"), recordingLog())).rejects.toMatchObject(
    {
      name: "StartError",
      message: expect.stringContaining("cannot create the data folder"),
    },
  );
});

test("R-7: the local key is made once, 32 bytes, readable by its owner alone", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const driver = await openPglite(data, recordingLog());
  const key = await driver.localKey?.();
  await driver.close();
  const path = join(data, "encryption.key");

  expect(Buffer.from(key ?? "", "base64")).toHaveLength(32);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  expect((await readFile(path, "utf8")).trim()).toBe(key);
});

test("R-7: racers for the key end with the same, and an operator's own key is kept", async () => {
  await using folder = await temporaryFolder();
  const keys = await Promise.all(Array.from({ length: 10 }, () => readLocalKey(folder.path)));
  expect(new Set(keys).size).toBe(1);

  await writeFile(join(folder.path, "encryption.key"), "my own words\n");
  expect(await readLocalKey(folder.path)).toBe("my own words");
  await writeFile(join(folder.path, "encryption.key"), "");
  await expect(readLocalKey(folder.path)).rejects.toMatchObject({ name: "StartError" });
});

describe("R-7: a data folder that was there before", () => {
  const mode = async (...path: string[]) => (await stat(join(...path))).mode & 0o777;

  test.each(RUNTIMES)(
    "is made private on %s at every start, with the database and the key in it",
    async (runtime) => {
      await using folder = await temporaryFolder();
      const data = join(folder.path, "data");
      await chmod(folder.path, 0o755);
      await mkdir(data);
      for (const round of ["the first start", "a start on what an older version left open"]) {
        await chmod(data, 0o755);
        await using script = runScript(runtime, "database.ts", "count", data);
        await script.line(/^found/);
        expect(await script.exit).toBe(0);
        expect(await mode(data), round).toBe(0o700);
        expect(await mode(data, "pgdata"), round).toBe(0o700);
        expect(await mode(data, "encryption.key"), round).toBe(0o600);
        await chmod(join(data, "pgdata"), 0o777);
        await chmod(join(data, "encryption.key"), 0o644);
      }
    },
  );

  test("the log tells what was open", async () => {
    await using folder = await temporaryFolder();
    await chmod(folder.path, 0o750);
    const log = recordingLog();
    await (await openPglite(folder.path, log)).close();
    expect(log.lines).toContain(
      "warn other users of this machine could open this path; it is private now",
    );
  });

  test("is refused and left as it is when it holds other things", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "letter.txt"), "");
    await chmod(folder.path, 0o755);
    await expect(openPglite(folder.path, recordingLog())).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringContaining("holds other files"),
    });
    expect(await mode(folder.path)).toBe(0o755);
    await chmod(folder.path, 0o700);
    await (await openPglite(folder.path, recordingLog())).close();
  });

  test.runIf(process.platform === "linux")(
    "is refused when it cannot be made private",
    async () => {
      // The kernel changes the mode of these for no one, root included.
      await expect(makePrivate("/proc/self/task", recordingLog())).rejects.toMatchObject({
        name: "StartError",
        message: expect.stringMatching(
          /open to other users .*0555.* cannot be made private: EPERM/,
        ),
      });
    },
  );
});
