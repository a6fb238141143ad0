/** The audit log: who did what, from where, and what changed; what strangers and administrators cannot do to it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Administration, administration } from "../../support/administrators.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

let service: TestAuth;
let root: Administration;
let ada: string;
beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, client_name: "Web app" });
  root = await administration(service);
});
afterAll(() => service[Symbol.asyncDispose]());

type Query = Readonly<Record<string, string>>;

async function audit(query: Query = {}) {
  const { status, text, body } = await root.call("GET", `/audit?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return body;
}

const entries = async (query: Query = {}) => (await audit(query)).payload;
/** A minute later the same thing is an entry of its own. */
const nextMinute = () => service.runtime.advance(60_001);
const signIn = (fields: object = {}) => service.form(TOKEN, { ...ADA, ...fields }, WEB);

describe("a write is in the log with who, where, and what changed", () => {
  test("members before and after", async () => {
    const { body } = await root.call("POST", "/roles", { name: "editors", description: "" });
    const id = body.payload.id;
    const patch = await service.request("PATCH", `/auth/v1/roles/${id}`, {
      headers: {
        "content-type": "application/json",
        "x-user": root.admin.alias,
        "user-agent": "Firefox",
      },
      body: JSON.stringify({ description: "May edit" }),
    });
    expect(patch.status, patch.text).toBe(200);
    const [changed, created] = await entries({ target: id });
    expect(created).toMatchObject({ action: "role_created", outcome: "done" });
    expect(changed).toMatchObject({
      action: "role_changed",
      principal: { kind: "user", id: root.admin.id, name: root.admin.alias },
      target: { kind: "roles", id, name: "editors" },
      network: "127.0.0.1",
      agent: "Firefox",
      changes: [{ member: "description", before: "", after: "May edit" }],
    });
  });

  test("C-6: a secret is told as changed and no further", async () => {
    await putSetting2("email", { smtp: { host: "mail.example.com", password: "first-secret" } });
    await putSetting2("email", { smtp: { host: "mail.example.com", password: "other-secret" } });
    const [entry] = await entries({ target: "email" });
    expect(entry.action).toBe("setting_changed");
    expect(entry.changes).toEqual([{ member: "smtp.password", secret: true }]);
    const { store } = await service.auth.service;
    const { rows } = (await store.db.execute(
      sql`select row_to_json(a)::text as row from auth_audit a`,
    )) as unknown as { rows: { row: string }[] };
    const stored = JSON.stringify(rows);
    for (const secret of ["first-secret", "other-secret", "mail.example.com"]) {
      expect(stored, "not in clear in the database").not.toContain(secret);
    }
    expect(JSON.stringify(await entries())).not.toMatch(/(first|other)-secret/);
  });

  test("a new password, and a suspension, by their words", async () => {
    const user = `/users/${ada}`;
    await root.call("PATCH", user, { details: { password: "another good one" } });
    for (const step of ["suspend", "resume"]) {
      const { status, text } = await root.call("POST", `${user}/${step}`, { reason: "left" });
      expect(status, text).toBe(200);
    }
    const actions = (await entries({ target: ada })).map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.slice(0, 3)).toEqual(["user_reinstated", "user_suspended", "password_changed"]);
    await root.call("PATCH", user, { details: { password: "correct horse" } });
  });

  test("a write that is refused leaves nothing", async () => {
    const before = await entries();
    const { status } = await root.call("DELETE", `/users/${root.admin.id}`);
    expect(status).toBe(409);
    expect(await entries()).toEqual(before);
  });
});

const putSetting2 = async (namespace: string, value: object) => {
  const { status, text } = await root.call("PUT", `/settings/${namespace}`, { value });
  expect(status, text).toBe(200);
};

