/**
 * `npm run lint` is everything that is checked without running the service, and `npm run types` the compiler alone:
 * two checks at a time, each said with the time that it took, and with what it found. What the compiler learned stays
 * in `node_modules/.cache`, where the next run begins.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "..");
const COMMANDS = join(ROOT, "node_modules/.bin");
const CACHE = "node_modules/.cache/postern";

const compile = (name: string): string =>
  `tsc -p ${name} --incremental --tsBuildInfoFile ${CACHE}/${name}`;

/** The longest first. */
const TYPES = ["test", "node", "", "console", "bun", "deno", "browser"].map((name) =>
  compile(["tsconfig", name, "json"].filter(Boolean).join(".")),
);
const [LONGEST = "", ...SHORTER] = TYPES;
const ALL = [
  LONGEST,
  "biome check --error-on-warnings .",
  ...SHORTER,
  "knip",
  "node scripts/console-api.ts --check",
  "node scripts/embed-migrations.ts --check",
  "node scripts/bun-lock.ts --check",
];

/** Whether it found nothing. */
async function check(command: string): Promise<boolean> {
  const started = performance.now();
  const [program = "", ...words] = command.split(" ");
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...process.env, PATH: [COMMANDS, process.env.PATH].join(delimiter), FORCE_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk));
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject);
  child.once("close", resolve);
  const passed = (await promise) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${passed ? "passed" : "FAILED"} ${seconds.padStart(6)} s  ${command.split(" --tsBuild")[0]}`,
  );
  if (!passed) console.log(Buffer.concat(output).toString());
  return passed;
}

const started = performance.now();
const waiting = process.argv[2] === "types" ? TYPES : ALL;
let passed = true;
const lane = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    passed = (await check(next)) && passed;
  }
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
console.log(`took ${Math.round((performance.now() - started) / 1000)} s`);
process.exit(passed ? 0 : 1);
