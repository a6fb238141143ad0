/** `POST /v1/backup`: who may have everything of a service in one file, and what is in it (ADR 0102). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Administration, administration } from "../support/administrators.ts";
import { KEY, openAuth, type TestAuth, talkTo, testAuth } from "../support/auth.ts";
import {
  askBackup,
  bytesOf,
  type Front,
  OPENER,
  PAIR,
  restored,
  verified,
} from "../support/backups.ts";
import { verifyChain } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

let service: TestAuth;
let root: Administration;
let key: string;
/** How many times the engine is asked to collect less at this moment, and was in all. */
const collecting = { less: 0, asked: 0 };
const collectLess = () => {
  collecting.less += 1;
  collecting.asked += 1;
  return {
    [Symbol.dispose]() {
      collecting.less -= 1;
    },
  };
};
beforeAll(async () => {
  service = await testAuth({}, { ...testRuntime(), collectLess });
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  root = await administration(service);
  key = (await issueKey()).id;
});
afterAll(() => service[Symbol.asyncDispose]());

/** A key of the administrator with every right of theirs. */
async function issueKey() {
  const { body, status, text } = await root.call("POST", "/api-key-principals", {
    ...{ user_id: root.admin.id, name: "cron", role_ids: [root.role] },
  });
  expect(status, text).toBe(200);
  return body.payload as { id: string };
}

const now = () => Math.floor(service.runtime.clock.now() / 1_000);
const administrator = (seconds = 0): Front => ({
  principal: root.admin.alias,
  auth_time: now() - seconds,
});
const made = async (front: Front = administrator()) => {
  const answer = await askBackup(service, front);
  expect(answer.status, answer.status === 200 ? "" : await answer.text()).toBe(200);
  return { answer, bytes: await bytesOf(answer) };
};
const refused = async (front: Front | undefined, body?: unknown) => {
  const answer = await askBackup(service, front, body);
  return [answer.status, await answer.json()] as const;
};

describe("who may", () => {
  test("a full administrator with a sign-in of the last ten minutes", async () => {
    const { answer, bytes } = await made(administrator(590));
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="postern_\d{8}T\d{4}\.backup"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await verified(bytes)).get("auth_users")).toBe(3);
  });

  test("T-10: not with a session that was left open", async () => {
    const [status, body] = await refused(administrator(601));
    expect(status).toBe(403);
    expect(body).toMatchObject({
      message: "sign in again to make a backup",
      error: "reauthentication_required",
    });
  });

  test("a service account that is an administrator, by its own token", async () => {
    const robot = await service.auth.api.principal("robot");
    await root.call("PATCH", `/service-accounts/${robot?.id}`, { role_ids: [root.role] });
    await made({ principal: "robot", auth_time: now() - 5_000 });
  });

  test("no API key, also one with every right of an administrator", async () => {
    const listed = await service.auth.fetch(
      new Request("https://id.example.com/auth/v1/users"),
      undefined,
      { session: { api_key_id: key } },
    );
    expect(listed.status, "the key manages").toBe(200);
    const [status, body] = await refused({ api_key_id: key });
    expect([status, body.message]).toEqual([403, "an api key makes no backup"]);
  });

  test("no application that does not manage, no other user, and no stranger", async () => {
    const application = { ...administrator(), unmanaging: "this client does not manage" };
    expect((await refused(application))[0]).toBe(403);
    expect((await refused({ principal: "ada" }))[0]).toBe(403);
    expect((await refused({}))[0]).toBe(401);
    expect((await refused(undefined))[0]).toBe(401);
  });

  test("not an open management plane: it names no one who asks", async () => {
    const open = await testAuth();
    expect((await open.json("GET", "/auth/v1/users")).status).toBe(200);
    const answer = await askBackup(open, undefined);
    expect(answer.status).toBe(401);
    await open[Symbol.asyncDispose]();
  });
});

const derived = (text: string, cost = 17) => ({ key: text, salt: "A".repeat(22), cost });

