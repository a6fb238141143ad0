/**
 * From the last release to this version and, as far as its data can say, back (R-15). The program of the last release is not at hand
 * where tests run; what it writes and reads is: the rows of its installation, and the columns of its schema.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import { makeBackup } from "../../../src/backup/make.ts";
import { readPublicKey } from "../../../src/backup/recipient.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import { parseOptions } from "../../../src/options.ts";
import type { SqlDriver } from "../../../src/runtime.ts";
import { migrate, schemaVersion } from "../../../src/store/migrate.ts";
import { validate } from "../../support/api-keys.ts";
import { openAuth, type TestAuth, talkTo } from "../../support/auth.ts";
import { OPENER, PAIR, restoreTo } from "../../support/backups.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { testRuntime } from "../../support/runtime.ts";
import { runPostern } from "../../support/server.ts";
import { ADA, claimsOf, TOKEN, WEB } from "../../support/tokens.ts";
import type { Installation } from "./installation.ts";
import { restore } from "./restore.ts";

const DATA = new URL("./data/", import.meta.url);
const RELEASED = readdirSync(DATA)
  .map((file) => file.replace(/\.json$/, ""))
  .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
const read = (version: string): Installation =>
  JSON.parse(readFileSync(new URL(`${version}.json`, DATA), "utf8"));
/** The last migration that an installation has had. */
const lastOf = ({ tables }: Installation) =>
  (tables.auth_migrations ?? [])
    .map(({ name }) => String(name))
    .toSorted()
    .at(-1);
const LATEST = RELEASED.at(-1) ?? "";
/** From where the schema changes: the release before the latest one, as long as that one has the schema of today. */
const VERSION = RELEASED.findLast((version) => lastOf(read(version)) !== schemaVersion) ?? "";
const BEFORE = read(VERSION);
const KEY = BEFORE.encryption_key;

/** Columns of each table, as a release knew them. */
const columnsOf = (release: Installation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.values<{ name: string; columns: Record<string, unknown> }>(
      JSON.parse(
        readFileSync(
          new URL(
            `../../../drizzle/meta/${lastOf(release)?.slice(0, 4)}_snapshot.json`,
            import.meta.url,
          ),
          "utf8",
        ),
      ).tables,
    ).map(({ name, columns }) => [name, Object.keys(columns)]),
  );

/** Rows there are never changed: what is written is written by the service. */
const APPEND_ONLY: readonly string[] = ["auth_audit", "auth_audit_head"];

const { migration } = parseOptions({}).database;
const { log } = testRuntime();

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

let made = 0;
async function newDsn(): Promise<string> {
  return postgres.createDatabase(`previous_${++made}`);
}
const openDsn = (dsn: string): Promise<SqlDriver> =>
  openPostgres(parseOptions({ database: { dsn }, encryption: { key: KEY } }).database, log);
const databases = {
  PGlite: (): Promise<SqlDriver> => openPglite(undefined, log),
  Postgres: async (): Promise<SqlDriver> => openDsn(await newDsn()),
};

/** Tokens of the installation are valid around the time when it was made. */
async function start(
  open: () => Promise<SqlDriver>,
  loops = false,
  { at, encryption_key: key }: Installation = BEFORE,
): Promise<TestAuth> {
  const runtime = testRuntime({ now: at + 60_000, openSql: open, loops });
  const auth = openAuth({ encryption: { key } }, runtime);
  await auth.ready;
  return talkTo(auth, runtime);
}

/** The person, the client and the keys of before. */
async function expectSameService(
  service: TestAuth,
  { ids, refresh, keys }: Installation = BEFORE,
): Promise<void> {
  const form = { grant_type: "refresh_token", refresh_token: refresh.local };
  const refreshed = await service.form(TOKEN, form, WEB);
  expect(refreshed.status, refreshed.text).toBe(200);
  expect(claimsOf(refreshed.body.access_token).sub).toBe(ids.local);
  const signedIn = await service.form(TOKEN, ADA, WEB);
  expect(claimsOf(signedIn.body.access_token).sub).toBe(ids.local);
  for (const key of Object.values(keys)) {
    expect((await validate(service, key)).body.owner_user_id).toBe(ids.local);
  }
}

