/** The change feed (ADR 0099): pages and streams of what the audit log says, for programs that keep their place. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import { eventReader } from "../../support/event-stream.ts";
import { eventStreamsOf, pruneAudit } from "../../support/inside.ts";
import { type LimitedSetup, limitedSetups } from "../../support/limited.ts";
import { ADA, TOKEN, WEB } from "../../support/tokens.ts";

const EVENTS = "/auth/v1/events";
let service: TestAuth;
let setup: LimitedSetup;
const next = limitedSetups();
beforeEach(async () => {
  setup = await next();
  service = setup.service;
});
afterEach(() => service[Symbol.asyncDispose]());

async function feed(query: Readonly<Record<string, string>> = {}, user = "root") {
  const search = new URLSearchParams(query);
  const { status, text, body } = await service.json("GET", `${EVENTS}?${search}`, undefined, user);
  expect(status, text).toBe(200);
  return body;
}

const latest = async () => String((await feed({ after: "latest" })).meta.next);

async function role(name: string, user = "root") {
  const { status, text, body } = await setup.as(user, "POST", "/roles", { name });
  expect(status, text).toBe(200);
  return body.payload.id as string;
}

function open(query = "", headers: Record<string, string> = {}, init: RequestInit = {}) {
  const asked = new Request(`https://id.example.com${EVENTS}${query}`, {
    headers: { accept: "text/event-stream", "x-user": "root", ...headers },
    ...init,
  });
  return service.auth.fetch(asked);
}

const stream = async (...asked: Parameters<typeof open>) => eventReader(await open(...asked));
const streams = async () => eventStreamsOf(await service.auth.service).size;

test("I-10: HEAD of a stream answers its headers and leaves none open", async () => {
  const head = await open("", {}, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    ...[200, "text/event-stream", ""],
  ]);
  expect(await streams()).toBe(0);
});

describe("pages", () => {
  test("what was done is there, with who, to what, and names of members without values", async () => {
    const after = await latest();
    const id = await role("editors");
    await setup.as("root", "PATCH", `/roles/${id}`, { description: "May edit" });
    const { payload, meta } = await feed({ after });
    expect(payload.map(({ type }: { type: string }) => type)).toEqual([
      "role.created",
      "role.changed",
    ]);
    expect(payload[1]).toMatchObject({
      id: Number(after) + 2,
      data: {
        outcome: "done",
        principal: { kind: "user", id: setup.users.root, name: "root" },
        target: { kind: "roles", id, name: "editors" },
        network: "127.0.0.1",
        changed: ["description"],
      },
    });
    expect(JSON.stringify(payload)).not.toContain("May edit");
    expect(meta).toEqual({ next: Number(after) + 2, more: false });
    expect((await feed({ after: String(meta.next) })).payload).toEqual([]);
  });

  test("a sign-in and its refusal are there as soon as they are asked for", async () => {
    const after = await latest();
    const fields = { ...ADA, username: "seller" };
    await service.form(TOKEN, fields, await web());
    await service.form(TOKEN, { ...fields, password: "hunter2" }, WEB);
    const { payload } = await feed({ after, types: "sign_in.*" });
    expect(payload.map(({ type }: { type: string }) => type)).toEqual([
      "sign_in.done",
      "sign_in.refused",
    ]);
    expect(payload[1].data).toMatchObject({ outcome: "refused", reason: "invalid_grant" });
    expect(JSON.stringify(payload)).not.toContain("hunter2");
  });

  test("an account that is disabled and enabled again", async () => {
    const after = await latest();
    for (const is_active of [false, true]) {
      await setup.as("root", "PATCH", `/users/${setup.users.seller}`, { is_active });
    }
    const { payload } = await feed({ after });
    expect(payload.map(({ type }: { type: string }) => type)).toEqual([
      "user.disabled",
      "user.enabled",
    ]);
  });

  test("types and groups; a reader of rare ones keeps its place", async () => {
    const after = await latest();
    await role("one");
    await setup.as("root", "POST", "/permissions", { name: "rare" });
    await role("two");
    const { payload, meta } = await feed({ after, types: "permission.created" });
    expect(payload).toHaveLength(1);
    expect(meta.next).toBe(Number(after) + 3);
    const both = await feed({ after, types: "permission.*,role.deleted" });
    expect(both.payload).toHaveLength(1);
  });

  test.each([
    ["types=user.exploded", "types"],
    ["types=*", "types"],
    ["after=-1", "after"],
    ["after=1e3", "after"],
    ["_limit=many", "_limit"],
    ["after=999999999999999", "this log has not come so far"],
  ])("%s is refused by name", async (query, named) => {
    const { status, body } = await service.json("GET", `${EVENTS}?${query}`, undefined, "root");
    expect([status, body.error]).toEqual([400, expect.stringContaining(named)]);
  });

  test("pages are bounded, and nothing is between them", async () => {
    const seen: number[] = [];
    let after = "0";
    for (;;) {
      const { payload, meta } = await feed({ after, _limit: "7" });
      expect(payload.length).toBeLessThanOrEqual(7);
      seen.push(...payload.map(({ id }: { id: number }) => id));
      after = String(meta.next);
      if (!meta.more) break;
    }
    expect(seen).toEqual(seen.map((_, at) => at + 1));
    expect(seen.length).toBeGreaterThan(20);
  });

  test("no gap fills later behind a reader, while many write", async () => {
    let after = await latest();
    const begun = Number(after);
    const seen: number[] = [];
    let writing = true;
    const reader = (async () => {
      for (let last = false; ; ) {
        const { payload, meta } = await feed({ after });
        seen.push(...payload.map(({ id }: { id: number }) => id));
        after = String(meta.next);
        if (last && !meta.more) return;
        last = !writing;
      }
    })();
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => role(`many-${at}`)),
      ...Array.from({ length: 20 }, (_, at) =>
        service.form(TOKEN, { grant_type: "password", client_id: `stranger-${at}` }),
      ),
    ]);
    writing = false;
    await reader;
    expect(seen).toEqual(seen.map((_, at) => begun + 1 + at));
    expect(seen.length).toBeGreaterThanOrEqual(40);
  });

  test("a reader that stayed away for longer than the log is kept is told so", async () => {
    const { store, auditChain, instance } = await service.auth.service;
    await pruneAudit(store, auditChain, instance, 1);
    const { payload, meta } = await feed({ after: "1" });
    expect(meta.missed).toBe(true);
    expect(payload[0].type).toBe("audit.pruned");
    expect((await feed({ after: String(meta.next) })).meta.missed).toBeUndefined();
  });
});

async function web() {
  const { status } = await setup.as("root", "PUT", `/oauth/clients/${WEB.id}`, {
    config: { client_secret: WEB.secret },
  });
  expect(status).toBe(200);
  return WEB;
}

describe("who reads it", () => {
  const statusOf = async (user: string | undefined, headers: Record<string, string> = {}) => {
    const init = { headers: { ...headers, ...(user !== undefined && { "x-user": user }) } };
    return (await service.request("GET", EVENTS, init)).status;
  };

  test("full administrators, and those whose right is to read; not the help desk, not a user", async () => {
    expect([await statusOf("root"), await statusOf("read")]).toEqual([200, 200]);
    for (const alias of ["support", "people", "clients", "providers", "settings", "seller"]) {
      expect(await statusOf(alias), alias).toBe(403);
    }
    expect(await statusOf(undefined)).toBe(401);
  });

  test("a service account with the role, a key that holds it; no token of another application", async () => {
    const { status } = await setup.as("root", "POST", "/service-accounts", {
      ...{ alias: ["robot"], details: { name: "Robot", secret: "robot-secret" } },
      role_ids: [setup.roles.read],
    });
    expect(status).toBe(200);
    expect(await statusOf("robot")).toBe(200);
    const asked = () => new Request(`https://id.example.com${EVENTS}`);
    const key = async (role_ids: readonly (string | undefined)[]) => {
      const made = await setup.as("root", "POST", "/api-key-principals", {
        ...{ name: "reader", user_id: setup.users.read, role_ids },
      });
      const session = { api_key_id: made.body.payload.id };
      return (await service.auth.fetch(asked(), undefined, { session })).status;
    };
    expect(await key([setup.roles.read])).toBe(200);
    const session = { principal: "root", unmanaging: "the token does not manage" };
    expect((await service.auth.fetch(asked(), undefined, { session })).status).toBe(403);
  });
});

describe("streams", () => {
  test("an event comes as it happens, with its number; then the next", async () => {
    const events = await stream();
    const id = await role("first");
    const first = await events.next();
    expect(first?.data).toMatchObject({ type: "role.created", data: { target: { id } } });
    expect(first?.id).toBe(String(first?.data.id));
    await service.form(TOKEN, { grant_type: "password", client_id: "stranger" });
    expect((await events.next())?.data.type).toBe("sign_in.refused");
    await events.cancel();
    expect(await streams()).toBe(0);
  });

  test("Last-Event-ID begins where the reader was, and a filter holds", async () => {
    const after = await latest();
    await role("missed");
    await setup.as("root", "POST", "/permissions", { name: "missed" });
    const events = await stream("?types=permission.*", { "last-event-id": after });
    expect((await events.next())?.data.data.target.name).toBe("missed");
    await events.cancel();
  });

  test("rights that are taken away end it before anything else is told", async () => {
    const events = await stream("", { "x-user": "read" });
    await role("before");
    expect((await events.next())?.data.data.target.name).toBe("before");
    const { status } = await setup.as("root", "PATCH", `/users/${setup.users.read}`, {
      role_ids: [],
    });
    expect(status).toBe(200);
    await role("after");
    expect(await events.rest()).toEqual([]);
  });

  test("so do an account that is disabled and the end of all its sign-ins", async () => {
    const disabled = await stream("", { "x-user": "read" });
    await setup.as("root", "PATCH", `/users/${setup.users.read}`, { is_active: false });
    expect(await disabled.rest()).toEqual([]);
    const ended = await stream("", { "x-user": "root" });
    const { status, text } = await setup.as(
      "root",
      "DELETE",
      `/users/${setup.users.root}/sign-ins`,
    );
    expect(status, text).toBe(200);
    expect(await ended.rest()).toEqual([]);
  });

  test("one reader has five; what is given back can be had again", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => stream()));
    const more = await open();
    expect([more.status, more.headers.get("retry-after")]).toEqual([429, "30"]);
    const other = await stream("", { "x-user": "read" });
    await all[0]?.cancel();
    const again = await stream();
    for (const one of [...all.slice(1), other, again]) await one.cancel();
    expect(await streams()).toBe(0);
  });

  test("a reader that goes away leaves nothing behind", async () => {
    const gone = new AbortController();
    await open("", {}, { signal: gone.signal });
    expect(await streams()).toBe(1);
    gone.abort();
    expect(await streams()).toBe(0);
  });

  test("a stop ends them, and new ones are sent elsewhere", async () => {
    const events = await stream();
    eventStreamsOf(await service.auth.service).end();
    expect(await events.rest()).toEqual([]);
    expect((await open()).status).toBe(503);
  });
});
