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
const found = new Map<string, Kind[]>();

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

test.each(KINDS)(
  "%s: what is not of this capability is refused, in the same words everywhere",
  async (kind) => {
    for (const operation of operations) {
      const { status, body, text } = await ask(operation, kind);
      expect(status, operation.key).not.toBe(500);
      const refused = status === 403 && body.message === REFUSAL;
      if (refused) expect(text).toContain("admin permission");
      else found.set(operation.key, [...(found.get(operation.key) ?? []), kind]);
    }
  },
);

test("someone without any of it is refused everywhere, in the words of before", async () => {
  for (const operation of operations) {
    const { status, body } = await ask(operation, "engineer");
    expect([status, body.message], operation.key).toEqual([403, "admin permission is required"]);
  }
});

test("read changes nothing, and no other capability sees all", () => {
  const changes = [...found].filter(([, kinds]) => kinds.includes("read")).map(([key]) => key);
  const POSTS = /check|explain|inspect|second-factor.preview/;
  expect(changes.filter((key) => !key.startsWith("GET ") && !POSTS.test(key))).toEqual([]);
  const secrets = ["GET /auth/v1/session-providers", "GET /auth/v1/session-providers/{group}"];
  expect(secrets.filter((key) => found.has(key))).toEqual([]);
});

function markdown(): string {
  const cell = (key: string, kind: Kind) => (found.get(key)?.includes(kind) ? "yes" : "–");
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

test("the page has the table; `WRITE_MATRIX=1` writes it there", () => {
  const page = readFileSync(PAGE, "utf8");
  if (process.env.WRITE_MATRIX) {
    writeFileSync(PAGE, page.replace(ROWS, `<!-- acts -->\n\n${markdown()}\n\n<!-- /acts -->`));
  }
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(markdown());
});