describe.each(
  [...new Set([VERSION, LATEST])].flatMap((version) =>
    Object.entries(databases).map(([name, open]) => [version, name, open] as const),
  ),
)("a release %s on the schema of this version, on %s", (version, _name, open) => {
  test("writes its rows, and reads its columns", async () => {
    const release = read(version);
    const driver = await open();
    await restore(driver, release);
    await migrate(driver, migration);
    await driver.session(async (session) => {
      for (const [table, columns] of Object.entries(columnsOf(release))) {
        const list = columns.map((column) => `"${column}"`).join(", ");
        const rows = release.tables[table] ?? [];
        const of = (text: string) => session.query(text, []);
        if (!APPEND_ONLY.includes(table)) {
          await of(`delete from "${table}"`);
          await session.query(
            `insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1::text::json)`,
            [JSON.stringify(rows)],
          );
          await of(
            `update "${table}" set ${columns.map((one) => `"${one}" = "${one}"`).join(", ")}`,
          );
        }
        expect(await of(`select ${list} from "${table}"`), table).toHaveLength(rows.length);
      }
    });
    const service = await start(async () => driver, false, release);
    await expectSameService(service, release);
    await service[Symbol.asyncDispose]();
  });
});

describe.each(
  RELEASED.flatMap((version) => Object.keys(databases).map((name) => [version, name] as const)),
)("an installation of %s on %s", (version, name) => {
  test("its backup is restored into the other kind of database, and has the schema of this version", async () => {
    const before = read(version);
    const driver = await databases[name as keyof typeof databases]();
    await restore(driver, before);
    const box = await openSecretBox(before.encryption_key);
    const source = { driver, box, migrations: migration.table, version };
    const protection = { kind: "public_key", key: await readPublicKey(PAIR.public) } as const;
    const parts: Uint8Array[] = [];
    for await (const bytes of makeBackup(source, protection)) parts.push(bytes);
    await driver.close();
    const bytes = Buffer.concat(parts);
    expect(bytes.toString("latin1").split("\n")[1]).toContain(`"schema":"${lastOf(before)}"`);

    const target = await (name === "PGlite" ? databases.Postgres() : databases.PGlite());
    await restoreTo(target, bytes, OPENER, before.encryption_key);
    const applied = await target.session((session) =>
      session.query("select name from auth_migrations order by name"),
    );
    expect(applied.at(-1)?.name).toBe(schemaVersion);
    const service = await start(async () => target, false, before);
    await expectSameService(service, before);
    await service[Symbol.asyncDispose]();
  });
});

describe("the upgrade of two instances on Postgres", () => {
  test("goes on under load, and the doctor finds nothing new", async () => {
    const dsn = await newDsn();
    const prepared = await openDsn(dsn);
    await restore(prepared, BEFORE);
    await prepared.close();
    const args = ["--database-dsn", dsn, "--set", `auth.encryption.key=${KEY}`];
    const doctor = async () => {
      const { stdout } = await runPostern({}, "doctor", "--json", ...args);
      const findings = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      return findings.filter(({ severity }) => severity === "danger").map(({ id }) => id);
    };
    const early = await runPostern({}, "doctor", ...args);
    expect(early.code, "it looks at the schema of this version alone").toBe(1);
    expect(early.stderr).toContain("run postern migrate first");

    const to = join(temporaryFolder(), "before.backup");
    const backup = await runPostern({}, "backup", "--to", to, "--plain", ...args);
    expect(backup, "the new program backs up before it migrates").toMatchObject({ code: 0 });
    const applied = `select count(*)::int as applied from auth_migrations`;
    expect(await postgres.query(applied, new URL(dsn).pathname.slice(1))).toEqual([
      { applied: BEFORE.tables.auth_migrations?.length },
    ]);

    const one = await start(() => openDsn(dsn), true);
    const found = await doctor();
    const instances = [one];
    const failed: string[] = [];
    let [running, tokens, writes, turn] = [true, 0, 0, 0];
    const next = () => instances[turn++ % instances.length] as TestAuth;
    const load = [0, 1, 2].map(async (worker) => {
      while (running) {
        const answer =
          worker === 0
            ? await next().json("POST", "/auth/v1/roles", { name: `role ${turn} ${Math.random()}` })
            : await next().form(TOKEN, ADA, WEB);
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
        else if (worker === 0) writes += 1;
        else tokens += 1;
      }
    });
    const more = async () => {
      const [before, written] = [tokens, writes];
      await expect.poll(() => tokens).toBeGreaterThan(before + 10);
      await expect.poll(() => writes).toBeGreaterThan(written + 3);
    };
    await more();
    instances.push(await start(() => openDsn(dsn), true));
    await more();
    // The first one is replaced, as in a rolling upgrade.
    instances.shift();
    await more();
    await one[Symbol.asyncDispose]();
    instances.push(await start(() => openDsn(dsn), true));
    await more();
    running = false;
    await Promise.all(load);
    expect(failed).toEqual([]);
    for (const service of instances) await expectSameService(service);
    expect(await doctor()).toEqual(found);
    await Promise.all(instances.map((service) => service[Symbol.asyncDispose]()));
  });
});
