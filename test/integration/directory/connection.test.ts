/** The connector against OpenLDAP: bind, pages, TLS, StartTLS, limits, referrals (security.md, section 13). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLdapConnector } from "../../../src/adapters/drivers/ldap.ts";
import {
  DirectoryFailure,
  type LdapConnection,
  type LdapServer,
} from "../../../src/runtime/ldap.ts";
import {
  BASE,
  GROUPS,
  groupEntry,
  PEOPLE,
  READER,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";

const PEOPLE_COUNT = 1_203;
const uids = Array.from({ length: PEOPLE_COUNT }, (_, index) => `person${index}`);

describe.skipIf(slapdMissing)(withSlapd("a connection to a directory"), () => {
  let slapd: TestSlapd;
  const { connect } = createLdapConnector();

  beforeAll(async () => {
    const referral = [
      `dn: ou=elsewhere,${PEOPLE}`,
      "objectClass: referral",
      "objectClass: extensibleObject",
      "ou: elsewhere",
      "ref: ldap://directory.example.com/ou=elsewhere",
      "",
      "",
    ].join("\n");
    const group = groupEntry("everybody", uids, "All of them");
    slapd = await startSlapd({ people: uids, entries: `${referral}${group}`, tls: true });
  });
  afterAll(() => slapd?.stop());

  async function using<T>(
    server: LdapServer,
    work: (open: LdapConnection) => Promise<T>,
    bound = true,
  ): Promise<T> {
    const open = await connect(server);
    try {
      if (bound) expect(await open.bind(READER.username, READER.password)).toBe(true);
      return await work(open);
    } finally {
      open.close();
    }
  }

  const failure = (fault: string, text: RegExp) =>
    expect.objectContaining({ fault, message: expect.stringMatching(text) });

  const everybody = { base: PEOPLE, filter: "(objectClass=person)", attributes: ["uid"] };

  test("D-4: a search reads page after page, past the size limit of one answer", async () => {
    const found = await using({ url: slapd.url }, (open) =>
      open.search({ ...everybody, limit: 10_000 }),
    );
    expect(found).toHaveLength(PEOPLE_COUNT);
    expect(new Set(found.map(({ attributes }) => attributes.uid?.[0])).size).toBe(PEOPLE_COUNT);
  });

  test("D-5: an account whose answer the server cuts short gets no part of it", async () => {
    const asPerson = using(
      { url: slapd.url },
      async (open) => {
        expect(await open.bind(`uid=person1,${PEOPLE}`, "person1's password")).toBe(true);
        return open.search({ base: BASE, filter: "(cn=nothing)", attributes: ["cn"], limit: 5 });
      },
      false,
    );
    // slapd hides what may not be read; where it shows entries and stops, it says sizeLimitExceeded.
    await expect(asPerson).rejects.toThrow(DirectoryFailure);
    const tooMany = using({ url: slapd.url }, (open) =>
      open.search({ ...everybody, limit: 1_000 }),
    );
    await expect(tooMany).rejects.toEqual(failure("refused", /more than 1000 entries/));
  });

  test("a group of many members comes whole, and an attribute that is not there as an empty list", async () => {
    const [group] = await using({ url: slapd.url }, (open) =>
      open.search({
        base: GROUPS,
        filter: "(cn=everybody)",
        attributes: ["uniqueMember", "seeAlso", "description"],
        limit: 10,
      }),
    );
    expect(group?.attributes.uniqueMember).toHaveLength(PEOPLE_COUNT);
    expect(group?.attributes.seeAlso).toEqual([]);
    expect(group?.attributes.description).toEqual(["All of them"]);
  });

  test("D-2: a referral is not followed and stops nothing", async () => {
    const found = await using({ url: slapd.url }, (open) =>
      open.search({
        base: `ou=people,${BASE}`,
        filter: "(uid=person7)",
        attributes: ["uid"],
        limit: 5,
      }),
    );
    expect(found.map(({ dn }) => dn)).toEqual([`uid=person7,${PEOPLE}`]);
    const inside = using({ url: slapd.url }, (open) =>
      open.search({ ...everybody, base: `ou=elsewhere,${PEOPLE}`, limit: 5 }),
    );
    await expect(inside).rejects.toEqual(failure("refused", /referral \(10\)/));
  });

  test("bind: true, false for a wrong password, and never with an empty one (D-2)", async () => {
    await using({ url: slapd.url }, async (open) => {
      expect(await open.bind(`uid=person1,${PEOPLE}`, "person1's password")).toBe(true);
      expect(await open.bind(`uid=person1,${PEOPLE}`, "wrong")).toBe(false);
      expect(await open.bind(`uid=absent,${PEOPLE}`, "wrong")).toBe(false);
      await expect(open.bind(`uid=person1,${PEOPLE}`, "")).rejects.toThrow("anonymous");
      await expect(open.bind("", "x")).rejects.toThrow("anonymous");
      // The connection still serves: nothing of it was sent.
      expect(await open.bind(READER.username, READER.password)).toBe(true);
    });
  });

  test("ldaps and StartTLS with the authority of the record; without it the certificate is refused", async () => {
    const { ca, url, secureUrl } = slapd;
    for (const server of [
      { url: secureUrl, ca },
      { url, startTls: true, ca },
    ]) {
      const [found] = await using(server, (open) =>
        open.search({ base: PEOPLE, filter: "(uid=person1)", attributes: ["uid"], limit: 2 }),
      );
      expect(found?.dn).toBe(`uid=person1,${PEOPLE}`);
    }
    for (const server of [{ url: secureUrl }, { url, startTls: true }]) {
      await expect(connect(server), server.url).rejects.toEqual(
        failure("tls", /^no TLS connection/),
      );
    }
    const fixtures = join(import.meta.dirname, "../adapters/fixtures");
    const other = readFileSync(join(fixtures, "stranger.pem"), "utf8");
    await expect(connect({ url: secureUrl, ca: other })).rejects.toEqual(failure("tls", /no TLS/));
  });

  test("filters that are none, unknown bases and bases that are none are told by their codes", async () => {
    const searched = (search: { base?: string; filter?: string }) =>
      using({ url: slapd.url }, (open) => open.search({ ...everybody, limit: 5, ...search }));
    await expect(searched({ filter: "(uid=x" })).rejects.toEqual(failure("refused", /filter/));
    const gone = `ou=gone,${BASE}`;
    await expect(searched({ base: gone })).rejects.toEqual(
      failure("refused", /noSuchObject \(32\)/),
    );
    await expect(searched({ base: "no dn" })).rejects.toEqual(
      failure("refused", /invalidDNSyntax \(34\)/),
    );
  });

  test("nothing answers there: the code, and nothing of what the other side says", async () => {
    await expect(connect({ url: "ldap://127.0.0.1:24499" })).rejects.toEqual(
      failure("unreachable", /ECONNREFUSED/),
    );
  });
});