describe("what happened is there as soon as it is asked for", () => {
  test("a sign-in: by which client, from where, how", async () => {
    nextMinute();
    expect((await signIn()).status).toBe(200);
    const [entry] = await entries({ action: "sign_in" });
    expect(entry).toMatchObject({
      action: "sign_in",
      outcome: "done",
      principal: { kind: "user", id: ada, name: "ada" },
      client_id: WEB.id,
      network: "127.0.0.1",
      facts: { grant_type: "password", amr: ["pwd"] },
    });
  });

  test("a refusal, with its reason and without what was typed", async () => {
    nextMinute();
    await signIn({ password: "hunter2" });
    await signIn({ username: "my-password-in-the-wrong-field" });
    const found = await entries({ action: "sign_in_refused" });
    expect(found[1]).toMatchObject({
      outcome: "refused",
      reason: "invalid_grant",
      principal: { id: ada, name: "ada" },
      facts: { message: "password not match", said: "refusal.password_mismatch" },
    });
    expect(found[0].principal).toEqual({ kind: "unknown", name: "unknown" });
    expect(JSON.stringify(await entries())).not.toMatch(/hunter2|wrong-field/);
  });

  test("of a suspended account the entry says so, and the person is told the same as of a wrong password", async () => {
    await root.call("POST", `/users/${ada}/suspend`, { reason: "on leave" });
    nextMinute();
    const told = await signIn();
    const [entry] = await entries({ action: "sign_in_refused", about: ada });
    expect(entry.facts).toMatchObject({ account: "suspended", message: "password not match" });
    expect(told.text).not.toMatch(/suspend|leave/);
    await root.call("POST", `/users/${ada}/resume`);
  });

  test("the first of two steps is no refusal and names the person; a wrong code is an entry of its own", async () => {
    const app = await enroll(service, "ada");
    nextMinute();
    await signIn({ password: "wrong" });
    await signIn();
    await signIn({ totp: "000000" });
    expect((await signIn({ totp: app.fresh() })).status).toBe(200);
    const [done, wrong, step, refused] = await entries({ about: ada });
    expect(done).toMatchObject({ action: "sign_in", facts: { amr: ["pwd", "otp", "mfa"] } });
    expect(wrong).toMatchObject({ action: "sign_in_refused", facts: { factor: "totp" } });
    expect(step).toMatchObject({
      ...{ action: "sign_in_step", outcome: "done", reason: "mfa_required" },
      principal: { id: ada, name: "ada" },
    });
    expect(refused).toMatchObject({ action: "sign_in_refused" });
    expect((await entries({ outcome: "refused", about: ada }))[1].facts.factor).toBeUndefined();
    await root.call("DELETE", `/users/${ada}/totp`);
  });

  test("the same within a minute is one more entry with a count", async () => {
    nextMinute();
    for (let at = 0; at < 5; at++) await signIn({ password: "wrong" });
    const first = await entries({ action: "sign_in_refused", about: ada });
    expect(first[0].count).toBe(1);
    nextMinute();
    const [counted, single] = await entries({ action: "sign_in_refused", about: ada });
    expect([counted.count, single.id]).toEqual([4, first[0].id]);
  });

  test("who is no administrator and asks for it is in the log, too", async () => {
    const answer = await service.json("GET", "/auth/v1/audit", undefined, "ada");
    expect(answer.status).toBe(403);
    const [entry] = await entries({ principal: ada, action: "request_refused" });
    expect(entry).toMatchObject({ reason: "forbidden", facts: { request: "GET /auth/v1/audit" } });
  });

  test("a secret that a route shows: who was shown it", async () => {
    const robot = await root.call("POST", "/service-accounts", {
      alias: ["robot"],
      details: { secret: "robot-secret" },
    });
    const { id } = robot.body.payload;
    const shown = await root.call("GET", `/service-accounts/${id}`);
    expect(shown.body.payload.details.secret).toBe("robot-secret");
    const [entry] = await entries({ action: "secret_read" });
    expect(entry).toMatchObject({
      principal: { id: root.admin.id },
      target: { id, name: "robot" },
    });
  });
});

describe("search", () => {
  test("by principal, target, action, outcome, client, text and time, and page by page", async () => {
    const made = await root.call("POST", "/roles", { name: "auditors", description: "" });
    await root.call("PATCH", `/roles/${made.body.payload.id}`, { description: "May look" });
    await signIn();
    const all = await entries({ limit: "200" });
    const some = async (query: Query) => (await entries({ ...query, limit: "200" })) as typeof all;
    type Entry = (typeof all)[number];
    const expected = (keep: (entry: Entry) => boolean) => all.filter(keep);
    expect(await some({ principal: ada })).toEqual(
      expected(({ principal }: Entry) => principal?.id === ada),
    );
    expect(await some({ outcome: "refused" })).toEqual(
      expected(({ outcome }: Entry) => outcome === "refused"),
    );
    expect(await some({ client: WEB.id, action: "sign_in,sign_in_refused" })).toEqual(
      expected((e: Entry) => e.client_id === WEB.id && /^sign_in(?:_refused)?$/.test(e.action)),
    );
    expect((await some({ q: "AUDITORS" })).length).toBe(2);
    expect(await some({ q: "100%" })).toEqual([]);
    const [, second] = all;
    expect((await some({ to: second.at })).every((entry: Entry) => entry.at <= second.at)).toBe(
      true,
    );
    expect(await some({ from: "2100-01-01T00:00:00Z" })).toEqual([]);
    const pages: unknown[] = [];
    for (let before: string | undefined; ; ) {
      const { payload, meta } = await audit({ limit: "3", ...(before && { before }) });
      pages.push(...payload);
      if (meta?.next === undefined) break;
      before = String(meta.next);
    }
    expect(pages).toEqual(all);
  });

  test("what is no filter is 400 and names the member", async () => {
    for (const query of ["action=nothing", "from=yesterday", "before=-1", `q=${"x".repeat(101)}`]) {
      const { status, body } = await root.call("GET", `/audit?${query}`);
      expect([status, body.error], query).toEqual([
        400,
        expect.stringContaining(query.split("=")[0] ?? ""),
      ]);
    }
  });

  test("the export has every entry, one a line, and is in the log itself", async () => {
    const before = await entries({ limit: "200" });
    const { status, headers, text } = await root.call("GET", "/audit/export?client=web-app");
    expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const ofClient = before.filter(({ client_id }: { client_id?: string }) => client_id === WEB.id);
    expect(lines).toEqual(ofClient.toReversed());
    expect((await entries({ action: "audit_exported" }))[0]).toMatchObject({
      principal: { id: root.admin.id },
      facts: { client: "web-app" },
    });
  });
});

