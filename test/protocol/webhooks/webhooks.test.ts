/** Webhooks (ADR 0099; Standard Webhooks): what is sent, in which order, what happens while the receiver is away. */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import { deliveriesOf, pruneAudit } from "../../support/inside.ts";
import { type LimitedSetup, limitedSetups } from "../../support/limited.ts";
import {
  isSignedWith,
  startReceiver,
  type WebhookReceiver,
} from "../../support/webhook-receiver.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let service: TestAuth;
let setup: LimitedSetup;
let receiver: WebhookReceiver;
const next = limitedSetups();
beforeEach(async () => {
  receiver = await startReceiver();
  setup = await next({ publicFetch: { exempt: [receiver.origin] } });
  service = setup.service;
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const call = (method: string, path: string, body?: unknown) => setup.as("root", method, path, body);

async function put(config: object = {}, enabled = true) {
  const body = { enabled, config: { url: receiver.url, secret: SECRET, ...config } };
  const { status, text } = await call("PUT", "/webhooks/billing", body);
  expect(status, text).toBe(200);
}
const role = async (name: string) => {
  const { status, text, body } = await call("POST", "/roles", { name });
  expect(status, text).toBe(200);
  return body.payload.id as string;
};
/** What is due goes out, and nothing is under way any more. */
const sent = async () => deliveriesOf(await service.auth.service).settled();
const state = async () => (await call("GET", "/webhook-deliveries/billing")).body.payload;
const names = () => receiver.received.map(({ body }) => body.data.target?.name);
const types = () => receiver.received.map(({ body }) => body.type);
/** The time of the next try has come. */
async function due() {
  const { store } = await service.auth.service;
  await store.db.execute(sql`update auth_delivery_lines set due_at = now()`);
}

describe("what is sent", () => {
  test("an event in the form of Standard Webhooks, signed for the moment of the try", async () => {
    await put({ types: ["role.*"] });
    const id = await role("editors");
    await sent();
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    if (!message) return;
    expect(message.headers["content-type"]).toBe("application/json");
    expect(message.id).toMatch(/^evt_\d+_[A-Za-z0-9_-]{16}$/);
    expect(Math.abs(message.timestamp - Date.now() / 1_000)).toBeLessThan(60);
    expect(isSignedWith(SECRET, message)).toBe(true);
    expect(message.signature).not.toContain(" ");
    expect(isSignedWith("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", message)).toBe(false);
    expect(message.body).toMatchObject({
      type: "role.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { outcome: "done", target: { kind: "roles", id, name: "editors" } },
    });
    expect(await state()).toMatchObject({
      ...{ state: "up_to_date", tries: 0, missed: 0 },
      deliveries: [{ type: "role.created", delivered: true, status: 204, tries: 1 }],
    });
  });

  test("begins with what comes after the record, and only with the types of the filter", async () => {
    await role("before");
    await put({ types: ["role.deleted", "permission.*"] });
    const id = await role("created");
    await call("DELETE", `/roles/${id}`);
    await call("POST", "/permissions", { name: "extra" });
    await sent();
    expect(types().toSorted()).toEqual(["permission.created", "role.deleted"]);
  });

  test("no secret and no value of a member, its own record included", async () => {
    await put();
    await put({ types: ["setting.*", "webhook.*"] });
    const smtp = { host: "mail.example.com", password: "first-secret" };
    await call("PUT", "/settings/email", { value: { smtp } });
    await sent();
    expect(types().toSorted()).toEqual(["setting.changed", "webhook.changed", "webhook.created"]);
    const text = receiver.received.map(({ text }) => text).join();
    for (const secret of [SECRET, SECRET.slice(6), "first-secret", "mail.example.com"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("a disabled one is sent nothing; when it is on again it goes on where it stood", async () => {
    await put({ types: ["role.*"] });
    await put({ types: ["role.*"] }, false);
    await role("meanwhile");
    await sent();
    expect([receiver.received, (await state()).state]).toEqual([[], "off"]);
    await put({ types: ["role.*"] });
    await sent();
    expect(names()).toEqual(["meanwhile"]);
  });
});

describe("the secret", () => {
  test("is made where none is given, shown by rolling alone, and never read", async () => {
    await put({ secret: undefined, types: ["role.*"] });
    const read = await call("GET", "/webhooks/billing");
    expect(read.body.payload.config).toMatchObject({ secret_set: true });
    expect(read.text).not.toContain("whsec_");
    const { body } = await call("POST", "/webhooks/billing/secret", { overlap: "0" });
    expect(body.payload.secret).toMatch(/^whsec_/);
    expect(body.payload.previous_secret_until).toBeUndefined();
    await role("one");
    await sent();
    const [message] = receiver.received;
    expect(message && isSignedWith(body.payload.secret, message)).toBe(true);
  });

  test("both sign while one is rolled, and the old one no longer than that", async () => {
    await put({ types: ["role.*"] });
    const { body } = await call("POST", "/webhooks/billing/secret", { overlap: "1h" });
    await role("both");
    await sent();
    service.runtime.advance(3_700_000);
    await role("one");
    await sent();
    const [both, one] = receiver.received;
    if (!both || !one) throw new Error("two messages");
    const fresh = body.payload.secret;
    expect([isSignedWith(SECRET, both), isSignedWith(fresh, both)]).toEqual([true, true]);
    expect([isSignedWith(SECRET, one), isSignedWith(fresh, one)]).toEqual([false, true]);
  });

  test("is sealed in the database", async () => {
    await put();
    const { store } = await service.auth.service;
    const { rows } = (await store.db.execute(
      sql`select row_to_json(w)::text as row from auth_webhooks w`,
    )) as unknown as { rows: { row: string }[] };
    expect(rows).toHaveLength(1);
    for (const text of [SECRET.slice(6), receiver.url]) expect(rows[0]?.row).not.toContain(text);
  });

  test.each([
    [{ secret: "whsec_dG9vIHNob3J0" }, "secret"],
    [{ secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }, "secret"],
    [{ url: "" }, "url"],
    [{ url: "https://user:pass@hooks.example.com/" }, "url"],
    [{ url: "ftp://hooks.example.com/" }, "url"],
    [{ url: "https://hooks.example.com/#part" }, "url"],
    [{ types: ["user.exploded"] }, "types"],
    [{ types: ["*"] }, "types"],
  ])("%j is refused by name", async (config, named) => {
    const body = { config: { url: receiver.url, secret: SECRET, ...config } };
    const { status, body: answer } = await call("PUT", "/webhooks/billing", body);
    expect([status, answer.error]).toEqual([400, expect.stringContaining(named)]);
  });
});

describe("while the receiver is away", () => {
  test("everything waits in its order, tries grow apart, and what comes back gets all of it", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 503;
    await role("one");
    await role("two");
    await sent();
    const first = await state();
    expect(first).toMatchObject({ state: "failing", tries: 1, failure: "it answers 503" });
    const said = { id: "delivery.status", values: { status: 503 } };
    expect(first.failure_said).toMatchObject(said);
    expect(first.deliveries[0].failure_said).toMatchObject(said);
    await sent();
    expect((await state()).tries, "not before its time").toBe(1);
    await due();
    await sent();
    const second = await state();
    expect(second.tries).toBe(2);
    const wait = (at: { next_try: string }) => Date.parse(at.next_try) - Date.now();
    expect(wait(second)).toBeGreaterThan(wait(first));
    receiver.received.length = 0;
    receiver.answer = 204;
    await role("three");
    await due();
    await sent();
    expect(names().toSorted()).toEqual(["one", "three", "two"]);
    expect(await state()).toMatchObject({ state: "up_to_date", tries: 0 });
  });

  test("a message keeps its id over tries, and gets the time of each", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 500;
    await role("one");
    await sent();
    service.runtime.advance(600_000);
    await due();
    await sent();
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error("two tries");
    expect(second.id).toBe(first.id);
    expect(second.timestamp).toBeGreaterThanOrEqual(first.timestamp + 600);
    expect(isSignedWith(SECRET, second)).toBe(true);
  });

  test("after a day it is given up and says so; an administrator lets it go on", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 500;
    await role("one");
    for (let tries = 0; tries < 11; tries++) {
      await due();
      await sent();
    }
    expect(receiver.received).toHaveLength(11);
    expect((await state()).state).toBe("stopped");
    await due();
    await sent();
    expect(receiver.received, "not one more try").toHaveLength(11);
    const { payload } = (await call("GET", "/audit?action=webhook_stopped")).body;
    expect(payload).toMatchObject([{ outcome: "failed", target: { id: "billing" } }]);
    receiver.answer = 204;
    receiver.received.length = 0;
    expect((await call("POST", "/webhooks/billing/replay", {})).status).toBe(200);
    await sent();
    expect(names()).toEqual(["one"]);
    // What the log says of it meanwhile is passed as well.
    await call("GET", "/audit?limit=1");
    await sent();
    expect((await state()).state).toBe("up_to_date");
  });

  test("one that says it is gone is asked no more", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 410;
    await role("one");
    await sent();
    expect((await state()).state).toBe("stopped");
  });

  test("Retry-After is heard, up to an hour", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 429;
    receiver.headers = { "retry-after": "1800" };
    await role("one");
    await sent();
    const { next_try } = await state();
    expect(Date.parse(next_try) - Date.now()).toBeGreaterThan(1_700_000);
  });

  test("one webhook holds up no other", async () => {
    await put({ types: ["role.*"] });
    const config = { url: `${receiver.origin}/other`, types: ["role.*"] };
    await call("PUT", "/webhooks/second", { config });
    receiver.answer = ({ path }) => (path === "/other" ? 204 : 500);
    await role("one");
    await role("two");
    await sent();
    const others = receiver.received.filter(({ path }) => path === "/other");
    expect(others.map(({ body }) => body.data.target.name).toSorted()).toEqual(["one", "two"]);
    expect((await state()).state).toBe("failing");
  });

  test("what was kept for too short a time is counted as missed", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = 500;
    await role("one");
    await sent();
    const { store, auditChain, instance } = await service.auth.service;
    await pruneAudit(store, auditChain, instance, 1);
    receiver.answer = 204;
    receiver.received.length = 0;
    await role("two");
    await due();
    await sent();
    expect(names()).toEqual(["two"]);
    expect((await state()).missed).toBeGreaterThan(0);
  });
});

