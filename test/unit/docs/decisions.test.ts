/** The index of the decisions, and that CONTRIBUTING names files that exist. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPage } from "../../protocol/docs/blocks.ts";

const FOLDER = "docs/adr";
const records = readdirSync(join(ROOT, FOLDER)).filter((name) => /^\d{4}-/.test(name));
const index = readPage(`${FOLDER}/README.md`);
const ROW = /^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| ([^|]+) \|$/gm;
const rows = [...index.matchAll(ROW)].map(([, number = "", file = "", title, status = ""]) => ({
  number,
  file,
  title,
  status,
}));

test("the index has every record, in order, with its number and title", () => {
  expect(rows.map(({ file }) => file)).toEqual(records.toSorted());
  for (const { number, file, title } of rows) {
    const heading = /^# (\d+)\.? (.+)$/m.exec(readPage(`${FOLDER}/${file}`));
    expect([Number(heading?.[1]), heading?.[2]]).toEqual([Number(number), title]);
    expect(file.slice(0, 4)).toBe(number);
  }
});

test("each record holds, or the index and the record name what replaces it", () => {
  const files = new Map(rows.map(({ number, file }) => [number, file]));
  for (const { number, file, status } of rows) {
    if (status === "holds") continue;
    const later = /^(?:in part )?replaced by \[(\d{4})\]\(([^)]+)\)$/.exec(status);
    expect(later, `${file}: ${status}`).not.toBeNull();
    const [, successor = "", target = ""] = later ?? [];
    expect(files.get(successor), `${file}: ${status}`).toBe(target);
    expect(Number(successor)).toBeGreaterThan(Number(number));
    expect(readPage(`${FOLDER}/${file}`), `${file} names ${target}`).toContain(target);
  }
});

test("files and folders that CONTRIBUTING names exist", () => {
  const paths = [...readPage("CONTRIBUTING.md").matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
