/** A-4, D-6: names that are taken, asked for many at once, from memory or from the rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../../../src/call.ts";
import { takenAmongMany } from "../../../src/iam/principals/free-aliases.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { mutate } from "../../../src/store/mutate.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { putClient } from "../../support/tokens.ts";

let house: TestAuth;
let service: Service;
beforeAll(async () => {
  house = await testAuth();
  service = await house.auth.service;
  await house.createUser({ alias: ["Ada"] });
  await putClient(house, "Reports", { client_secret: "a secret of a client" });
});
afterAll(() => house[Symbol.asyncDispose]());

/** Inside a write that changes nothing. */
async function taken(known: (current: Snapshot) => Pick<Snapshot, "version" | "aliases">) {
  const { store, snapshots } = service;
  const { result } = await mutate(
    store,
    { topic: "users", action: "sync", entity: "ldap", actor: "ldap" },
    (open) => takenAmongMany(open, known(snapshots.current), ["ada", "ben", "reports"]),
  );
  return [...result].sort();
}

test("users and clients hold their names", async () => {
  expect(await taken((current) => current)).toEqual(["ada", "reports"]);
});

test("what another instance wrote a moment ago counts before it was heard", async () => {
  const before = service.snapshots.current;
  await house.createUser({ alias: ["Ben"] });
  expect(before.aliases.has("ben")).toBe(false);
  expect(await taken(() => before)).toEqual(["ada", "ben", "reports"]);
});
