/** Permission checks in process: what one decision leaves behind for the collector (docs/performance.md). */
import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { checkAccess } from "../../../src/iam/permission-check/check-principal.ts";
import { NOW, permission, principal, resource, snapshot } from "./check-fixture.ts";

const MANY = 20_000;

const permissions = Array.from({ length: 1_000 }, (_, at) =>
  permission(`p-${at}`, [
    resource({
      hosts: ["*.example.com"],
      paths: [`/api/v1/thing-${at}/**`],
      methods: ["GET", "POST"],
      excluded: [{ paths: [`/api/v1/thing-${at}/admin/**`] }],
    }),
  ]),
);
const model = snapshot({
  permissions,
  principals: [principal("ada", { permission_ids: ["p-1", "p-2", "p-3"] })],
});

const ask = (path: string) =>
  checkAccess(model, NOW, {
    ...{ alias: "ada@example.com", host: "app.example.com:8443", path, method: "GET" },
  }).allowed;

/** Bytes since the process began. */
const allocatedBytes = (): number =>
  (getHeapStatistics() as unknown as { total_allocated_bytes: number }).total_allocated_bytes;

/** Bytes of one decision, on the average. */
function allocated(path: string): number {
  const decide = (times: number) => {
    for (let turn = 0; turn < times; turn++) ask(path);
  };
  decide(MANY);
  const before = allocatedBytes();
  decide(MANY);
  return (allocatedBytes() - before) / MANY;
}

test.each([
  ["allowed", "/api/v1/thing-2/items/42", true],
  ["excluded", "/api/v1/thing-2/admin/42", false],
  ["of a permission that is not held", "/api/v1/thing-900/items/42", false],
])("one decision allocates no more than its request and answer: %s", (_, path, allowed) => {
  expect(ask(path)).toBe(allowed);
  expect(allocated(path)).toBeLessThan(450);
});
