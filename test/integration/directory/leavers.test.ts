/** Who leaves the directory is refused everywhere, on every instance, until found again (decision E-6; K-10, D-5). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuthOptions } from "../../../src/options/auth-options.ts";
import { clientSignIns } from "../../../src/store/tables.ts";
import { issueKey, validate } from "../../support/api-keys.ts";
import { KEY, ORIGIN, type TestAuth } from "../../support/auth.ts";
import type { Passkey } from "../../support/authenticator.ts";
import { decide, formTokenOf, newFlow, openPage, redeem } from "../../support/authorize.ts";
import { directoryAuth, putDirectory, signIn, syncAll, userBy } from "../../support/directory.ts";
import { added, deleted, modified, renamed } from "../../support/ldif.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { eventually } from "../../support/redis.ts";
import { testRuntime } from "../../support/runtime.ts";
import { type Jar, type SessionSetup, sessionSetup } from "../../support/session.ts";
import {
  BASE,
  ldapRecord,
  PEOPLE,
  personDn,
  personEntry,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { claimsOf, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";

const TV = "television";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS = "urn:ietf:params:oauth:token-type:access_token";
const PAGE = "https://app.example.com/login/";
const CALLBACK = "https://app.example.com/callback";
const EMAIL = "/auth/oauth2/email";

/** How an entry leaves, and how it comes back. */
interface Leaving {
  readonly reason: "gone" | "disabled" | "expired";
  readonly leave: (uid: string) => string;
  readonly back: (uid: string) => string;
}

const change = (uid: string, ...lines: readonly string[]) => modified(personDn(uid), ...lines);
const moved = (uid: string, from: string, to: string) =>
  renamed(`uid=${uid},${from}`, `uid=${uid}`, to);
/** The same for one username, so that an entry that comes back is the same person. */
const uuidOf = (uid: string) =>
  `00000000-0000-4000-8000-${Buffer.from(uid.padEnd(6, "-").slice(0, 6)).toString("hex")}`;
const entryOf = (uid: string) =>
  personEntry({ uid, more: [`entryUUID: ${uuidOf(uid)}`] }).replace(
    /^objectClass: .*$/m,
    "$&\nobjectClass: shadowAccount",
  );
const add = (uid: string) => added(entryOf(uid));

const KINDS: Readonly<Record<string, Leaving>> = {
  deleted: {
    reason: "gone",
    leave: (uid) => deleted(personDn(uid)),
    back: add,
  },
  moved: {
    reason: "gone",
    leave: (uid) => moved(uid, PEOPLE, `ou=former,${BASE}`),
    back: (uid) => moved(uid, `ou=former,${BASE}`, PEOPLE),
  },
  filtered: {
    reason: "gone",
    leave: (uid) => change(uid, "add: employeeType", "employeeType: left"),
    back: (uid) => change(uid, "delete: employeeType"),
  },
  locked: {
    reason: "disabled",
    leave: (uid) => change(uid, "add: pwdAccountLockedTime", "pwdAccountLockedTime: 000001010000Z"),
    back: (uid) => change(uid, "delete: pwdAccountLockedTime"),
  },
  expired: {
    reason: "expired",
    leave: (uid) => change(uid, "add: shadowExpire", "shadowExpire: 1"),
    back: (uid) => change(uid, "replace: shadowExpire", "shadowExpire: 99999"),
  },
};
const UIDS = Object.keys(KINDS);
const STAYING = ["stays", "local-one"];

const RECORD = { user_filter: "(!(employeeType=left))" };

/** What a person has before they leave, made once, and how each of it is used: true where it is taken. */
interface Held {
  readonly uid: string;
  readonly id: string;
  readonly access: string;
  readonly refresh: string;
  readonly key: string;
  readonly passkey: Passkey;
  readonly jar: Jar;
}

