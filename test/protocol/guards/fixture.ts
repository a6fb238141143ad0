/** Permissions, people and keys that guards decide about, and an application that tells what it sees. */
import { Hono, type MiddlewareHandler } from "hono";
import { expect } from "vitest";
import type { Identity, Instances } from "../../../src/session.ts";
import type { TestAuth } from "../../support/auth.ts";
import { SESSION_KEY, type SessionState } from "../../support/inside.ts";

export const APP = "https://app.example.com";
/** Raw API key of the key `reader`: one more right than its owner's email would suggest, one less than hers. */
export const API_KEY = `tak_${"a1".repeat(32)}`;

async function created(service: TestAuth, path: string, body: unknown): Promise<string> {
  const answer = await service.json("POST", path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payload.id;
}

const resource = (...paths: string[]) => ({
  resources: [{ hosts: ["app.example.com"], paths, methods: ["*"] }],
});

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * `/open/**` for everybody, `/own/**` and `/keys/**` for Ada, `/keys/**` for her API key `reader`.
 * `admin` exists and may nothing here.
 */
export async function furnish(service: TestAuth, ada: string): Promise<void> {
  await created(service, "/auth/v1/permissions", {
    name: "open",
    public: true,
    ...resource("/open/**"),
  });
  const own = await created(service, "/auth/v1/permissions", {
    name: "own",
    ...resource("/own/**"),
  });
  const keys = await created(service, "/auth/v1/permissions", {
    name: "keys",
    ...resource("/keys/**"),
  });
  const saved = await service.json("PATCH", `/auth/v1/users/${ada}`, {
    permission_ids: [own, keys],
  });
  expect(saved.status, saved.text).toBe(200);
  const { store, snapshots } = await service.auth.service;
  const hash = await sha256(API_KEY);
  await store.driver.session((session) =>
    session.query(
      `insert into auth_api_keys (id, user_id, name, key_hash, role_ids, permission_ids, details, disabled)
       values ('reader', $1, 'Reader', $2, '[]', $3, '{}', false)`,
      [ada, hash, JSON.stringify([keys])],
    ),
  );
  await snapshots.reload();
}

/** What a session in front would have left. */
export const stateAs =
  (identity: Partial<Identity> | undefined, more: Partial<SessionState> = {}): MiddlewareHandler =>
  async (c, next) => {
    const mark: SessionState = {
      connection: {},
      session: identity?.principal === undefined ? {} : { principal: identity.principal },
      ...(identity && {
        identity: {
          ...{ kind: "person", via: "cookie", provider: "test", sub: "someone", user: "someone" },
          claims: {},
          ...identity,
        },
      }),
      public_access: false,
      ...more,
    };
    c.set(SESSION_KEY as never, mark as never);
    await next();
  };

/** Guards in this order, and behind them the headers that an application would see. */
export function guarded(...guards: MiddlewareHandler[]): Hono {
  const app = new Hono();
  for (const guard of guards) app.use("*", guard);
  app.all("*", (c) => c.json({ headers: Object.fromEntries(c.req.raw.headers) }));
  return app;
}

export async function ask(app: Hono, path: string, init: RequestInit = {}) {
  const response = await app.request(path.startsWith("http") ? path : `${APP}${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.toLowerCase().startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
    body: (isJson && text !== "" ? JSON.parse(text) : undefined) as any,
  };
}

export const instancesOf = (service: TestAuth): Instances => ({
  runtime: service.runtime,
  auth: { auth: service.auth.api },
});
