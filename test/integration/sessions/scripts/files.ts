/** Uses the file store on the runtime that runs it: counts up one record against other processes. */
import process from "node:process";
import { createFolder } from "../../../../src/adapters/drivers/folder.ts";
import type { Folder } from "../../../../src/runtime.ts";
import { fileSessions } from "../../../../src/sessions/file.ts";
import { durationOf } from "../../../../src/std/duration.ts";

const [path = "", key = "", task = ""] = process.argv.slice(2);
const HOUR = durationOf(3_600_000);
const folder = createFolder(path);

/** Dies where a crash hurts most: the lock is held, the record is not written yet. */
const dying: Folder = {
  ...folder,
  async write() {
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => undefined);
  },
};

const store = fileSessions(task === "crash" ? dying : folder, { now: () => Date.now() });

if (task === "crash") {
  const entry = await store.read(key);
  await store.replace(key, entry?.revision ?? "", "never written", HOUR);
} else {
  let lost = 0;
  for (let done = 0; done < 40; ) {
    const entry = await store.read(key);
    if (!entry) throw new Error("the record is gone");
    if (await store.replace(key, entry.revision, `${Number(entry.value) + 1}`, HOUR)) done += 1;
    else lost += 1;
  }
  const leased = await store.claim(key, task, HOUR);
  await store[Symbol.asyncDispose]();
  console.log(`counted ${leased ? "leased" : "refused"} after ${lost} refusals`);
}
