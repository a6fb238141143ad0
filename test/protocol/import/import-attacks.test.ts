/** Imports as an attacker or a broken file makes them: no account is taken, no administrator made, nothing unbounded (ADR 0101). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { importFile, ndjson } from "../../support/imports.ts";
import { type LimitedSetup, limitedSetup } from "../../support/limited.ts";

let service: TestAuth;
let setup: LimitedSetup;
beforeAll(async () => {
  service = await testAuth();
  setup = await limitedSetup(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const bring = (
  format: "csv" | "ndjson" | "keycloak",
  body: string | Uint8Array<ArrayBuffer>,
  query = "",
) => importFile(service, format, body, query, "root");
const one = async (entry: object, query = "") => {
  const { status, text, lines } = await bring("ndjson", ndjson(entry), query);
  expect(status, text).toBe(200);
  return lines[0];
};
const find = async (alias: string) => {
  const path = `/users?alias=${encodeURIComponent(alias)}`;
  return (await setup.as("root", "GET", path)).body.payload[0];
};

describe("an administrator with fewer rights", () => {
  test.each(["read", "support", "people", "clients", "providers", "settings", "sales-people"])(
    "%s imports no one",
    async (alias) => {
      const { status } = await importFile(
        service,
        "ndjson",
        ndjson({ alias: `by-${alias}` }),
        "",
        alias,
      );
      expect(status).toBe(403);
      expect(await find(`by-${alias}`)).toBeUndefined();
    },
  );

  test("neither does a person, nor a request without one", async () => {
    for (const user of ["seller", undefined]) {
      const { status } = await importFile(service, "ndjson", ndjson({ alias: "x" }), "", user);
      expect([401, 403]).toContain(status);
    }
  });
});

describe("an account that is there", () => {
  test.each([
    ["its name", { alias: "seller" }],
    ["its name in other letters", { alias: "SELLER" }],
    ["its address", { alias: "thief", email: "seller@example.com" }],
    ["its address as a name", { alias: "Seller@Example.com" }],
    ["the name of an administrator", { alias: "root" }],
  ])("is not reached by %s", async (_, entry) => {
    const before = await find("seller");
    for (const query of ["", "update=true", "update=true&allow_administrators=true"]) {
      const line = await one({ ...entry, external_id: "t1", password_hash: SSHA }, query);
      expect(line).toMatchObject({ outcome: "refused", reason: { id: "import.taken" } });
    }
    expect(await find("seller")).toEqual(before);
    expect(await find("thief")).toBeUndefined();
  });

  test("nor by an entry that is known and brings its name", async () => {
    await one({ alias: "known", external_id: "kn" });
    const line = await one({ alias: ["known", "seller"], external_id: "kn" }, "update=true");
    expect(line.reason.id).toBe("import.taken");
    expect((await find("known")).alias).toEqual(["known"]);
  });

  test("nor is a client or a service account", async () => {
    const config = { client_secret: "a long secret" };
    await setup.as("root", "PUT", "/oauth/clients/wiki", { config });
    await setup.as("root", "POST", "/service-accounts", {
      ...{ alias: ["bot"], details: { secret: "a long secret" } },
    });
    for (const alias of ["wiki", "bot"]) {
      expect((await one({ alias })).reason.id).toBe("import.taken");
    }
  });
});

const SSHA = "{SSHA}E4i04UN/+MVB+E0yOTxuqosHO5qgdG6t";

describe("rights", () => {
  test.each(["admins", "people", "read"])(
    "the role %s is given when it is allowed",
    async (role) => {
      const entry = { alias: `new-${role}`, roles: [role] };
      expect((await one(entry)).reason.id).toBe("import.administrator_role");
      expect((await one({ ...entry, roles: [], groups: [role] })).outcome).toBe("refused");
      expect(await find(`new-${role}`)).toBeUndefined();
      expect((await one(entry, "allow_administrators=true")).outcome).toBe("created");
    },
  );

  test("a role that contains one that administers is one, too", async () => {
    const { roles } = setup;
    await setup.as("root", "POST", "/roles", { name: "chiefs", role_ids: [roles.admins] });
    expect((await one({ alias: "chief", roles: ["chiefs"] })).reason.id).toBe(
      "import.administrator_role",
    );
  });

  test("an administrator who was imported is changed when it is allowed", async () => {
    const entry = { alias: "late", external_id: "late", password_hash: SSHA };
    const { id } = await one(entry);
    const given = { role_ids: [setup.roles.admins] };
    expect((await setup.as("root", "PATCH", `/users/${id}`, given)).status).toBe(200);
    const evil = { ...entry, email: "evil@example.com", email_verified: true };
    expect((await one(evil, "update=true")).reason.id).toBe("import.administrator");
    expect((await find("late")).alias).toEqual(["late"]);
    expect((await one(evil, "update=true&allow_administrators=true")).outcome).toBe("updated");
  });

  test("unknown roles are named, and ids are no names", async () => {
    expect((await one({ alias: "r1", roles: ["nothing"] })).reason.text).toContain("nothing");
    expect((await one({ alias: "r2", roles: [setup.roles.sales] })).outcome).toBe("refused");
  });

  test.each([
    ["password", "correct horse"],
    ["Password", "correct horse"],
    ["secret", "a long secret"],
    ["password_temporary", false],
    ["email_verified", true],
    ["cert_fingerprint", "ab".repeat(32)],
    ["jwks", { keys: [] }],
  ])("details.%s is not taken", async (name, value) => {
    const line = await one({ alias: "sly", details: { [name]: value } });
    expect(line).toMatchObject({ outcome: "refused", reason: { id: "import.own_detail" } });
  });

  test.each([
    ["role_ids", ["x"]],
    ["is_active", true],
    ["service_account", true],
    ["permission_ids", ["x"]],
    ["id", "x"],
  ])("a member %s is refused and not passed over", async (name, value) => {
    expect((await one({ alias: "sly", [name]: value })).outcome).toBe("refused");
  });
});

describe("entries", () => {
  test("that reach for a prototype are refused by themselves", async () => {
    const { lines } = await bring(
      "ndjson",
      '{"alias":"p1","__proto__":{"roles":["admins"]}}\n{"alias":"p2","details":{"constructor":1}}\n{"alias":"p3"}\n',
    );
    expect(lines.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "created"]);
    const { lines: rows } = await bring("csv", "alias,details.__proto__\np4,x\np5,\n");
    expect(rows.map(({ outcome }) => outcome)).toEqual(["refused", "created"]);
    expect(({} as Record<string, unknown>).roles).toBeUndefined();
  });

  test("of one person in one file: the second finds the first one", async () => {
    const file = ndjson(
      { alias: "twin", external_id: "tw" },
      { alias: "twin2", external_id: "tw" },
      { alias: "twin", external_id: "other" },
    );
    const { lines } = await bring("ndjson", file);
    expect(lines.map(({ outcome }) => outcome)).toEqual(["created", "unchanged", "refused"]);
    expect(lines[0].id).toBe(lines[1].id);
  });

  test("with a hash that costs too much are refused, with their line and without the hash", async () => {
    const costly = "pbkdf2_sha256$99999999$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const { lines, text } = await bring(
      "ndjson",
      ndjson({ alias: "cheap" }, { alias: "costly", password_hash: costly }),
    );
    expect(lines[1]).toMatchObject({ line: 2, reason: { id: "import.hash_cost" } });
    expect(text).not.toContain("99999999");
  });

  test("that are no JSON, or no object, are refused, and the next one is read", async () => {
    const { lines } = await bring("ndjson", '{"alias":\n[]\nnull\n"x"\n\n{"alias":"after"}\n');
    expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
      ...[1, 2, 3, 4].map((line) => [line, "refused"]),
      [6, "created"],
    ]);
  });

  test("a line of megabytes is refused without being kept, and the next one is read", async () => {
    const { lines } = await bring(
      "ndjson",
      `{"alias":"${"a".repeat(8_000_000)}"}\n{"alias":"behind"}\n`,
    );
    expect(lines[0].reason.id).toBe("import.too_long");
    expect(lines[1].outcome).toBe("created");
    const keycloak = `{"users":[{"username":"${"a".repeat(8_000_000)}"},{"username":"behind2"}]}`;
    const exported = await bring("keycloak", keycloak);
    expect(exported.lines.map(({ outcome }) => outcome)).toEqual(["refused", "created"]);
  });

  test("one that is the whole of a larger file is refused", async () => {
    expect((await bring("ndjson", "a".repeat(33 * 1_024 * 1_024))).status).toBe(413);
  });
});

describe("a CSV file", () => {
  test("has cells in quotes, with quotes, commas and lines in them; a mark of the byte order, and lines that end in two ways", async () => {
    const { lines } = await bring(
      "csv",
      '\ufeffalias,name,description\r\nq1,"Ada ""Countess"" Lovelace","one,\r\ntwo"\nq2,  plain  ,\r\n',
    );
    expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "created"],
      [4, "created"],
    ]);
    const user = await find("q1");
    expect(user.details.name).toBe('Ada "Countess" Lovelace');
    expect(user.description).toBe("one,\r\ntwo");
    expect((await find("q2")).details.name).toBe("plain");
  });

  test.each([
    ["semicolons", "alias;roles\ns1;sales|tech\n", "s1"],
    ["tabs", "alias\troles\ns2\tsales|tech\n", "s2"],
  ])("may have %s", async (_, file, alias) => {
    await bring("csv", file);
    expect((await find(alias)).role_ids).toHaveLength(2);
  });

  test("keeps a formula as text, and the export of users makes none of it", async () => {
    await bring("csv", 'alias,name\nformula,"=HYPERLINK(""https://evil.example.com"")"\n');
    expect((await find("formula")).details.name).toBe('=HYPERLINK("https://evil.example.com")');
    const { text } = await setup.as("root", "GET", "/users/export?alias=formula");
    expect(text).toContain("'=HYPERLINK");
  });

  test.each([
    ["an unknown column", "alias,passwort_hash\nc1,x\n", /passwort_hash/],
    ["a column twice", "alias,alias\nc1,c1\n", /twice/],
    ["nothing", "", /nothing in it/],
  ])("with %s is refused before anything is written", async (_, file, why) => {
    const { lines, summary } = await bring("csv", file);
    expect(lines).toEqual([]);
    expect(summary.complete).toBe(false);
    expect(summary.reason.text).toMatch(why);
    expect(await find("c1")).toBeUndefined();
  });

  test("refuses a row with too few or too many cells, and words that are no switch", async () => {
    const { lines } = await bring("csv", "alias,enabled\nc2\nc3,true,x\nc4,maybe\nc5,no\n");
    expect(lines.map(({ outcome }) => outcome)).toEqual([
      ...["refused", "refused", "refused", "created"],
    ]);
    expect((await find("c5")).is_active).toBe(false);
  });

  test("with a quote that nothing closes ends there, and what was before stays", async () => {
    const { lines, summary } = await bring("csv", 'alias,name\nu1,One\nu2,"Two\nu3,Three\n');
    expect(lines.map(({ outcome }) => outcome)).toEqual(["created", "refused"]);
    expect(lines[1].reason.id).toBe("import.cut_off");
    expect(summary.complete).toBe(true);
    const long = await bring("csv", `alias,name\nu4,Four\nu5,"${"x\n".repeat(200_000)}`);
    expect(long.summary).toMatchObject({ complete: false, created: 1 });
    expect(await find("u4")).toBeDefined();
  });
});

describe("a file that is cut off", () => {
  test("is imported as far as it goes, says so, and the whole one goes on from there", async () => {
    const whole = `{"realm":"main","users":[{"id":"k1","username":"cut1"},{"id":"k2","username":"cut2"}]}`;
    const half = await bring("keycloak", whole.slice(0, -12));
    expect(half.lines.map(({ outcome }) => outcome)).toEqual(["created"]);
    expect(half.summary).toMatchObject({ complete: false, reason: { id: "import.cut_off" } });
    const rest = await bring("keycloak", whole);
    expect(rest.lines.map(({ outcome }) => outcome)).toEqual(["unchanged", "created"]);
  });

  test.each([
    ["CSV", "alias,name\nx,y\n"],
    ["nothing", "   "],
    ["brackets that do not fit", "{}}}"],
  ])("or %s in the place of JSON writes nothing", async (_, file) => {
    const { summary, lines } = await bring("keycloak", file);
    expect(lines).toEqual([]);
    expect(summary.complete).toBe(false);
  });

  test("or not in UTF-8 is 400", async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0x00]);
    expect((await bring("csv", bytes)).status).toBe(400);
  });

  test("of another media type is 415, and an unknown format 400", async () => {
    const send = (type: string, query = "") =>
      service.request("POST", `/auth/v1/users/import${query}`, {
        headers: { "content-type": type, "x-user": "root" },
        body: "x",
      });
    expect((await send("application/zip")).status).toBe(415);
    expect((await send("text/csv", "?format=xml")).status).toBe(400);
  });
});

test("one import at a time; one that is left frees the place", async () => {
  const people = Array.from({ length: 2_000 }, (_, index) => ({ alias: `busy-${index}` }));
  const request = (body: string) =>
    service.auth.fetch(
      new Request("https://id.example.com/auth/v1/users/import?dry_run=true", {
        method: "POST",
        headers: { "content-type": "application/x-ndjson", "x-user": "root" },
        body,
      }),
    );
  const first = await request(ndjson(...people));
  const second = await request(ndjson({ alias: "later" }));
  expect(second.status).toBe(503);
  expect(second.headers.get("retry-after")).toBe("5");
  await first.body?.cancel();
  await expect.poll(async () => (await request(ndjson({ alias: "later" }))).status).toBe(200);
});
