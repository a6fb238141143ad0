/** `Folder` on a real disk (src/runtime.ts): private, atomic, bounded, and blind to other names. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../../../src/adapters/drivers/folder.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { capturingLogger, type LogLine } from "../../support/runtime.ts";

const mode = (path: string) => statSync(path).mode & 0o777;

test("the folder is made on first use, mode 0700, and not before", async () => {
  const path = join(temporaryFolder(), "a/b");
  const folder = createFolder(path);
  expect(existsSync(path)).toBe(false);
  expect(await folder.names()).toEqual([]);
  expect(mode(path)).toBe(0o700);
});

test("R-7: a folder that others may open is made private at the first use, and the log says so", async () => {
  const path = temporaryFolder();
  chmodSync(path, 0o775);
  const lines: LogLine[] = [];
  await createFolder(path, capturingLogger(lines)).write("a", "x");
  expect(mode(path)).toBe(0o700);
  expect(lines).toMatchObject([{ level: "warn", fields: { path, mode: "0775" } }]);
});

test("a folder for everyone, such as /tmp, is refused and left as it is", async () => {
  const path = temporaryFolder();
  chmodSync(path, 0o1777);
  await expect(createFolder(path).create("a", "x")).rejects.toThrow(/open to other users.*0?1777/);
  expect([mode(path), readdirSync(path)]).toEqual([0o777, []]);
});

test("files are 0600; what was written is read, replaced and removed", async () => {
  const path = temporaryFolder();
  const folder = createFolder(path);
  expect(await folder.read("a.json")).toBeUndefined();
  await folder.write("a.json", "öne\n");
  expect(mode(join(path, "a.json"))).toBe(0o600);
  await folder.write("a.json", "two");
  expect(await folder.read("a.json")).toBe("two");
  expect(await folder.create("b", "three")).toBe(true);
  expect(mode(join(path, "b"))).toBe(0o600);
  expect([...(await folder.names())].toSorted()).toEqual(["a.json", "b"]);
  expect(await folder.remove("a.json")).toBe(true);
  expect(await folder.remove("a.json")).toBe(false);
  expect(readdirSync(path), "no drafts").toEqual(["b"]);
});

test("of fifty creators one succeeds, and its text is what is there", async () => {
  const path = temporaryFolder();
  const folders = [createFolder(path), createFolder(path)];
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) => folders[index % 2]?.create("one", `text ${index}`)),
  );
  expect(made.filter((won) => won)).toHaveLength(1);
  expect(readFileSync(join(path, "one"), "utf8")).toBe(`text ${made.indexOf(true)}`);
  expect(readdirSync(path)).toEqual(["one"]);
});

test("L-W45: readers see the old text or the new one, whole", async () => {
  const path = temporaryFolder();
  const [writer, reader] = [createFolder(path), createFolder(path)];
  const texts = ["a".repeat(200_000), "b".repeat(300_000)];
  await writer.write("file", texts[0] ?? "");
  let writing = true;
  const done = (async () => {
    for (let round = 0; round < 30; round++) await writer.write("file", texts[round % 2] ?? "");
    writing = false;
  })();
  let reads = 0;
  while (writing) {
    const text = (await reader.read("file")) ?? "none";
    expect(texts.includes(text), `${text.length} characters`).toBe(true);
    reads += 1;
  }
  await done;
  expect(reads).toBeGreaterThan(5);
});

test("names are [A-Za-z0-9_.-]+ without a leading dot; nothing else reaches the disk", async () => {
  const outer = temporaryFolder();
  writeFileSync(join(outer, "secret"), "outside");
  const path = join(outer, "inside");
  const folder = createFolder(path);
  await folder.write("Good_Name-1.json", "x");
  const bad = ["", ".", "..", "../secret", "/etc/passwd", ".hidden", "a/b", "a\\b", "a b", "é"];
  for (const name of [...bad, "a\0", "a\n", "x".repeat(300)]) {
    await expect(folder.read(name), name).rejects.toThrow("no name of a file");
    await expect(folder.write(name, "x"), name).rejects.toThrow("no name of a file");
    await expect(folder.create(name, "x"), name).rejects.toThrow("no name of a file");
    await expect(folder.remove(name), name).rejects.toThrow("no name of a file");
  }
  expect(readdirSync(outer).toSorted()).toEqual(["inside", "secret"]);
  expect(readdirSync(path)).toEqual(["Good_Name-1.json"]);
});

test("a text of 1 MiB is kept, a longer one is neither written nor read", async () => {
  const path = temporaryFolder();
  const folder = createFolder(path);
  const most = 1_048_576;
  await folder.write("most", "x".repeat(most));
  expect((await folder.read("most"))?.length).toBe(most);
  await expect(folder.write("more", "x".repeat(most + 1))).rejects.toThrow("longer than 1 MiB");
  await expect(folder.create("more", "€".repeat(350_000))).rejects.toThrow("longer than 1 MiB");
  expect(readdirSync(path)).toEqual(["most"]);
  writeFileSync(join(path, "foreign"), "x".repeat(most + 1));
  await expect(folder.read("foreign")).rejects.toThrow("longer than 1 MiB");
});

test("drafts that a crash left are no names, and go when they are old", async () => {
  const path = temporaryFolder();
  const [old, young] = [join(path, ".a.json.1.tmp"), join(path, ".a.json.2.tmp")];
  for (const draft of [old, young]) writeFileSync(draft, "half");
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(old, before, before);
  expect(await createFolder(path).names()).toEqual([]);
  expect(readdirSync(path)).toEqual([".a.json.2.tmp"]);
});

test("a folder that vanished is an error and no empty folder (L-W29)", async () => {
  const path = join(temporaryFolder(), "gone");
  const folder = createFolder(path);
  await folder.write("a", "x");
  rmSync(path, { recursive: true });
  await expect(folder.read("a")).rejects.toThrow(/ENOENT/);
  await expect(folder.names()).rejects.toThrow(/ENOENT/);
  await expect(folder.write("a", "x")).rejects.toThrow(/ENOENT/);
  expect(existsSync(path)).toBe(false);
});

test("a folder that cannot be made is tried again at the next use", async () => {
  const parent = join(temporaryFolder(), "later");
  writeFileSync(parent, "in the way");
  const folder = createFolder(join(parent, "sessions"));
  await expect(folder.names()).rejects.toThrow();
  rmSync(parent);
  expect(await folder.names()).toEqual([]);
});

test("a failed write leaves the old text and no draft", async () => {
  const path = temporaryFolder();
  const folder = createFolder(path);
  mkdirSync(join(path, "taken"));
  await expect(folder.write("taken", "x")).rejects.toThrow();
  expect(readdirSync(path)).toEqual(["taken"]);
});

test("a write replaces a link and does not write through it", async () => {
  const [path, outside] = [temporaryFolder(), join(temporaryFolder(), "outside")];
  writeFileSync(outside, "mine");
  symlinkSync(outside, join(path, "link"));
  const folder = createFolder(path);
  await folder.write("link", "new");
  expect(readFileSync(outside, "utf8")).toBe("mine");
  expect(await folder.read("link")).toBe("new");
});
