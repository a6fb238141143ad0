/** The file store across processes on Node, Bun and Deno (L-W23, L-W45). */
import { describe, expect, test } from "vitest";
import { createFolder } from "../../../src/adapters/drivers/folder.ts";
import { fileSessions } from "../../../src/sessions/file.ts";
import { MINUTE, sessionKey } from "../../support/session-store-behaviour.ts";
import { RUNTIMES, runScript, temporaryFolder } from "../adapters/support.ts";

const SCRIPT = "../../sessions/scripts/files.ts";
const clock = { now: () => Date.now() };

describe("file store", () => {
  test("L-W23: three processes on three runtimes lose no write and share one lease", async () => {
    await using folder = await temporaryFolder();
    const store = fileSessions(createFolder(folder.path), clock);
    const key = sessionKey();
    await store.create(key, "0", MINUTE);
    const scripts = RUNTIMES.map((runtime) =>
      runScript(runtime, SCRIPT, folder.path, key, runtime),
    );
    const told = await Promise.all(scripts.map((script) => script.line(/^counted/)));
    expect(await Promise.all(scripts.map((script) => script.exit))).toEqual([0, 0, 0]);
    expect((await store.read(key))?.value).toBe("120");
    expect(told.filter((line) => line.includes("leased"))).toHaveLength(1);
    expect(await createFolder(folder.path).names()).toEqual([`session_${key}.json`]);
  });

  test.each(RUNTIMES)(
    "%s: a process that is killed while it writes blocks the session for seconds only",
    async (runtime) => {
      await using folder = await temporaryFolder();
      const store = fileSessions(createFolder(folder.path), clock);
      const key = sessionKey();
      await store.create(key, "before", MINUTE);
      await using script = runScript(runtime, SCRIPT, folder.path, key, "crash");
      expect(await script.exit).toBe("SIGKILL");
      const names = await createFolder(folder.path).names();
      expect(names, "it held the lock").toContain(`session_${key}.lock`);

      const entry = await store.read(key);
      expect(entry?.value).toBe("before");
      expect(await store.replace(key, entry?.revision ?? "", "after", MINUTE)).toBe(true);
      expect((await store.read(key))?.value).toBe("after");
      expect(await createFolder(folder.path).names()).toEqual([`session_${key}.json`]);
    },
  );

  test("a lock that a power loss emptied is waited for and then taken over", async () => {
    await using folder = await temporaryFolder();
    const files = createFolder(folder.path);
    const store = fileSessions(files, clock);
    const key = sessionKey();
    await store.create(key, "before", MINUTE);
    await files.write(`session_${key}.lock`, "");
    expect(await store.claim(key, "owner", MINUTE)).toBe(true);
    expect(await files.names()).toEqual([`session_${key}.json`]);
  });
});
