/** A restored copy and its webhooks (ADR 0102): it may stand beside the service itself, so it sends nothing until it is told to. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Administration, administration } from "../../support/administrators.ts";
import { KEY, openAuth, type TestAuth, talkTo, testAuth } from "../../support/auth.ts";
import { askBackup, bytesOf, OPENER, restoreTo } from "../../support/backups.ts";
import { deliveriesOf, openPglite } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { startReceiver, type WebhookReceiver } from "../../support/webhook-receiver.ts";

let receiver: WebhookReceiver;
let service: TestAuth;
let root: Administration;
let copy: TestAuth | undefined;
beforeEach(async () => {
  receiver = await startReceiver();
  service = await testAuth({}, testRuntime({ publicFetch: { exempt: [receiver.origin] } }));
  root = await administration(service);
});
afterEach(async () => {
  await copy?.[Symbol.asyncDispose]();
  copy = undefined;
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const put = (id: string, enabled = true) =>
  root.call("PUT", `/webhooks/${id}`, {
    enabled,
    config: { url: `${receiver.origin}/${id}`, types: ["role.*"] },
  });
const settled = async (of: TestAuth) => deliveriesOf(await of.auth.service).settled();
const ask = (of: TestAuth, method: string, path: string, body?: unknown) =>
  of.json(method, `/auth/v1${path}`, body, root.admin.alias);

/** A service on a copy of the database, as a restore leaves it; it has written a role. */
async function restoredCopy(resume = false): Promise<readonly [TestAuth, readonly string[]]> {
  const auth_time = Math.floor(service.runtime.clock.now() / 1_000);
  const bytes = await bytesOf(await askBackup(service, { principal: root.admin.alias, auth_time }));
  const { log, ...runtime } = testRuntime({ publicFetch: { exempt: [receiver.origin] } });
  const driver = await openPglite(undefined, log);
  const paused = await restoreTo(driver, bytes, OPENER, KEY, resume);
  const restored = { ...runtime, log, openSql: async () => driver };
  const auth = openAuth({ encryption: { key: KEY } }, restored);
  await auth.ready;
  copy = talkTo(auth, restored);
  const { status, text } = await ask(copy, "POST", "/roles", { name: "of the copy" });
  expect(status, text).toBe(200);
  await settled(copy);
  return [copy, paused];
}
const state = async (of: TestAuth, id: string) =>
  (await ask(of, "GET", `/webhook-deliveries/${id}`)).body.payload;
const outgoing = async (of: TestAuth) => (await ask(of, "GET", "/settings/outgoing")).body.payload;
const sentTo = () => receiver.received.map(({ path, body }) => [path, body.data.target.name]);

test("a restored copy sends nothing, also by a webhook that had sent nothing yet, and the doctor says so", async () => {
  await put("billing");
  await root.call("POST", "/roles", { name: "of the service" });
  await settled(service);
  await put("quiet");
  await put("off", false);
  expect(sentTo()).toEqual([["/billing", "of the service"]]);

  const [restored, paused] = await restoredCopy();
  expect(paused).toEqual(["billing", "quiet"]);
  expect((await outgoing(restored)).value).toMatchObject({ held: true });
  expect(receiver.received).toHaveLength(1);
  expect(await state(restored, "billing")).toMatchObject({ state: "held" });
  expect(await state(restored, "off")).toMatchObject({ state: "off" });
  const { body } = await ask(restored, "GET", "/doctor");
  const { severity, text, details } = body.payload.find(
    ({ id }: { id: string }) => id === "webhooks",
  );
  expect({ severity, text }).toEqual({
    severity: "warning",
    text: "Webhooks have been paused since a backup was restored.",
  });
  expect(details.slice(0, 2)).toEqual([
    'webhook "billing" sends nothing until you resume it',
    'webhook "quiet" sends nothing until you resume it',
  ]);

  await settled(service);
  await root.call("POST", "/roles", { name: "of the service, later" });
  await settled(service);
  expect(sentTo(), "the service itself goes on").toContainEqual([
    "/billing",
    "of the service, later",
  ]);
});

/** It is a copy no longer. */
async function release(of: TestAuth): Promise<void> {
  const answer = await ask(of, "PUT", "/settings/outgoing", { value: { held: false } });
  expect(answer.status, answer.text).toBe(200);
  await settled(of);
}

test("when it may send, an administrator lets each webhook go on, from where it stood", async () => {
  await put("billing");
  const [restored] = await restoredCopy();
  await release(restored);
  expect(await state(restored, "billing")).toMatchObject({ state: "paused" });
  expect(await state(restored, "billing")).not.toHaveProperty("failure");
  expect(receiver.received).toEqual([]);
  const { status, body } = await ask(restored, "POST", "/webhooks/billing/replay", {});
  expect([status, body.payload.message]).toEqual([200, "webhook goes on"]);
  await settled(restored);
  expect(sentTo()).toEqual([["/billing", "of the copy"]]);
  expect((await state(restored, "billing")).state).not.toBe("paused");
});

test("nor by webhooks that are made, switched on or let go on at the copy, until it may send", async () => {
  await put("billing");
  await put("off", false);
  const [restored] = await restoredCopy();
  const config = (id: string) => ({ url: `${receiver.origin}/${id}`, types: ["role.*"] });
  for (const id of ["new", "off"]) {
    const { status, text } = await ask(restored, "PUT", `/webhooks/${id}`, {
      ...{ enabled: true, config: config(id) },
    });
    expect(status, text).toBe(200);
  }
  await settled(restored);
  const { body } = await ask(restored, "POST", "/webhooks/billing/replay", {});
  expect(body.payload.message).toBe("webhook goes on as soon as the copy may send");
  await ask(restored, "POST", "/roles", { name: "after them" });
  await settled(restored);
  expect(receiver.received).toEqual([]);
  for (const id of ["new", "off", "billing"]) {
    expect(await state(restored, id)).toMatchObject({ state: "held" });
  }

  await release(restored);
  const names = (id: string) => sentTo().filter(([path]) => path === `/${id}`);
  expect(names("new"), "from its own beginning on").toEqual([["/new", "after them"]]);
  expect(names("off")).toContainEqual(["/off", "after them"]);
  const billed = names("billing").map(([, name]) => name);
  expect(billed.toSorted(), "where it stood").toEqual(["after them", "of the copy"]);
});

test("what an administrator asks for is sent: a test, and one event again", async () => {
  await put("billing");
  const [restored] = await restoredCopy();
  const tried = await ask(restored, "POST", "/webhooks/billing/test");
  expect(tried.body.payload).toMatchObject({ delivered: true });
  const { last } = await state(restored, "billing");
  const again = await ask(restored, "POST", `/webhooks/billing/deliveries/${last}/send`);
  expect(again.body.payload).toMatchObject({ delivered: true });
  await settled(restored);
  expect(receiver.received).toHaveLength(2);
});

test("`--live`: the restored service takes the place of the one before at once", async () => {
  await put("billing");
  // Also of a copy that was kept still.
  await root.call("PUT", "/settings/outgoing", { value: { held: true } });
  const [restored, paused] = await restoredCopy(true);
  expect(paused).toEqual([]);
  expect(await outgoing(restored)).toBeUndefined();
  expect(sentTo()).toEqual([["/billing", "of the copy"]]);
});
