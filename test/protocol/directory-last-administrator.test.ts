/** A sync of a directory in which the last administrator who can sign in left (I-8, decisions E-6 and E-13). */
import { expect, test } from "vitest";
import { byItself, passkeyCredentials, writeStanding } from "../support/inside.ts";
import { loginSetup } from "../support/login-setup.ts";

test("keeps that one, and refuses everyone else who left", async () => {
  await using setup = await loginSetup();
  const service = await setup.service.auth.service;
  const roles = (await setup.as("GET", "/roles?name=admin")).body.payload;
  const make = async (alias: string, more: object) => {
    const made = await setup.as("POST", "/users", { alias: [alias], local: false, ...more });
    expect(made.status, made.text).toBe(200);
    return made.body.payload.id as string;
  };
  const dora = await make("dora", { role_ids: [roles[0].id] });
  const rene = await make("rene", {});
  // Holds the permission, and has nothing to sign in with: the rule of the last holder alone would let dora go.
  await make("bob", { role_ids: [roles[0].id] });
  await service.store.db.insert(passkeyCredentials).values({
    id: "a-passkey-of-dora",
    user_id: dora,
    name: "Laptop",
    public_key: new Uint8Array(8),
    credential: {},
    created_at: new Date(),
  });
  const admin = (await setup.as("GET", "/users?alias=admin")).body.payload[0].id;
  const disabled = await setup.as("PATCH", `/users/${admin}`, { is_active: false });
  expect(disabled.status, "dora can sign in").toBe(200);

  const gone = [dora, rene].map((id) => ({ id, left: "gone" as const }));
  const written = await writeStanding(byItself(service), gone, new Date(Date.now() + 60_000));
  expect(written).toEqual({ left: 1, returned: 0, kept: [dora] });
});
