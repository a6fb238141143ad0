/** L-W23: lock files let one in at a time, also when many find the lock of a dead process at once. */
import { expect, test } from "vitest";
import { createFolder } from "../../../src/adapters/drivers/folder.ts";
import { folderLocks } from "../../../src/sessions/file-lock.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { testRuntime } from "../../support/runtime.ts";

const { clock } = testRuntime({ now: 1_700_000_000_000 });

test.each([false, true])("ten processes, left behind by another one: %s", async (left) => {
  const path = temporaryFolder();
  const folder = createFolder(path);
  const locks = Array.from({ length: 10 }, () => folderLocks(createFolder(path), clock));
  for (let round = 0; round < 5; round++) {
    const name = `session_${round}.lock`;
    const dead = { nonce: "deadbeef", until: clock.now() - 1 };
    if (left) await folder.write(name, JSON.stringify(dead));
    let inside = 0;
    const seen: number[] = [];
    await Promise.all(
      locks.map((one) =>
        one.hold(name, async (confirm) => {
          inside += 1;
          await confirm();
          await new Promise((resolve) => setTimeout(resolve, 2));
          await confirm();
          seen.push(inside);
          inside -= 1;
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 10 }, () => 1));
  }
  expect(await folder.names()).toEqual([]);
});

test("callers of one process go one after the other, in their order, past failures", async () => {
  const locks = folderLocks(createFolder(temporaryFolder()), clock);
  const order: number[] = [];
  const turns = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      locks.hold("name.lock", async () => {
        order.push(index);
        if (index % 2) throw new Error("failed");
      }),
    ),
  );
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(turns.filter(({ status }) => status === "rejected")).toHaveLength(10);
});

test("who lost the lock is told before anything is written", async () => {
  const folder = createFolder(temporaryFolder());
  const locks = folderLocks(folder, clock);
  const lost = locks.hold("name.lock", async (confirm) => {
    await folder.write("name.lock", JSON.stringify({ nonce: "stranger", until: clock.now() + 1 }));
    await confirm();
  });
  await expect(lost).rejects.toMatchObject({ code: "unavailable" });
  expect(await folder.read("name.lock"), "that of the other stays").toContain("stranger");
});
