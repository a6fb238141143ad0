/**
 * Administrators with fewer rights (ADR 0090): every route of the management plane, by one of each capability. What is found
 * is the table of docs/reference/limited-administrators.md, so a new route is seen there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, type Operation, operationsOf } from "../../support/api-document.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { KINDS, type Kind, limitedSetup } from "../../support/limited.ts";

const PAGE = join(import.meta.dirname, "../../../docs/reference/limited-administrators.md");
const ROWS = /<!-- acts -->\n\n([\s\S]*?)\n\n<!-- \/acts -->/;
const REFUSAL = "your rights as an administrator do not cover this";

let service: TestAuth;
let operations: Operation[];
/** What one of each capability is not refused; asked once, by the first test that wants it. */
const found = new Map<Kind, Promise<ReadonlySet<string>>>();

beforeAll(async () => {
  service = await testAuth();
  await limitedSetup(service);
  const document = (await service.json("GET", "/auth/swagger/swagger.json")).body;
  operations = operationsOf(document).filter(({ described }) => described["x-plane"] === "admin");
});
afterAll(() => service[Symbol.asyncDispose]());

function ask(operation: Operation, user: string) {
  const { method, path, described } = operation;
  const { parameters = [] } = described;
  const query = (parameters as { in: string; name: string; required?: boolean }[])
    .filter((one) => one.in === "query" && one.required)
    .map(({ name }) => `${name}=x`)
    .join("&");
  const url = `${path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4")}?${query}`;
  return service.json(method, url, bodyOf(operation)?.example, user);
}

async function askAll(kind: Kind): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const operation of operations) {
    const { status, body, text } = await ask(operation, kind);
    expect(status, operation.key).not.toBe(500);
    const refused = status === 403 && body.message === REFUSAL;
    if (refused) expect(text).toContain("admin permission");
    else open.add(operation.key);
  }
  return open;
}

function openTo(kind: Kind): Promise<ReadonlySet<string>> {
  const known = found.get(kind) ?? askAll(kind);
  found.set(kind, known);
  return known;
}

test.each(KINDS)(
  "%s: what is not of this capability is refused, in the same words everywhere",
  async (kind) => {
    expect((await openTo(kind)).size).toBeLessThan(operations.length);
  },
);

test("someone without any of it is refused everywhere, in the words of before", async () => {
  for (const operation of operations) {
    const { status, body } = await ask(operation, "engineer");
    expect([status, body.message], operation.key).toEqual([403, "admin permission is required"]);
  }
});

test("read changes nothing, and no other capability sees all", async () => {
  const changes = [...(await openTo("read"))];
  const POSTS = /check|explain|inspect|second-factor.preview/;
  expect(changes.filter((key) => !key.startsWith("GET ") && !POSTS.test(key))).toEqual([]);
  const secrets = ["GET /auth/v1/session-providers", "GET /auth/v1/session-providers/{group}"];
  for (const kind of KINDS) {
    const open = await openTo(kind);
    expect(
      secrets.filter((key) => open.has(key)),
      kind,
    ).toEqual([]);
  }
});

async function markdown(): Promise<string> {
  const open = new Map<Kind, ReadonlySet<string>>();
  for (const kind of KINDS) open.set(kind, await openTo(kind));
  const cell = (key: string, kind: Kind) => (open.get(kind)?.has(key) ? "yes" : "–");
  const row = (key: string) =>
    `| \`${key.replace(" /auth/", " /")}\` | ${KINDS.map((kind) => cell(key, kind)).join(" | ")} |`;
  return [
    `| Route | ${KINDS.map((kind) => `\`${kind}\``).join(" | ")} |`,
    `|---|${KINDS.map(() => "---|").join("")}`,
    ...operations
      .map(({ key }) => key)
      .sort()
      .map(row),
  ].join("\n");
}

test("the page has the table; `WRITE_MATRIX=1` writes it there", async () => {
  const page = readFileSync(PAGE, "utf8");
  const table = await markdown();
  if (process.env.WRITE_MATRIX) {
    writeFileSync(PAGE, page.replace(ROWS, `<!-- acts -->\n\n${table}\n\n<!-- /acts -->`));
  }
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(table);
});
