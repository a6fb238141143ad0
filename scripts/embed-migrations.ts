/** Writes `drizzle/*.sql` into `src/store/migrations.gen.ts`; `--check` only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const TARGET = "src/store/migrations.gen.ts";

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string }[];
}

const journal: Journal = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
const migrations = journal.entries.map(({ tag }) => {
  const script = readFileSync(`drizzle/${tag}.sql`, "utf8")
    .replaceAll("--> statement-breakpoint\n", "")
    .trim();
  return `  { name: ${JSON.stringify(tag)}, script: ${JSON.stringify(script)} },`;
});
const text = `// Generated from drizzle/ by scripts/embed-migrations.ts; never edited by hand.
export const migrations: readonly { readonly name: string; readonly script: string }[] = [
${migrations.join("\n")}
];
`;

if (process.argv.includes("--check")) {
  if (readFileSync(TARGET, "utf8") !== text) {
    console.error(`${TARGET} is stale: run npm run build:migrations`);
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, text);
}