describe("order", () => {
  test("events about one record come in theirs, also when the receiver is slow and fails", async () => {
    await put({ types: ["role.*"] });
    const ids = [await role("a"), await role("b"), await role("c")];
    for (let at = 0; at < 5; at++) {
      for (const id of ids) await call("PATCH", `/roles/${id}`, { description: `step ${at}` });
    }
    let count = 0;
    receiver.answer = async () => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, (count * 7) % 13));
      return count === 5 || count === 9 ? 500 : 204;
    };
    for (let tries = 0; tries < 3; tries++) {
      await due();
      await sent();
    }
    const done = (await state()).deliveries.length;
    expect(done).toBe(18);
    for (const id of ids) {
      const own = receiver.received.filter(({ body }) => body.data.target.id === id);
      const numbers = [...new Set(own.map(({ body }) => body.id))];
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(numbers).toHaveLength(6);
    }
  });
});

describe("sending again", () => {
  test("from a time, from a number, and one event, which keeps its id", async () => {
    await put({ types: ["role.*"] });
    await role("one");
    await sent();
    const [first] = receiver.received;
    if (!first) throw new Error("a message");
    await role("two");
    await sent();
    await call("POST", "/webhooks/billing/replay", { from: first.body.timestamp });
    await sent();
    expect(names().toSorted()).toEqual(["one", "one", "two", "two"]);
    await call("POST", "/webhooks/billing/replay", { after: first.body.id });
    await sent();
    expect(names().slice(4)).toEqual(["two"]);
    const again = await call("POST", `/webhooks/billing/deliveries/${first.body.id}/send`);
    expect(again.body.payload).toMatchObject({ delivered: true, status: 204 });
    expect(receiver.received.at(-1)?.id).toBe(first.id);
    const told = (await call("GET", "/audit?action=webhook_replayed")).body.payload;
    expect(told).toHaveLength(3);
    expect(told[0]).toMatchObject({ principal: { name: "root" }, target: { id: "billing" } });
  });

  test("what has passed others that wait is sent again, too", async () => {
    await put({ types: ["role.*"] });
    receiver.answer = ({ body }) => (body.data.target.name === "stuck" ? 503 : 204);
    for (const name of ["stuck", "one", "two"]) await role(name);
    await sent();
    receiver.answer = 204;
    receiver.received.length = 0;
    await call("POST", "/webhooks/billing/replay", {});
    await sent();
    expect(names(), "not twice by itself").toEqual(["stuck"]);
    await call("POST", "/webhooks/billing/replay", { after: 1 });
    await sent();
    expect(names()).toEqual(expect.arrayContaining(["one", "two"]));
  });

  test("what is not there is refused", async () => {
    await put();
    const statusOf = async (path: string, body?: object) =>
      (await call("POST", `/webhooks/${path}`, body)).status;
    expect(await statusOf("billing/deliveries/999999/send")).toBe(404);
    expect(await statusOf("other/replay", {})).toBe(404);
    expect(await statusOf("billing/replay", { after: 999_999 })).toBe(400);
    expect(await statusOf("billing/replay", { after: 1, from: "2030-01-01T00:00:00Z" })).toBe(400);
    expect(await statusOf("billing/replay", { from: "yesterday" })).toBe(400);
  });

  test("a test goes out signed, and stands in no log", async () => {
    await put({}, false);
    const { body } = await call("POST", "/webhooks/billing/test");
    expect(body.payload).toMatchObject({ delivered: true, status: 204 });
    const [message] = receiver.received;
    expect(message?.body.type).toBe("webhook.test");
    expect(message && isSignedWith(SECRET, message)).toBe(true);
    receiver.answer = 403;
    const refused = await call("POST", "/webhooks/billing/test");
    expect(refused.body.payload).toMatchObject({ delivered: false, failure: "it answers 403" });
  });

  test("a webhook that is deleted leaves nothing", async () => {
    await put({ types: ["role.*"] });
    await role("one");
    await sent();
    expect((await call("DELETE", "/webhooks/billing")).status).toBe(200);
    const { store } = await service.auth.service;
    for (const table of ["auth_delivery_lines", "auth_deliveries"]) {
      const { rows } = (await store.db.execute(sql.raw(`select * from ${table}`))) as unknown as {
        rows: unknown[];
      };
      expect(rows).toEqual([]);
    }
  });
});

test("the doctor names a webhook that waits, one that was given up, and one whose host is not asked", async () => {
  const finding = async () => {
    const { body } = await call("GET", "/doctor");
    return body.payload.find(({ id }: { id: string }) => id === "webhooks");
  };
  expect((await finding()).severity).toBe("ok");
  await put({ types: ["role.*"] });
  receiver.answer = 503;
  await role("one");
  await sent();
  expect(await finding()).toMatchObject({ severity: "warning", repair: { tab: "webhooks" } });
  receiver.answer = 410;
  await due();
  await sent();
  const given = await finding();
  expect(given.severity).toBe("danger");
  expect(given.details[0]).toBe('webhook "billing" was given up: it answers 410');
  expect(given.details[1]).toContain("oauth2.internal_hosts");
});
