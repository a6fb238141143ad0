/** `postern import users` on each runtime, beside a service on Postgres: the examples of docs/import.md, and sign-ins with what it brought. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { temporaryFolder } from "../support/folders.ts";
import vectors from "../support/imported-hashes.json" with { type: "json" };
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { RUNTIMES, type RuntimeName, runPostern } from "../support/server.ts";
import { putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const KEY = "the encryption key of the operator";
const PAGE = "docs/import.md";

let postgres: TestPostgres;
let dsn: string;
let service: TestAuth;
const folder = temporaryFolder();

beforeAll(async () => {
  postgres = await startPostgres();
  dsn = await postgres.createDatabase("import");
  const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, testRuntime());
  await auth.ready;
  service = talkTo(auth, testRuntime());
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "password", { attempts: { unlimited: true } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

function command(runtime: RuntimeName, ...words: string[]) {
  const args = ["--database-dsn", dsn, "--set", `auth.encryption.key=${KEY}`];
  return runPostern({ runtime, args, cwd: folder }, "import", "users", ...words);
}
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const linesOf = (name: string) =>
  readFileSync(join(folder, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const signIn = async (username: string, password: string) =>
  (await service.form(TOKEN, { grant_type: "password", username, password }, WEB)).status;

describe.each(RUNTIMES)("on %s", (runtime) => {
  test("the examples of the page make the people of its file, once", async () => {
    const csv = blockNamed(PAGE, "csv").text.replaceAll(/\b(lin|kim|kk)\b/g, `$1-${runtime}`);
    write("people.csv", `${csv}\n`);
    const [dry = "", real = ""] = blockNamed(PAGE, "command")
      .text.split("\n")
      .map((line) => line.replace("postern import users ", "").replace("forum", runtime));
    const tried = await command(runtime, ...dry.split(" "));
    expect([tried.code, tried.stderr]).toEqual([0, ""]);
    expect(tried.stdout).toContain("nothing was written (dry run)");
    const done = await command(runtime, ...real.split(" "));
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toBe(
      "2 entries: 2 created, 0 updated, 0 unchanged, 0 skipped, 0 refused\n",
    );
    expect(linesOf("report.ndjson").at(-1)).toMatchObject({ summary: { complete: true } });
    // The command wrote beside this instance, which hears of it.
    const heard = () => signIn(`lin-${runtime}`, "correct horse");
    await expect.poll(heard, { timeout: patient(10_000) }).toBe(200);
    const again = await command(runtime, ...real.split(" "), "--update");
    expect(again.stdout).toContain("2 unchanged");
  });

  test("every hash of another program is taken", async () => {
    const people = vectors.map(({ hash }, at) => ({
      ...{ alias: `v${at}-${runtime}`, password_hash: hash },
    }));
    write("vectors.ndjson", people.map((one) => JSON.stringify(one)).join("\n"));
    const { code, stderr } = await command(runtime, "vectors.ndjson");
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("what was refused is named, and the end is 1; other people are there", async () => {
    write("mixed.ndjson", `{"alias":"ok-${runtime}"}\n{"alias":"lin-${runtime}"}\nno JSON\n`);
    const { code, stdout, stderr } = await command(runtime, "mixed.ndjson");
    expect(code).toBe(1);
    expect(stdout).toContain("3 entries: 1 created");
    expect(stderr).toContain(`line 2 (lin-${runtime}): lin-${runtime} belongs to another account`);
    expect(stderr).toContain("line 3: is no JSON object");
  });

  test("a file that is no text, that is not there, or of no format says so", async () => {
    writeFileSync(join(folder, "bytes.csv"), new Uint8Array([0xff, 0xfe, 0x61, 0x00]));
    expect((await command(runtime, "bytes.csv")).stderr).toContain("not UTF-8");
    const gone = await command(runtime, "gone.csv");
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining("ENOENT")]);
    expect((await command(runtime, "people.xml")).code).toBe(2);
    expect((await command(runtime)).code).toBe(2);
  });
});

test("two runs beside each other make each of them once", async () => {
  const people = Array.from({ length: 1_000 }, (_, at) => ({
    ...{ alias: `both-${at}`, external_id: `b${at}` },
  }));
  write("both.ndjson", people.map((one) => JSON.stringify(one)).join("\n"));
  const [one, two] = await Promise.all(
    ["a.ndjson", "b.ndjson"].map((report) => command("node", "both.ndjson", "--report", report)),
  );
  expect([one?.code, two?.code]).toEqual([0, 0]);
  const created = ["a.ndjson", "b.ndjson"].flatMap((report) =>
    linesOf(report).filter(({ outcome }) => outcome === "created"),
  );
  expect(created).toHaveLength(1_000);
  expect(new Set(created.map(({ name }) => name)).size).toBe(1_000);
});
