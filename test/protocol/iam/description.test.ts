/** The API description of the IAM routes: summaries, schemas, examples (issue 3, item 5; N-4). */

import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints, describeApi } from "../../support/inside.ts";

const TAGS = new Set([
  "Users",
  "Service accounts",
  "Roles",
  "Permissions",
  "Permission check",
  "Own account",
]);
const endpoints = allEndpoints.filter(
  ({ tag, path }) => TAGS.has(tag) || /^\/v1\/(lmaps|ldap\/maps|dashboard)/.test(path),
);

/** auth-wire 2 and the specification: nothing of it is missing. */
const ROUTES = [
  ...["users", "service-accounts"].flatMap((kind) => [
    `GET /v1/${kind}`,
    `POST /v1/${kind}`,
    `GET /v1/${kind}/export`,
    ...["GET", "PUT", "PATCH", "DELETE"].map((method) => `${method} /v1/${kind}/:id`),
    `POST /v1/${kind}/:id/access`,
  ]),
  ...["roles", "permissions"].flatMap((kind) => [
    `GET /v1/${kind}`,
    `POST /v1/${kind}`,
    `GET /v1/${kind}/export`,
    ...["GET", "PUT", "PATCH", "DELETE"].map((method) => `${method} /v1/${kind}/:id`),
  ]),
  "GET /v1/roles/relation",
  "PUT /v1/roles/relation",
  "POST /v1/permissions/bulk",
  "POST /v1/permissions/keep",
  ...["lmaps", "ldap/maps"].flatMap((kind) => [
    `GET /v1/${kind}`,
    `POST /v1/${kind}`,
    ...["GET", "PUT", "DELETE"].map((method) => `${method} /v1/${kind}/:name{.+}`),
  ]),
  "POST /v1/check",
  "POST /check",
  "POST /v1/me/check",
  "GET /info",
  "GET /v1/me",
  "POST /v1/me/password",
  "GET /v1/dashboard",
];

test("every IAM route of the specification and of auth-wire 2.10 is there", () => {
  const present = new Set(
    allEndpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  );
  for (const route of [...ROUTES, "GET /v1/version", "POST /v1/sync"]) {
    expect(present, route).toContain(route);
  }
});

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s: a summary, an example of body and answer, and both fit their schema",
  (_, { summary, body, answers }) => {
    expect(summary).toMatch(/^[A-Z].{4,79}$/);
    if (body) expect(body.schema.safeParse(body.example), "body").toMatchObject({ success: true });
    const { schema, example } = answers[200] ?? {};
    expect(schema).toBeDefined();
    if (schema instanceof z.ZodObject) {
      const strict = schema.safeParse(example);
      expect(strict.error?.issues ?? [], "answer").toEqual([]);
    } else {
      expect(schema?.safeParse(example)).toMatchObject({ success: true });
    }
  },
);

test("the document can be generated", () => {
  const document = describeApi(allEndpoints, "/auth") as { paths: Record<string, unknown> };
  expect(document.paths).toHaveProperty(["/auth/v1/lmaps/{name}"]);
  expect(document.paths).toHaveProperty(["/auth/v1/users/{id}/access"]);
});
