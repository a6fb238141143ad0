/** Reading tokens, and the records that decide what is in them. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { writeSetting } from "../../src/records/settings.ts";
import { decodeBase64Url } from "../../src/std/base64url.ts";
import { mutate } from "../../src/store/mutate.ts";
import { permissions, roles, settings } from "../../src/store/tables.ts";
import type { Answer, Credentials, TestAuth } from "./auth.ts";

export const TOKEN = "/auth/oauth2/token";
/** The service account of `createServiceAccount()`. */
export const ROBOT: Credentials = { id: "robot", secret: "robot-secret" };
/** The confidential client that `createClients` makes. */
export const WEB: Credentials = { id: "web-app", secret: "web-secret" };
/** The user of `createAda()`. */
export const ADA = { grant_type: "password", username: "ada", password: "correct horse" };

type Json = Record<string, unknown>;

/** bcrypt of ADA's password at the least cost, as an import of hashes would bring it. */
const HASH = "JDJiJDA0JDVNU0ZleUZXbC5peFJsQmRwLzFyNGVCNENLYVNaYjZjQURRMUY1TGp0LlloLkRYeU9hSGlD";

/** The user that `ADA` logs in as, with a hash that does not slow a test down. */
export const createAda = (service: TestAuth, fields: Json = {}, details: Json = {}) =>
  service.createUser({
    ...fields,
    details: { name: "Ada", email: "ada@example.com", ...details, password: HASH },
  });

// biome-ignore lint/suspicious/noExplicitAny: claims of tests are read member by member
const segment = (token: string, index: number): any =>
  JSON.parse(new TextDecoder().decode(decodeBase64Url(token.split(".")[index] ?? "")));

export const headerOf = (token: string) => segment(token, 0);
export const claimsOf = (token: string) => segment(token, 1);

/** A client record; `config` is what PUT takes. */
export async function putClient(service: TestAuth, id: string, config: Json, enabled = true) {
  const path = `/auth/v1/oauth/clients/${encodeURIComponent(id)}`;
  const { status, text } = await service.json("PUT", path, { enabled, config });
  expect(status, text).toBe(200);
}

export async function putSetting(service: TestAuth, namespace: string, value: Json) {
  const { status, text } = await service.json("PUT", `/auth/v1/settings/${namespace}`, { value });
  expect(status, text).toBe(200);
}

/** Runs with a stored namespace and removes it afterwards. */
export async function withSetting(
  service: TestAuth,
  namespace: string,
  value: Json,
  run: () => Promise<void>,
) {
  await putSetting(service, namespace, value);
  try {
    await run();
  } finally {
    await service.json("DELETE", `/auth/v1/settings/${namespace}`);
  }
}

/** Removes the `admin` namespace past the service, so that the management plane is open again. */
export async function reopenPlane(service: TestAuth) {
  const { store, snapshots } = await service.auth.service;
  await store.db.delete(settings).where(eq(settings.namespace, "admin"));
  await snapshots.reload();
}

/** Writes a namespace past every rule of the service. */
export async function writePast(service: TestAuth, namespace: string, value: Json) {
  const running = await service.auth.service;
  const unguarded = { ...running.ownStore, beforeCommit: async () => undefined };
  const change = { topic: "settings", action: "upsert", entity: namespace, actor: "test" } as const;
  await mutate(unguarded, change, (open) => writeSetting(running, open, namespace, value, "test"));
}

/** Closes the management plane to everybody, as no call can any more (I-8): data that was imported. */
export const closePlane = (service: TestAuth, permission = "held by no one") =>
  writePast(service, "admin", { permission, allow_missing_x_user: false });

/** Permissions by name with their `scope` maps, all held through one role; returns the role's id. */
export async function roleWithScopes(
  service: TestAuth,
  id: string,
  scopes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): Promise<string> {
  const { ownStore: store } = await service.auth.service;
  const change = { topic: "roles", action: "create", entity: id, actor: "test" } as const;
  await mutate(store, change, async ({ tx, touch }) => {
    const names = Object.keys(scopes);
    for (const name of names) {
      const config = {
        resources: [],
        description: "",
        data: {},
        scope: scopes[name] ?? {},
        public: false,
      };
      await tx.insert(permissions).values({ id: name, name, config });
    }
    const config = { permission_ids: names, role_ids: [], data: {}, description: "" };
    await tx.insert(roles).values({ id, name: id, config });
    touch("permissions", ...names);
    touch("roles", id);
  });
  return id;
}

/** The error of an OAuth endpoint, short enough to compare in one line. */
export const refusal = ({ status, body }: Answer) => ({ status, error: body?.error });