describe("what is asked for", () => {
  test.each([
    ["nothing", {}, "name one of"],
    ["two ways", { plain: true, encrypt_to: PAIR.public }, "name one of"],
    ["a private key", { encrypt_to: PAIR.private }, "encrypt_to: is no public key"],
    ["an empty key", { encrypt_to: "" }, "encrypt_to: is no public key"],
    [
      "a key that is none",
      { encrypt_to: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----" },
      "encrypt_to: is no public key",
    ],
    ["a long text", { encrypt_to: "x".repeat(4_001) }, "encrypt_to"],
    ["plain: false", { plain: false }, "plain"],
    ["too dear a passphrase", { derived: derived("A".repeat(43), 31) }, "cost"],
    ["a short key", { derived: derived("A".repeat(42)) }, "key"],
    ["a key in no base64", { derived: derived("!".repeat(43)) }, "derived"],
  ])("%s is refused", async (_name, body, named) => {
    const [status, answer] = await refused(administrator(), body);
    expect(status).toBe(400);
    expect(answer.error).toContain(named);
  });

  test("a key of RSA is none", async () => {
    const pair = await crypto.subtle.generateKey(
      {
        ...{ name: "RSA-OAEP", hash: "SHA-256", modulusLength: 2048 },
        publicExponent: Uint8Array.of(1, 0, 1),
      },
      true,
      ["encrypt", "decrypt"],
    );
    const der = Buffer.from(await crypto.subtle.exportKey("spki", pair.publicKey));
    const encrypt_to = `-----BEGIN PUBLIC KEY-----\n${der.toString("base64")}\n-----END PUBLIC KEY-----`;
    expect((await refused(administrator(), { encrypt_to }))[0]).toBe(400);
  });

  test("plain: what is not sealed is readable, and it opens with the encryption key alone", async () => {
    const answer = await askBackup(service, administrator(), { plain: true });
    const bytes = await bytesOf(answer);
    expect((await verified(bytes, {})).get("auth_users")).toBe(3);
    await expect(verified(bytes, {}, "another key of some length")).rejects.toThrow(
      /needs the encryption key with the id/,
    );
  });

  test("a passphrase: the caller has made a key of it", async () => {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const text = Buffer.from(secret).toString("base64url");
    const salt = Buffer.alloc(16, 7).toString("base64url");
    const body = { derived: { key: text, salt, cost: 15 } };
    const bytes = await bytesOf(await askBackup(service, administrator(), body));
    const asked: unknown[] = [];
    const derive = async (with_: Uint8Array, cost: number) => {
      asked.push([Buffer.from(with_).toString("base64url"), cost]);
      return secret;
    };
    expect((await verified(bytes, { derive })).get("auth_users")).toBe(3);
    expect(asked).toEqual([[salt, 15]]);
    await expect(verified(bytes, { derive: async () => new Uint8Array(32) })).rejects.toThrow(
      "does not open",
    );
  });
});

describe("what is in it", () => {
  test("the restored service has users, passwords, clients, and the key of tokens", async () => {
    const before = await service.form(TOKEN, ADA, WEB);
    expect(before.status, before.text).toBe(200);
    const { bytes } = await made();
    const driver = await restored(bytes);
    const runtime = testRuntime({ openSql: async () => driver });
    const auth = openAuth({ encryption: { key: KEY } }, runtime);
    await auth.ready;
    const again = talkTo(auth, runtime);
    const refreshed = await again.form(
      TOKEN,
      { grant_type: "refresh_token", refresh_token: before.body.refresh_token },
      WEB,
    );
    expect(refreshed.status, refreshed.text).toBe(200);
    expect((await again.form(TOKEN, ADA, WEB)).status).toBe(200);
    expect((await auth.api.verify(before.body.access_token)).sub).toBeTruthy();
    const opened = await auth.service;
    expect(await verifyChain(opened.store, opened.auditChain)).not.toHaveProperty("fault");
    await again[Symbol.asyncDispose]();
  });

  test("neither sessions nor codes that give something; what was used and revoked stays", async () => {
    const { store } = await service.auth.service;
    await store.driver.session(async (session) => {
      await session.script(`
        insert into auth_sessions (key, value, revision, expires_at)
          values ('left out', 'sealed', 1, now() + interval '1 hour');
        insert into auth_flow_codes (id, kind, payload, expires_at) select
          kind || ':left-out-or-not', kind, '{}', now() + interval '1 hour'
          from unnest(array['oauth_code', 'email', 'password_reset', 'device_code', 'passkey_login',
            'redeemed_code', 'rotated_refresh', 'used_state', 'client_assertion', 'dpop_proof', 'saml_assertion',
            'revoked', 'revoked_principal']) kind`);
    });
    const driver = await restored((await made()).bytes);
    const [rows, sessions] = await driver.session(async (session) => [
      await session.query(
        "select kind from auth_flow_codes where id like '%:left-out-or-not' order by 1",
      ),
      await session.query("select key from auth_sessions"),
    ]);
    expect(sessions).toEqual([]);
    expect(rows?.map(({ kind }) => kind)).toEqual([
      ...["client_assertion", "dpop_proof", "redeemed_code", "revoked", "revoked_principal"],
      ...["rotated_refresh", "saml_assertion", "used_state"],
    ]);
    await driver.close();
  });

  test("numbers that the database gives go on behind those of before", async () => {
    const { store } = await service.auth.service;
    const insert = (id: string) => `insert into auth_sign_ins
      (sid, user_id, began_at, used_at, ends_at, expires_at) select '${id}' || n, 'u', now(), now(), now(), now()
      from generate_series(1, 3) n returning place::int`;
    const before = await store.driver.session((session) => session.query(insert("before")));
    const driver = await restored((await made()).bytes);
    const after = await driver.session((session) => session.query(insert("after")));
    const places = (rows: typeof before) => rows.map(({ place }) => Number(place));
    expect(Math.min(...places(after))).toBe(Math.max(...places(before)) + 1);
    await driver.close();
  });

  test("C-6: neither the encryption key nor anything readable, and the header says whose it is", async () => {
    const { bytes } = await made();
    const text = bytes.toString("latin1");
    const [magic, header = ""] = text.split("\n");
    expect(magic).toBe("postern backup 1");
    expect(JSON.parse(header)).toMatchObject({
      storage: "pglite",
      key_id: expect.stringMatching(/^[0-9a-f]{8}$/),
      protection: { kind: "public_key", to: OPENER.privateKey?.id },
    });
    for (const secret of [KEY, "ada@example.com", "auth_users", "enc:v2"]) {
      expect(text).not.toContain(secret);
    }
  });
});

const ACTIONS = ["backup_begun", "backup_made", "backup_failed"];

/** What the audit log says of the last backup, oldest first. */
async function told() {
  const actions = ACTIONS.map((action) => `action=${action}`).join("&");
  const { body } = await root.call("GET", `/audit?${actions}&limit=2`);
  return body.payload.reverse();
}

describe("what the audit log says", () => {
  const who = () => ({
    principal: { kind: "user", id: root.admin.id, name: root.admin.alias },
    agent: "backup 1",
    network: "127.0.0.1",
  });

  test("that it begins, before anything is read: with who and from where", async () => {
    const answer = await askBackup(service, administrator());
    const begun = (await told()).at(-1);
    expect(begun).toMatchObject({
      ...who(),
      action: "backup_begun",
      outcome: "done",
      facts: { protection: "public_key" },
    });
    const driver = await restored(await bytesOf(answer));
    const rows = await driver.session((session) =>
      session.query(
        "select action, seq::int as id from auth_audit where action like 'backup_%' order by seq desc",
      ),
    );
    expect(rows[0], "the copy has it").toEqual({ action: "backup_begun", id: begun.id });
    await driver.close();
  });

  test("that it was made, once all was read", async () => {
    const { bytes } = await made();
    const [begun, end] = await told();
    expect(begun.action).toBe("backup_begun");
    expect(end).toMatchObject({
      ...who(),
      action: "backup_made",
      outcome: "done",
      facts: { protection: "public_key", begun: begun.id, bytes: bytes.length },
    });
  });

  test("that it failed, and after how many bytes: a reader that goes away has those", async () => {
    const answer = await askBackup(service, administrator());
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const [begun, end] = await told();
    expect(begun.action).toBe("backup_begun");
    expect(end).toMatchObject({
      ...who(),
      action: "backup_failed",
      outcome: "failed",
      facts: { begun: begun.id, message: "the reader went away" },
    });
    expect(end.facts.bytes).toBeGreaterThanOrEqual(value?.length ?? Number.POSITIVE_INFINITY);
  });

  test("that it failed, with a code: the database could not be read", async () => {
    const { store } = await service.auth.service;
    const run = (script: string) => store.driver.session((session) => session.script(script));
    await run("alter table auth_encryption_check rename to away");
    const answer = await askBackup(service, administrator());
    await run("alter table away rename to auth_encryption_check");
    expect(answer.status).toBe(500);
    const [begun, end] = await told();
    expect(begun.action).toBe("backup_begun");
    expect(end).toMatchObject({
      ...{ action: "backup_failed", outcome: "failed" },
      facts: { begun: begun.id, bytes: 0, message: "42P01" },
    });
    await made();
  });
});

describe("beside other requests", () => {
  test("garbage is collected less often while one is made, and as ever behind it, whatever its end", async () => {
    const { asked } = collecting;
    const answer = await askBackup(service, administrator());
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(collecting).toEqual({ less: 1, asked: asked + 1 });
    await reader?.cancel();
    expect(collecting.less).toBe(0);
    await made();
    expect(collecting).toEqual({ less: 0, asked: asked + 2 });
  });

  test("one at a time; a reader that goes away ends it", async () => {
    const first = await askBackup(service, administrator());
    expect(first.status).toBe(200);
    const [status, body] = await refused(administrator());
    expect([status, body.message]).toEqual([409, "another backup is being made"]);
    await first.body?.cancel();
    await made();
  });

  test("a reader that takes nothing for a minute keeps no other from a backup, whenever it goes on", async () => {
    const stalled = await askBackup(service, administrator());
    service.runtime.advance(61_000);
    const second = await askBackup(service, administrator());
    expect(second.status).toBe(200);
    await stalled.body?.cancel();
    expect((await refused(administrator()))[0]).toBe(409);
    await second.body?.cancel();
    await made();
  });

  test("the service writes meanwhile, and what comes later is not in it", async () => {
    const answer = await askBackup(service, administrator());
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    const { status } = await root.call("POST", "/roles", { name: "too late" });
    expect(status).toBe(200);
    const parts = [first?.value ?? new Uint8Array()];
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      parts.push(value ?? new Uint8Array());
    }
    const driver = await restored(Buffer.concat(parts));
    const rows = await driver.session((session) => session.query("select name from auth_roles"));
    expect(rows.map(({ name }) => name)).not.toContain("too late");
    await driver.close();
  });
});
