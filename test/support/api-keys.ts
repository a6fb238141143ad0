/** Making API keys as clients do, and using them through a session. */
import { expect } from "vitest";
import type { Answer, TestAuth } from "./auth.ts";
import { POSTERN_PROVIDER, type SessionSetup, sessionSetup } from "./session.ts";

export const KEYS = "/auth/v1/api-key-principals";
export const OWN_KEYS = "/auth/v1/api-keys";
export const VALIDATION = "/auth/oauth2/api-key";

type Json = Record<string, unknown>;

export interface IssuedKey {
  readonly id: string;
  readonly key: string;
  readonly expires_at?: string;
}

/** A key that an administrator makes. */
export async function issueKey({ json }: TestAuth, fields: Json): Promise<IssuedKey> {
  const { status, text, body } = await json("POST", KEYS, fields);
  expect(status, text).toBe(200);
  return body.payload;
}

/** The row of a key as the list shows it. */
export async function listedKey({ json }: TestAuth, id: string) {
  const { body } = await json("GET", KEYS);
  return body.payload.find((row: { id: string }) => row.id === id);
}

export const validate = ({ request }: TestAuth, key: string): Promise<Answer> =>
  request("POST", VALIDATION, { headers: { "x-api-key": key } });

/** A service whose session takes keys, and short ways to call through it. */
export async function keySetup(settings: Json = {}): Promise<SessionSetup> {
  const setup = await sessionSetup({
    session: {
      store: { active: "memory" },
      provider: { postern: { ...POSTERN_PROVIDER, api_key: true } },
      auth_skip_paths: ["auth"],
    },
  });
  const { status, text } = await setup.service.json("PUT", "/auth/v1/settings/api_key", {
    value: settings,
  });
  expect(status, text).toBe(200);
  return setup;
}

/** JSON through the session of a setup, with any credentials. */
export const through = (
  setup: SessionSetup,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Json,
): Promise<Answer> =>
  setup.jar().send(method, path, {
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

export const byKey = (key: string) => ({ "x-api-key": key });
export const byToken = (token: string) => ({ authorization: `Bearer ${token}` });