describe("attacks", () => {
  test("names with line breaks and marks that turn the line around are one line", async () => {
    const name = "mallory\n2030 sign_in ada done\u202e";
    await putClientName(name);
    const [entry] = await entries({ target: "odd" });
    expect(entry.target.name).toBe("mallory 2030 sign_in ada done");
    const { text } = await root.call("GET", "/audit/export?target=odd");
    expect(text.trimEnd().split("\n").length).toBe(1);
  });

  const putClientName = async (client_name: string) => {
    const config = { public: true, client_name };
    const { status, text } = await root.call("PUT", "/oauth/clients/odd", { config });
    expect(status, text).toBe(200);
  };

  test("a flood of refusals is bounded, and what was left out is counted", async () => {
    nextMinute();
    const before = (await entries({ limit: "1" }))[0].id;
    for (let at = 0; at < 300; at++) {
      await service.form(TOKEN, { grant_type: "password", client_id: `stranger-${at}` });
    }
    nextMinute();
    const [dropped] = await entries({ action: "entries_dropped" });
    expect(dropped.facts.entries).toBe(100);
    expect(dropped.id - before).toBeLessThanOrEqual(201);
  });

  test("a sign-in is told while strangers flood", async () => {
    nextMinute();
    for (let at = 0; at < 250; at++) {
      await service.form(TOKEN, { grant_type: "password", client_id: `other-${at}` });
    }
    expect((await signIn()).status).toBe(200);
    const [newest] = await entries();
    expect(newest).toMatchObject({ action: "sign_in", principal: { id: ada } });
  });

  test("no token, no key and no user reads it but administrators", async () => {
    const { body } = await signIn({ scope: "openid" });
    const headers = { authorization: `Bearer ${body.access_token}` };
    for (const path of ["/auth/v1/audit", "/auth/v1/audit/export"]) {
      expect((await service.request("GET", path, { headers })).status).toBe(401);
      expect((await service.json("GET", path, undefined, "ada")).status).toBe(403);
      expect((await service.json("GET", path)).status).toBe(401);
    }
  });

  test("no route changes it", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await root.call(method, "/audit", {})).status).toBe(405);
    }
  });

  test("the database refuses to change, delete and empty it", async () => {
    const { store } = await service.auth.service;
    for (const statement of [
      "update auth_audit set principal = 'other'",
      "delete from auth_audit",
      "truncate auth_audit",
      "update auth_audit_head set seq = 0",
      "delete from auth_audit_head",
    ]) {
      const refusal = await store.db
        .execute(sql.raw(statement))
        .catch((error: Error) => error.cause);
      expect(String(refusal), statement).toContain("append-only");
    }
  });
});

describe("what people are shown of their own account", () => {
  const mine = async (user: string, query = "") => {
    const { status, body } = await service.json(
      "GET",
      `/auth/v1/me/activity${query}`,
      undefined,
      user,
    );
    expect(status).toBe(200);
    return body;
  };

  test("their sign-ins and changes; of others neither name nor address", async () => {
    for (const step of ["suspend", "resume"]) {
      await root.call("POST", `/users/${ada}/${step}`, { reason: "left" });
    }
    nextMinute();
    await signIn({ password: "wrong" });
    nextMinute();
    await signIn();
    const { payload } = await mine("ada");
    const entryOf = (action: string) =>
      payload.find((entry: { action: string }) => entry.action === action);
    const [own, refused] = [entryOf("sign_in"), entryOf("sign_in_refused")];
    expect(own).toMatchObject({
      action: "sign_in",
      by: "you",
      application: "Web app",
      network: "127.0.0.1",
    });
    expect(refused).toMatchObject({
      action: "sign_in_refused",
      by: "other",
      reason: "invalid_grant",
    });
    expect(refused).not.toHaveProperty("network");
    const byAdministrator = entryOf("user_suspended");
    expect(byAdministrator.by).toBe("other");
    expect(JSON.stringify(payload)).not.toContain(root.admin.alias);
  });

  test("page by page, and of no one else", async () => {
    const { payload, meta } = await mine("ada", "?limit=2");
    expect(payload.length).toBe(2);
    const { payload: next } = await mine("ada", `?limit=2&before=${meta.next}`);
    expect(next[0].id).toBeLessThan(payload[1].id);
    const { payload: others } = await mine(root.admin.alias);
    expect(others.every(({ action }: { action: string }) => action !== "sign_in")).toBe(true);
    // What an administrator does to others is not about the account of the administrator.
    expect(JSON.stringify(others)).not.toContain("user_suspended");
  });
});