describe.skipIf(slapdMissing)(withSlapd("decision E-6: leaving"), () => {
  let slapd: TestSlapd;
  let postgres: TestPostgres;
  let relay: MailServer;
  let first: TestAuth;
  let setup: SessionSetup;
  let second: TestAuth;
  const held = new Map<string, Held>();
  const heldBy = (uid: string) => held.get(uid) as Held;

  const ask = (uid: string) =>
    second.form(EMAIL, { username: `${uid}@example.com`, redirect_uri: PAGE }, WEB);
  const codeFor = async (uid: string) => {
    expect((await ask(uid)).status).toBe(200);
    const { mail } = await relay.next(`${uid}@example.com`);
    const typed = /\b[B-Z]{5}-[B-Z]{5}\b/.exec(mail.text ?? "")?.[0] ?? "";
    return { typed, link: /code=([0-9a-f]{48})\b/.exec(mail.text ?? "")?.[1] ?? "" };
  };
  const accountOf = (uid: string) =>
    second.request("GET", "/auth/ui/account", { headers: { "x-user": uid } });
  const beginDevice = async () =>
    (await second.form("/auth/oauth2/device_authorization", { client_id: TV })).body;
  const approve = (user_code: string, uid: string) =>
    second.json("POST", "/auth/v1/device", { user_code, action: "approve" }, uid);
  const poll = (device_code: string) =>
    second.form(TOKEN, { grant_type: DEVICE, client_id: TV, device_code });

  /** Begun before the person leaves, and finished after it. */
  async function pending(uid: string) {
    const device = await beginDevice();
    expect((await approve(device.user_code, uid)).status).toBe(200);
    return {
      device: device.device_code as string,
      open: (await beginDevice()).user_code as string,
      code: await newCodeOf(uid),
      flow: await newFlow(second),
      mail: await codeFor(uid),
      form_token: formTokenOf(await accountOf(uid)),
    };
  }

  async function newCodeOf(uid: string): Promise<string> {
    const answer = await decide(second, {}, {}, uid);
    return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
  }

  type Pending = Awaited<ReturnType<typeof pending>>;

  const WAYS: Readonly<
    Record<
      string,
      (one: Held, begun: Pending) => Promise<{ readonly status: number; readonly body?: unknown }>
    >
  > = {
    password: ({ uid }) => signIn(second, uid),
    "access token": ({ access }) =>
      second.request("GET", "/auth/oauth2/userinfo", {
        headers: { authorization: `Bearer ${access}` },
      }),
    introspection: async ({ access }) => {
      const { body } = await second.form("/auth/oauth2/introspect", { token: access }, WEB);
      return { status: body.active ? 200 : 400 };
    },
    "token exchange": ({ access }) =>
      second.form(
        TOKEN,
        { grant_type: EXCHANGE, subject_token: access, subject_token_type: ACCESS },
        WEB,
      ),
    refresh: ({ refresh }) =>
      second.form(TOKEN, { grant_type: "refresh_token", refresh_token: refresh }, WEB),
    "API key": ({ key }) => validate(second, key),
    passkey: ({ passkey }) => passkeyTalk(second).signIn(passkey),
    "session cookie": async ({ jar }) => {
      const { status, body } = await jar.get("/app");
      return { status: status === 200 && body?.headers?.["x-user"] ? 200 : 401 };
    },
    "X-User": ({ uid }) => second.json("GET", "/auth/v1/me", undefined, uid),
    check: async ({ uid }) => {
      const { body } = await second.json("POST", "/auth/v1/check", {
        alias: uid,
        host: "app.example.com",
        path: "/",
        method: "GET",
      });
      return { status: body?.allowed ? 200 : 403 };
    },
    "account page": ({ uid }) => accountOf(uid),
    "form of the account page": ({ uid }, { form_token }) =>
      second.request("POST", "/auth/ui/two-step/turn-off", {
        headers: { "x-user": uid },
        body: new URLSearchParams({ form_token }),
      }),
    "page of a mailed link": async (_, { mail }) => {
      const address = await second.auth.api.emailCodeAddress(mail.link);
      return { status: address === undefined ? 404 : 200 };
    },
    "mailed code": (_, { mail }) =>
      second.form(TOKEN, { grant_type: "email_code", code: mail.typed }, WEB),
    "device poll": (_, { device }) => poll(device),
    "device approval": ({ uid }, { open }) => approve(open, uid),
    "authorization code": (_, { code }) => redeem(second, code),
    consent: ({ uid }, { flow }) => openPage(second, flow, uid),
  };

  /** Which ways are open, by the way's name. */
  async function walk(uid: string, begun: Pending): Promise<string[]> {
    const open: string[] = [];
    for (const [name, use] of Object.entries(WAYS)) {
      const { status } = await use(heldBy(uid), begun);
      expect(status, name).toBeLessThan(500);
      if (status < 300) open.push(name);
    }
    return open;
  }

  async function take(uid: string): Promise<void> {
    const signed = await second.form(
      TOKEN,
      { grant_type: "password", username: uid, password: `${uid}'s password`, scope: "openid" },
      WEB,
    );
    expect(signed.status, signed.text).toBe(200);
    const id = claimsOf(signed.body.access_token).sub;
    const known = held.get(uid);
    const tokens = await setup.tokens({ username: uid, password: `${uid}'s password` });
    const jar = setup.jar();
    const asked = { request: new Request(`${ORIGIN}/login/`), connection: {} };
    const login = { provider: "postern", method: "password", remember_me: false } as const;
    jar.take(
      new Headers(
        (await setup.session.signIn(asked, { ...login, tokens })).map(([a, b]) => [a, b]),
      ),
    );
    held.set(uid, {
      uid,
      id,
      access: signed.body.access_token,
      refresh: signed.body.refresh_token,
      key:
        known?.key ??
        (await issueKey(second, { name: `key of ${uid}`, user_id: id, role_ids: [role] })).key,
      passkey: known?.passkey ?? (await passkeyTalk(second).register(uid)),
      jar,
    });
  }
  let role = "";

  const seen = (uid: string, active: boolean) =>
    eventually(async () => (await userBy(second, uid)).is_active === active);

  beforeAll(async () => {
    slapd = await startSlapd({
      lines: ["moduleload ppolicy", "overlay ppolicy"],
      entries: [
        `dn: ou=former,${BASE}\nobjectClass: organizationalUnit\nou: former\n`,
        ...[...UIDS, ...STAYING].map(entryOf),
      ].join("\n"),
      groups: { developers: ["stays"] },
    });
    postgres = await startPostgres();
    const dsn = await postgres.createDatabase("leavers");
    const options: AuthOptions = { database: { dsn }, encryption: { key: KEY } };
    first = await directoryAuth(slapd, RECORD, options, testRuntime({ loops: true }));
    setup = await sessionSetup({ auth: options, runtime: testRuntime({ loops: true }) });
    second = setup.service;
    await putClient(first, WEB.id, {
      client_secret: WEB.secret,
      redirect_uris: [CALLBACK],
      whitelist_urls: [PAGE],
    });
    await putClient(first, TV, { public: true });
    relay = await startMailServer();
    const smtp = { host: "127.0.0.1", port: relay.port };
    const unlimited = { unlimited: true };
    await putSetting(first, "email", {
      from: "Example <id@example.com>",
      ...{ smtp, attempts: unlimited, sending: unlimited },
    });
    const permission = await first.json("POST", "/auth/v1/permissions", {
      name: "app",
      resources: [{ hosts: ["app.example.com"], paths: ["/"], methods: ["GET"] }],
    });
    expect(permission.status, permission.text).toBe(200);
    const made = await first.json("POST", "/auth/v1/roles", {
      name: "by hand",
      permission_ids: [permission.body.payload.id],
    });
    expect(made.status, made.text).toBe(200);
    role = made.body.payload.id;
    for (const uid of UIDS) {
      expect((await signIn(first, uid)).status).toBe(200);
      const { id } = await userBy(first, uid);
      const given = await first.json("PATCH", `/auth/v1/users/${id}`, { role_ids: [role] });
      expect(given.status, given.text).toBe(200);
    }
    await syncAll(first);
    for (const uid of UIDS) await take(uid);
  });
  afterAll(async () => {
    await setup?.[Symbol.asyncDispose]();
    await first?.[Symbol.asyncDispose]();
    await relay?.[Symbol.asyncDispose]();
    await postgres?.stop();
    await slapd?.stop();
  });

  test.each(UIDS)(
    "%s: refused at every way after the sync, and back with what they had",
    async (uid) => {
      const { reason, leave, back } = KINDS[uid] as Leaving;
      const { id } = heldBy(uid);
      // One way after the other uses things up, so what is counted before is counted with its own.
      expect(await walk(uid, await pending(uid)), "before").toEqual(Object.keys(WAYS));
      await take(uid);
      const begun = await pending(uid);
      await slapd.modify(leave(uid));
      expect(await syncAll(first)).toMatchObject({
        users_left: 1,
        users_returned: 0,
        leavers_held: 0,
      });
      const since = performance.now();
      await seen(uid, false);
      expect(performance.now() - since).toBeLessThan(
        1_000 * Number(process.env.TEST_SLOWNESS ?? 1),
      );
      const user = await userBy(second, uid);
      expect(user.left_directory).toEqual({ reason, since: expect.stringMatching(/^\d{4}-.*Z$/) });
      expect(await walk(uid, begun), "while they are away").toEqual([]);
      const linked = { grant_type: "email_code", code: begun.mail.link };
      expect((await second.form(TOKEN, linked, WEB)).status, "the link of the mail").toBe(400);
      expect((await ask(uid)).status, "asking for a mail tells nothing").toBe(200);

      const enabled = await first.json("PATCH", `/auth/v1/users/${id}`, { is_active: true });
      expect([enabled.status, enabled.text]).toEqual([
        409,
        expect.stringContaining("in the directory"),
      ]);
      // What was read is written back: that is no administrator's decision.
      const { left_directory: _left, ...same } = user;
      const put = await first.json("PUT", `/auth/v1/users/${id}`, same);
      expect(put.status, put.text).toBe(200);
      expect(await syncAll(first)).toMatchObject({ users_left: 0, users_returned: 0 });

      await slapd.restore(back(uid));
      expect(await syncAll(first)).toMatchObject({ users_left: 0, users_returned: 1 });
      await seen(uid, true);
      const before = heldBy(uid);
      expect((await validate(second, before.key)).status, "the key").toBe(200);
      expect((await passkeyTalk(second).signIn(before.passkey)).status, "the passkey").toBe(200);
      await take(uid);
      expect(heldBy(uid).id, "the same sub").toBe(id);
      expect((await userBy(second, uid)).role_ids, "roles by hand").toEqual([role]);
      expect(await walk(uid, await pending(uid)), "after").toEqual(Object.keys(WAYS));
    },
  );

  test("sign-in that finds the entry disabled, or in force again, says so at once", async () => {
    const uid = "locked";
    await slapd.modify(KINDS.expired?.leave(uid) ?? "");
    expect((await signIn(first, uid)).status).toBe(400);
    await seen(uid, false);
    expect((await validate(second, heldBy(uid).key)).status).toBe(401);
    await slapd.modify(KINDS.expired?.back(uid) ?? "");
    expect((await signIn(first, uid, "wrong")).status, "a wrong password brings no one back").toBe(
      400,
    );
    expect((await userBy(first, uid)).is_active).toBe(false);
    const back = await signIn(first, uid);
    expect(back.status, back.text).toBe(200);
    await seen(uid, true);
  });

  test("an administrator's decision stays: disabled before or while away, disabled after", async () => {
    const uid = "deleted";
    const { id } = heldBy(uid);
    const { leave, back } = KINDS[uid] as Leaving;
    await slapd.modify(leave(uid));
    await syncAll(first);
    const disabled = await first.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    expect(disabled.status, disabled.text).toBe(200);
    await slapd.restore(back(uid));
    expect(await syncAll(first)).toMatchObject({ users_returned: 1 });
    const user = await userBy(first, uid);
    expect([user.is_active, user.left_directory]).toEqual([false, undefined]);
    const enabled = await first.json("PATCH", `/auth/v1/users/${id}`, { is_active: true });
    expect(enabled.status, enabled.text).toBe(200);
    expect((await signIn(first, uid)).status).toBe(200);
  });

  test("accounts of other sources, local ones and service accounts are not the directory's", async () => {
    const made = await first.json("POST", "/auth/v1/users", { alias: ["elsewhere"] });
    expect(made.status, made.text).toBe(200);
    await syncAll(first);
    for (const alias of ["elsewhere", "ada"]) {
      const user = await userBy(first, alias);
      expect([user.is_active, user.left_directory], alias).toEqual([true, undefined]);
    }
  });

  test("who was made local is refused no longer, and never again", async () => {
    const uid = "moved";
    const { id } = heldBy(uid);
    await slapd.modify(KINDS[uid]?.leave(uid) ?? "");
    await syncAll(first);
    const { left_directory: _left, ...user } = await userBy(first, uid);
    const body = {
      ...user,
      local: true,
      is_active: true,
      details: { ...user.details, password: "a password of my own" },
    };
    const put = await first.json("PUT", `/auth/v1/users/${id}`, body);
    expect(put.status, put.text).toBe(200);
    expect(await syncAll(first)).toMatchObject({ users_left: 0 });
    expect((await signIn(first, uid, "a password of my own")).status).toBe(200);
    await slapd.modify(KINDS[uid]?.back(uid) ?? "");
  });

  test("Back-Channel Logout: with a person who has left their sign-ins at applications have ended", async () => {
    const uid = "notify";
    await slapd.add(personEntry({ uid }));
    expect((await signIn(first, uid)).status).toBe(200);
    await syncAll(first);
    const { id } = await userBy(first, uid);
    const { store } = await first.auth.service;
    await store.db.insert(clientSignIns).values({
      user_id: id,
      client_id: "shop",
      sign_in: "one of the sign-ins",
      issuer: "https://id.example.com/auth/oauth2",
      by_session: false,
      expires_at: new Date(Date.now() + 86_400_000),
    });
    const going = async () =>
      (await store.db.select().from(clientSignIns).where(eq(clientSignIns.user_id, id))).filter(
        ({ ended_at }) => ended_at === null,
      );
    expect(await going()).toHaveLength(1);
    await slapd.modify(deleted(personDn(uid)));
    expect(await syncAll(first)).toMatchObject({ users_left: 1 });
    expect(await going()).toEqual([]);
    // The tests behind count who comes back.
    expect((await first.json("DELETE", `/auth/v1/users/${id}`)).status).toBe(200);
  });

  test("D-5: a reading that fails, or shows no one, changes nothing; too many at once are told first", async () => {
    const many = Array.from({ length: 12 }, (_, at) => `many${at}`);
    await slapd.add(many.map((uid) => personEntry({ uid })).join("\n"));
    for (const uid of many) expect((await signIn(first, uid)).status).toBe(200);
    await syncAll(first);
    const elsewhere = { ...RECORD, user_base_dn: `ou=former,${BASE}` };
    await putDirectory(first, ldapRecord(slapd, elsewhere));
    const report = await syncAll(first);
    expect(report).toMatchObject({ users_left: 0 });
    expect(report.leavers_held).toBeGreaterThanOrEqual(12);
    expect((await userBy(first, "many0")).is_active).toBe(true);
    expect((await first.auth.health()).detail.directory).toMatchObject({
      leavers_held: report.leavers_held,
    });
    const findings = await first.json("GET", "/auth/v1/doctor");
    expect(findings.text).toContain("at once");
    await putDirectory(first, ldapRecord(slapd, { ...RECORD, user_base_dn: `ou=none,${BASE}` }));
    expect((await first.json("POST", "/auth/v1/ldap/sync")).status).toBe(500);
    expect((await userBy(first, "many0")).is_active).toBe(true);

    await putDirectory(first, ldapRecord(slapd, elsewhere));
    expect(await syncAll(first, { leavers: true })).toMatchObject({
      users_left: report.leavers_held,
      leavers_held: 0,
    });
    expect((await userBy(first, "many0")).left_directory).toMatchObject({ reason: "gone" });
    await putDirectory(first, ldapRecord(slapd, RECORD));
    expect(await syncAll(first)).toMatchObject({ users_returned: report.leavers_held });
    expect((await signIn(first, "many0")).status).toBe(200);
  });

  test("`leavers: keep` refuses no one, and ends what `disable` began", async () => {
    const uid = "filtered";
    await slapd.modify(KINDS[uid]?.leave(uid) ?? "");
    await syncAll(first);
    expect((await userBy(first, uid)).is_active).toBe(false);
    await putDirectory(first, ldapRecord(slapd, { ...RECORD, leavers: "keep" }));
    expect(await syncAll(first)).toMatchObject({ users_left: 0, users_returned: 1 });
    await seen(uid, true);
    expect((await validate(second, heldBy(uid).key)).status).toBe(200);
    expect((await signIn(first, uid)).status, "its sign-in ends with the entry").toBe(400);
    await slapd.modify(KINDS[uid]?.back(uid) ?? "");
    await putDirectory(first, ldapRecord(slapd, RECORD));
  });
});
