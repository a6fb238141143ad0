/** A-4, D-6: names that are taken, asked for many at once, from memory or from the rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { mutate, type Service, type Snapshot, takenAmongMany } from "../../support/inside.ts";
import { putClient } from "../../support/tokens.ts";

let setup: TestAuth;
let service: Service;
beforeAll(async () => {
  setup = await testAuth();
  service = await setup.auth.service;
  await setup.createUser({ alias: ["Ada"] });
  await putClient(setup, "Reports", { client_secret: "a secret of a client" });
});
afterAll(() => setup[Symbol.asyncDispose]());

/** Inside a write that changes nothing. */
async function taken(known: (current: Snapshot) => Pick<Snapshot, "version" | "aliases">) {
  const { ownStore: store, snapshots } = service;
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
  const id = await setup.createUser({ alias: ["Ben"] });
  expect(before.aliases.has("ben")).toBe(false);
  expect(await taken(() => before)).toEqual(["ada", "ben", "reports"]);
  await setup.json("DELETE", `/auth/v1/users/${id}`);
});
