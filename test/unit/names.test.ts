/** Limits and times are constants whose names say of what they are, and in which unit. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["src", "packages/go-template/src", "sdk", "login-page", "console"];

/** A constant that is a number, or begins with one. */
const NUMBER = /^ *(?:export )?const ([A-Z][A-Z_0-9]*)(?:: number)? = (?:\[\s*)?[-(]?\d/gm;

const numbersIn = (text: string): string[] =>
  [...text.matchAll(NUMBER)].map(([, name = ""]) => name);

const UNIT =
  /_(?:MS|SECONDS|MINUTES|HOURS|DAYS|BYTES|KIB|BITS|PX|LENGTH|DEPTH|COUNT|COST|WORK|SHARE)$/;
const UNIT_OF_TIME = /_(?:MS|SECONDS|MINUTES|HOURS|DAYS)$/;
const TIME =
  /(?:^|_)(?:TIMEOUT|DEADLINE|PAUSE|GRACE|LIFETIME|LIFE|INTERVAL|LEASE|SKEW|DELAYS?|AGE|AFTER|EVERY|PATIENCE)$/;
/** What is counted: a plural, or what was done with it. */
const COUNTED = /(?:S|ED|ING|PEOPLE|SHOWN|TOLD|KEPT|KNOWN|_PER_[A-Z_]+)$/;
/** Numbers without a unit. */
const PLAIN: ReadonlySet<string> = new Set([
  ...["MAX_INT", "MIN_INT", "MAX_RUNE", "MAX_OFFSET", "MIN_CONTRAST", "MIN_VERSION"],
]);

/** What a reader of the name alone would have to guess. */
function faultOf(name: string): string | undefined {
  if (
    /^(?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|HIGHEST|LOWEST|MAXIMUM|MINIMUM|FEW)(?:_|$)/.test(
      name,
    )
  )
    return "is called MAX_… or MIN_…, and of what";
  if (/_LIMIT$|^(?:MAX|MIN|LIMIT)$/.test(name)) return "is called MAX_… or MIN_…, and of what";
  if (TIME.test(name)) return "names no unit of time";
  if (!/^(?:MAX|MIN)_/.test(name) || PLAIN.has(name)) return undefined;
  if (UNIT.test(name) || UNIT_OF_TIME.test(name) || COUNTED.test(name)) return undefined;
  return "says neither a unit nor what is counted";
}

const names = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"))
    .flatMap((path) =>
      numbersIn(readFileSync(join(ROOT, folder, path), "utf8")).map((name) => ({
        file: `${folder}/${path}`,
        name,
      })),
    ),
);

test.each([
  ["MOST", "MAX_ROWS"],
  ["LARGEST_LOGO", "MAX_LOGO_BYTES"],
  ["FORM_LIMIT", "MAX_FORM_BYTES"],
  ["PAUSE", "PAUSE_MS"],
  ["CODE_LIFETIME", "CODE_LIFETIME_SECONDS"],
  ["DELAYS", "DELAYS_MS"],
  ["MAX_NAME", "MAX_NAME_LENGTH"],
  ["MAX_A_MINUTE", "MAX_PROOFS_PER_MINUTE"],
])("%s leaves a reader guessing, %s does not", (before, after) => {
  expect([faultOf(before) === undefined, faultOf(after)]).toEqual([false, undefined]);
});

test("numbers are found, also in lists and exported ones", () => {
  const text = `const FEW = 1 / 64;
export const DELAYS = [1_000, 5_000] as const;
  const SIZE: number = (2 + 3) * 4;
const LIFETIME = durationOf(60_000);
const NAMES = ["a"];`;
  expect(numbersIn(text)).toEqual(["FEW", "DELAYS", "SIZE"]);
});

test("limits and times name what they limit, and the unit", () => {
  expect(names.length).toBeGreaterThan(400);
  const faults = names.flatMap(({ file, name }) => {
    const fault = faultOf(name);
    return fault ? [`${file}: ${name} ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});
