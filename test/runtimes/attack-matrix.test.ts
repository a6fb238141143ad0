/** I-1 to I-6: who can speak for the administrator, and where, on every runtime; docs/reference holds the table. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { command, RUNTIMES } from "../support/server.ts";

const SCRIPT = join(import.meta.dirname, "scripts/attack-matrix.ts");
const PAGE = join(import.meta.dirname, "../../docs/reference/attack-matrix.md");

type Table = Record<string, Record<string, string>>;

const PLANES = ["read users", "write a setting", "own profile", "check", "info"];
const CODES = ["code for a third party", "code for demo elsewhere"];
const ADMINISTRATOR = /^administrator, /;

function run(runtime: (typeof RUNTIMES)[number]): Table {
  const [program, args] = command(runtime, SCRIPT);
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: "utf8",
    cwd: join(import.meta.dirname, "../.."),
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "").table;
}

const cell = (answer: string) => answer.replace(/ *\{.*\}$/, "");

/** The table as the page has it; `WRITE_MATRIX=1` writes it there. */
function markdown(table: Table): string {
  const [first = {}] = Object.values(table);
  const columns = Object.keys(first);
  return [
    `| Caller | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...Object.entries(table).map(
      ([caller, row]) =>
        `| ${caller} | ${columns.map((name) => cell(row[name] ?? "")).join(" | ")} |`,
    ),
  ].join("\n");
}

const ROWS = /<!-- matrix -->\n\n([\s\S]*?)\n\n<!-- \/matrix -->/;

for (const runtime of RUNTIMES) {
  test(`${runtime}: no caller but the administrator acts as the administrator (I-1 to I-6)`, () => {
    const table = run(runtime);
    for (const [caller, row] of Object.entries(table)) {
      if (ADMINISTRATOR.test(caller)) {
        expect([row["read users"], row["own profile"]], caller).toEqual(["200", "200 admin"]);
        continue;
      }
      for (const act of ["read users", "write a setting", "make a key of the administrator"]) {
        expect(["401", "403"], `${caller}: ${act}`).toContain(row[act]);
      }
      for (const act of PLANES) expect(row[act], `${caller}: ${act}`).not.toContain("admin");
    }
    for (const [caller, row] of Object.entries(table)) {
      for (const act of CODES) expect(row[act], `${caller}: ${act}`).not.toBe("code");
    }
    const page = readFileSync(PAGE, "utf8");
    const written = markdown(table);
    if (process.env.WRITE_MATRIX) {
      writeFileSync(PAGE, page.replace(ROWS, `<!-- matrix -->\n\n${written}\n\n<!-- /matrix -->`));
    } else {
      expect(ROWS.exec(page)?.[1]).toBe(written);
    }
  });
}
