/**
 * Decision E-2: every route of the own account and every form, with a key in every form, leaves nothing behind.
 * docs/reference/what-a-key-may-do.md holds what is found.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, type Operation, operationsOf } from "../../support/api-document.ts";
import { byKey, byToken, issueKey, keyHouse, through } from "../../support/api-keys.ts";
import type { SessionHouse } from "../../support/session.ts";
import { closePlane } from "../../support/tokens.ts";
import { createPermission, createRole } from "../iam/expectations.ts";

let house: SessionHouse;
let operations: Operation[];
const keys: Record<string, { id: string; key: string }> = {};
beforeAll(async () => {
  house = await keyHouse({ self_service: true });
  const { service } = house;
  const read = await createPermission(service, "read");
  const manage = await createPermission(service, "manage");
  const role = await createRole(service, "managers", { permission_ids: [manage, read] });
  const ada = (await service.auth.api.principal("ada"))?.id ?? "";
  await service.json("PATCH", `/auth/v1/users/${ada}`, { role_ids: [role] });
  keys.bounded = await issueKey(service, { user_id: ada, permission_ids: [read] });
  keys.unbounded = await issueKey(service, { user_id: ada });
  operations = operationsOf((await service.json("GET", "/auth/swagger/swagger.json")).body).filter(
    ({ path, described }) =>
      path.startsWith("/auth/ui/") ||
      path.startsWith("/auth/oauth2/consent") ||
      (path.startsWith("/auth/v1/") &&
        ["Own account", "Passkeys"].some((tag) => described.tags.includes(tag))),
  );
  await closePlane(service, "manage");
});
afterAll(() => house[Symbol.asyncDispose]());

/** What a key may do as its owner; all else is refused. */
const ALLOWED = new Set([
  "GET /auth/v1/me",
  "GET /auth/v1/api-keys",
  "DELETE /auth/v1/api-keys/{id}",
]);
/** By its own rights and not as its owner. */
const ITSELF = new Set(["/auth/check", "/auth/v1/me/check", "/auth/info"]);

const PAGE = join(import.meta.dirname, "../../../docs/reference/what-a-key-may-do.md");
const ROWS = /<!-- keys -->\n\n([\s\S]*?)\n\n<!-- \/keys -->/;
const KINDS = ["bounded", "unbounded"] as const;
/** What each key was answered, by operation. */
const found: Record<(typeof KINDS)[number], Map<string, number>> = {
  bounded: new Map(),
  unbounded: new Map(),
};

function answerOf(key: string, status: number | undefined): string {
  if (status === undefined) return "as itself, by its own rights";
  if (status === 403) return "refused";
  return key.startsWith("DELETE ") ? "allowed, for keys that can do no more" : "allowed";
}

const markdown = () =>
  [
    "| Route or form | Bounded key | Unbounded key |",
    "|---|---|---|",
    ...operations
      .map(({ key }) => key)
      .sort()
      .map((key) => {
        const cells = KINDS.map((kind) => answerOf(key, found[kind].get(key)));
        return `| \`${key.replace(" /auth/", " /")}\` | ${cells.join(" | ")} |`;
      }),
  ].join("\n");

/** Everything that lasts. */
async function lasting(): Promise<Record<string, unknown>> {
  const { store } = await house.service.auth.service;
  const tables = await store.db.execute(
    sql`SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  const rows = (tables as unknown as { rows: { table_name: string }[] }).rows;
  const names = rows.map(({ table_name }) => table_name).filter((name) => name.startsWith("auth_"));
  const all: Record<string, unknown> = {};
  for (const name of names.sort()) {
    if (name === "auth_instances") continue;
    const found = await store.db.execute(sql`SELECT * FROM ${sql.identifier(name)}`);
    all[name] = (found as unknown as { rows: Record<string, unknown>[] }).rows
      // That this key was used from here, and how often it tried: limits alone ask for these.
      .filter(({ kind }) => kind !== "known_network" && kind !== "attempts")
      .map(({ last_used_at: _used, ...row }) => JSON.stringify(row))
      .sort();
  }
  return all;
}

async function ask(operation: Operation, headers: Record<string, string>) {
  const { method, path } = operation;
  const body = bodyOf(operation);
  const isForm = body?.type === "application/x-www-form-urlencoded";
  const example = body?.example ?? {};
  const { parameters = [] } = operation.described;
  const query = (parameters as { in: string; name: string; required?: boolean }[])
    .filter((one) => one.in === "query" && one.required)
    .map(({ name }) => `${name}=x`)
    .join("&");
  const url = `${path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4")}?${query}`;
  return house.jar().send(method, url, {
    headers: { ...headers, ...(body && { "content-type": body.type }) },
    ...(body && {
      body: isForm ? new URLSearchParams(example).toString() : JSON.stringify(example),
    }),
  });
}

test("there are routes and forms to sweep", () => {
  const swept = operations.map(({ key }) => key);
  expect(swept).toEqual(
    expect.arrayContaining([
      ...["POST /auth/v1/device", "POST /auth/ui/device", "POST /auth/oauth2/consent"],
      ...["POST /auth/ui/identities/link", "POST /auth/ui/sessions/end", ...ALLOWED],
    ]),
  );
  expect(swept.length).toBeGreaterThan(40);
});

test.each(KINDS)("the %s key does what is listed and nothing else", async (kind) => {
  const { key = "" } = keys[kind] ?? {};
  const before = await lasting();
  for (const operation of operations) {
    if (ITSELF.has(operation.path)) continue;
    const { status, text } = await ask(operation, byKey(key));
    found[kind].set(operation.key, status);
    if (operation.key === "DELETE /auth/v1/api-keys/{id}") expect(status).toBe(404);
    else if (ALLOWED.has(operation.key)) expect(status, operation.key).toBe(200);
    else expect([status, operation.key], text.slice(0, 200)).toEqual([403, operation.key]);
  }
  expect(await lasting()).toEqual(before);
});

test("the page has the table; `WRITE_MATRIX=1` writes it there", () => {
  const page = readFileSync(PAGE, "utf8");
  if (process.env.WRITE_MATRIX) {
    writeFileSync(PAGE, page.replace(ROWS, `<!-- keys -->\n\n${markdown()}\n\n<!-- /keys -->`));
  }
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(markdown());
});

test.each(KINDS)("the %s key as a bearer token or as X-User is nobody", async (kind) => {
  const { id = "", key = "" } = keys[kind] ?? {};
  const before = await lasting();
  for (const operation of operations) {
    if (!operation.path.startsWith("/auth/v1/") || ITSELF.has(operation.path)) continue;
    expect((await ask(operation, byToken(key))).status, operation.key).toBe(401);
    expect((await ask(operation, { "x-user": `api-key:${id}` })).status, operation.key).toBe(401);
    const bare = await house.service.request("GET", "/auth/v1/me", {
      headers: { "x-user": `api-key:${id}` },
    });
    expect(bare.status).toBe(401);
  }
  expect(await lasting()).toEqual(before);
});

test("a key opens no authorization: the browser is sent to sign in, or refused", async () => {
  const query = "?response_type=code&client_id=login&redirect_uri=https://app.example.com/cb";
  const { status, headers } = await through(
    house,
    "GET",
    `/auth/oauth2/authorize${query}`,
    byKey(keys.unbounded?.key ?? ""),
  );
  expect(headers.get("location") ?? "").not.toContain("code=");
  expect(status).not.toBe(200);
});
