/** Permission checks by an index of what the caller holds: the same answers from the second time on, and none for others. */
import { expect, test } from "vitest";
import { checkAccess } from "../../../src/iam/permission-check/check-principal.ts";
import { NOW, permission, principal, resource, snapshot } from "./check-fixture.ts";

const permissions = Array.from({ length: 600 }, (_, at) =>
  permission(`p-${at}`, [
    resource({
      hosts: ["*.example.com"],
      paths: [`/api/${at}/**`],
      methods: ["GET"],
      excluded: [{ paths: [`/api/${at}/admin/**`] }],
    }),
  ]),
);
const holders = Array.from({ length: 600 }, (_, at) =>
  // The last one holds more than an index of its own takes.
  principal(`u-${at}`, {
    permission_ids: at === 599 ? permissions.map(({ id }) => id) : [`p-${at}`],
  }),
);
const model = snapshot({ permissions, principals: holders });

const ask = (in_: typeof model, who: number, path: string, method = "GET") =>
  checkAccess(in_, NOW, {
    ...{ alias: `u-${who}@example.com`, host: "app.example.com", path, method },
  }).allowed;

test("the answer is the same each time, for more callers than have an index", () => {
  for (let turn = 0; turn < 4; turn++) {
    for (let who = 0; who < holders.length; who++) {
      expect(ask(model, who, `/api/${who}/x`)).toBe(true);
      expect(ask(model, who, `/api/${who}/x`)).toBe(true);
      expect(ask(model, who, `/api/${who}/x`, "POST")).toBe(false);
      expect(ask(model, who, `/api/${who}/admin/x`)).toBe(false);
      expect(ask(model, who, `/api/${(who + 1) % 600}/x`)).toBe(who === 599);
    }
  }
});

test("what is taken away counts at once, also for a caller that was asked about many times", () => {
  for (let turn = 0; turn < 4; turn++) expect(ask(model, 1, "/api/1/x")).toBe(true);
  const without = snapshot({ permissions, principals: [principal("u-1", { permission_ids: [] })] });
  for (let turn = 0; turn < 4; turn++) expect(ask(without, 1, "/api/1/x")).toBe(false);
  // Only the person changed: permissions and settings are those of before.
  const moved = {
    ...without,
    permissions: model.permissions,
    settings: model.settings,
  } as typeof model;
  for (let turn = 0; turn < 4; turn++) expect(ask(moved, 1, "/api/1/x")).toBe(false);
  expect(ask(model, 1, "/api/1/x")).toBe(true);
});
