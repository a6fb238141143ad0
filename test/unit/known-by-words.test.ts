/** No sentence is found by its English words: what decides looks at an id, a code or a member beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["src", "sdk", "login-page", "console"];

/** Words that others have chosen, as `file: what is done`, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/store/availability.ts: .test(message": "PGlite says in words alone that it is closed",
  "src/store/availability.ts: i.test(message": "PGlite says in words alone that the disk is full",
  "src/adapters/drivers/postgres-connect.ts: String(error).includes(":
    "a driver says in words alone that a server has no TLS",
  "src/adapters/drivers/redis.ts: .test((error as Error).message":
    "the protocol of Redis has its code at the beginning of the text",
  "src/relying-party/upstream-error.ts: MISMATCH.test(message":
    "another service of the wire says in words alone that a sign-in failed",
  "sdk/answer-error.ts: CREDENTIALS.test(message":
    "another service of the wire says in words alone that a sign-in failed",
  "sdk/answer-error.ts: /^unauthorized$/i.test(message":
    "what servers and proxies say where they say nothing",
  "console/shell/page-boundary.tsx: GONE.test(error.message":
    "what browsers say when a module cannot be fetched",
  "console/base/language.ts: sentence.text.startsWith(":
    "takes the name of the member away, which the sentence has beside its text",
};

/** What holds a sentence. */
const TEXT = String.raw`(?:(?:\w+\??\.)*(?:message|failure|reason|error_description)|(?:\w+\??\.)+text|\((?:error|cause) as Error\)\.message|String\((?:error|cause)\))`;
const BY_WORDS = new RegExp(
  [
    String.raw`(?:\w+|/[^/\s]+/\w*)?\.test\(${TEXT}(?=\))`,
    String.raw`${TEXT}\??\.(?:startsWith|endsWith|includes|match)\(`,
    String.raw`(?<![\w.])(?:\w+\??\.)+(?:message|failure)\b (?:===|!==) ["'\`][^"'\`]* `,
    String.raw`(?<![\w.])(?:message|failure) (?:===|!==) ["'\`][^"'\`]* `,
    String.raw`(?<![\w.])(?:error|cause)\.message (?:===|!==) (?!undefined\b)\w+`,
  ].join("|"),
  "g",
);

const found = (text: string) =>
  text
    .split("\n")
    .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
    .flatMap((line) => line.match(BY_WORDS) ?? []);

test("a decision by words is seen, and one by an id is none", () => {
  const lines = [
    'if (!error.message.includes("has not run")) throw error;',
    "const taken = error instanceof StartError && /in use/.test(error.message);",
    'if (message === "totp code invalid") return known;',
    'return row.failure !== "paused by a restore";',
    "reason: /^not found$/i.test(reason) ? undefined : reason,",
    "throw error instanceof StartError && error.message === late ? error : other;",
  ];
  const others = [
    'if (error.code === "in_use") return;',
    'return message !== "" && names.includes(name);',
    'if (messages?.some(({ id }) => id === "refusal.code_wrong")) return;',
  ];
  for (const line of lines) expect(found(line), line).toHaveLength(1);
  for (const line of others) expect(found(line), line).toEqual([]);
});

const all = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:gen|d)\.ts$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
).flatMap((file) =>
  found(readFileSync(join(ROOT, file), "utf8")).map((what) => `${file}: ${what}`),
);

test("nothing is decided by the words of a sentence but what others say in words alone", () => {
  expect(all.filter((one) => !Object.hasOwn(ALLOWED, one))).toEqual([]);
});

test("no exception outlives its place", () => {
  expect(Object.keys(ALLOWED).filter((one) => !all.includes(one))).toEqual([]);
});
