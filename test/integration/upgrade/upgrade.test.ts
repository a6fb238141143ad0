/**
 * An installation of an earlier version is opened by this one: everyone stays who they were, and keeps what they had
 * (R-15; decision E-5). `UPGRADE_DATA=file` writes the installation of this version, which a release keeps in `data`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import { parseOptions } from "../../../src/options.ts";
import type { SqlDriver } from "../../../src/runtime.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { validate } from "../../support/api-keys.ts";
import { KEY, type TestAuth, testAuth } from "../../support/auth.ts";
import { signIn, subjectOf, syncAll, syncedRoles, userBy } from "../../support/directory.ts";
import { keptDatabase } from "../../support/kept-database.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { testRuntime } from "../../support/runtime.ts";
import { answered, redeem, signIn as signInBySaml } from "../../support/saml.ts";
import { makeKey } from "../../support/saml-idp.ts";
import { groupEntry, PEOPLE, personEntry, startSlapd, withSlapd } from "../../support/slapd.ts";
import { ADA, TOKEN, WEB } from "../../support/tokens.ts";
import { signInAt, startCompany, tokensOf } from "../../support/upstream-sign-in.ts";
import {
  CLEO,
  furnish,
  type Installation,
  pointTo,
  rowsOf,
  SAUL,
  type Sources,
} from "./installation.ts";
import { restore } from "./restore.ts";

const DATA = new URL("./data/", import.meta.url);

/** Versions that were released, each with an installation of it. */
const VERSIONS = readdirSync(DATA).map((file) => file.replace(/\.json$/, ""));

const read = (version: string): Installation =>
  JSON.parse(readFileSync(new URL(`${version}.json`, DATA), "utf8"));

/** The same entries, with the same ids, for installations of every version. */
const entryOf = (uid: string, id: string) => personEntry({ uid, more: [`entryUUID: ${id}`] });
const DORA = entryOf("dora", "6c8d6a3e-0000-4000-8000-000000000001");
const RENE = entryOf("rene", "6c8d6a3e-0000-4000-8000-000000000002");

let sources: Sources;
let postgres: TestPostgres;
beforeAll(async () => {
  const entries = [DORA, RENE, groupEntry("staff", ["dora", "rene"])];
  const slapd = await startSlapd({ entries: entries.join("\n") });
  sources = { slapd, company: await startCompany(), saml: await makeKey() };
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await sources?.company[Symbol.asyncDispose]();
  await sources?.slapd.stop();
});

let made = 0;
const databases = {
  PGlite: (): Promise<SqlDriver> => openPglite(undefined, testRuntime().log),
  async Postgres(): Promise<SqlDriver> {
    const dsn = await postgres.createDatabase(`upgrade_${++made}`);
    return openPostgres(
      parseOptions({ database: { dsn }, encryption: { key: KEY } }).database,
      testRuntime().log,
    );
  },
};

/** The installation of this version, made now. */
async function presentInstallation(): Promise<Installation> {
  await using database = await keptDatabase();
  const at = Date.now();
  await using service = await testAuth({}, testRuntime({ openSql: database.openSql }));
  const people = await furnish(service, sources);
  const tables = await rowsOf(database.driver);
  return { at, encryption_key: KEY, ...people, tables };
}

test(withSlapd("the installation of this version can be kept for later ones"), async () => {
  const present = await presentInstallation();
  const tables = Object.keys(present.tables);
  expect(tables).toEqual(expect.arrayContaining(Object.keys(read("0.1.0").tables)));
  const file = process.env.UPGRADE_DATA;
  if (file) writeFileSync(file, JSON.stringify(present, null, 1));
});

describe.each(VERSIONS)("an installation of %s", (version) => {
  describe.each(Object.entries(databases))("on %s", (_name, open) => {
    const before = read(version);
    let service: TestAuth;
    beforeAll(async () => {
      const openSql = async () => {
        const driver = await open();
        await restore(driver, before);
        await migrate(driver, parseOptions({}).database.migration);
        return driver;
      };
      const runtime = testRuntime({ now: before.at + 60_000, openSql });
      service = await testAuth({ encryption: { key: before.encryption_key } }, runtime);
      await pointTo(service, sources);
    });
    afterAll(() => service?.[Symbol.asyncDispose]());

    const refreshed = (refresh_token: string) =>
      service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);

    test.each(Object.keys(before.ids))("%s: the refresh token of before is taken", async (name) => {
      const answer = await refreshed(before.refresh[name as keyof typeof before.refresh]);
      expect(answer.status, answer.text).toBe(200);
      expect(subjectOf(answer)).toBe(before.ids[name as keyof typeof before.ids]);
    });

    test("decision E-5: everyone signs in to the account that was theirs", async () => {
      const { company, saml } = sources;
      const local = await service.form(TOKEN, ADA, WEB);
      const directory = await signIn(service, "dora");
      company.claims = CLEO;
      const upstream = await tokensOf(service, await signInAt(service, company, "company"));
      const code = answered(await signInBySaml(service, saml, SAUL)).get("code") ?? "";
      expect({
        local: subjectOf(local),
        directory: subjectOf(directory),
        upstream: upstream.access.sub,
        saml: subjectOf(await redeem(service, code)),
      }).toEqual({
        local: before.ids.local,
        directory: before.ids.directory,
        upstream: before.ids.upstream,
        saml: before.ids.saml,
      });
    });

    test("a sync finds the same people, with their roles", async () => {
      const report = await syncAll(service);
      expect(report).toMatchObject({ users_created: 0, conflicts: [] });
      expect((await userBy(service, "dora")).id).toBe(before.ids.directory);
      expect(await syncedRoles(service, "dora")).toEqual(["staff"]);
      const { roles } = await userBy(service, "dora");
      expect(roles.map(({ name }: { name: string }) => name).sort()).toEqual(["hand", "staff"]);
    });

    test("decision E-5: everyone has a source and its id, and another id under their name is refused", async () => {
      const { store } = await service.auth.service;
      const rows = await store.driver.session((session) =>
        session.query(
          `select u.id, u.source, i.issuer, i.subject from auth_users u
            join auth_identities i on i.user_id = u.id and i.provider = u.source`,
          [],
        ),
      );
      const of = (id: string) => rows.filter((row) => row.id === id);
      expect(of(before.ids.directory)).toMatchObject([
        { source: expect.stringMatching(/^ldap:/), issuer: "entryUUID" },
      ]);
      expect(of(before.ids.upstream)).toMatchObject([{ source: "oauth:company" }]);
      expect(of(before.ids.saml)).toMatchObject([
        { source: expect.stringMatching(/^saml:/), subject: expect.stringMatching(/^urn:\S+ ./) },
      ]);
      const { slapd } = sources;
      await slapd.remove(`uid=dora,${PEOPLE}`);
      await slapd.add(personEntry({ uid: "dora" }));
      expect((await signIn(service, "dora")).status).toBe(400);
      expect((await syncAll(service)).refused).toMatchObject([{ uid: "dora", reason: "other_id" }]);
      await slapd.remove(`uid=dora,${PEOPLE}`);
      await slapd.restore(DORA.replace("\n", "\nchangetype: add\n"));
    });

    test("API keys speak for their owner as before", async () => {
      for (const key of Object.values(before.keys)) {
        const { status, body, text } = await validate(service, key);
        expect(status, text).toBe(200);
        expect(body.owner_user_id, text).toBe(before.ids.local);
      }
    });
  });
});
