/** Clients that register themselves, over HTTP alone. */
import { expect } from "vitest";
import type { Answer, TestAuth } from "./auth.ts";

export const REGISTER = "/auth/oauth2/register";
export const REDIRECT = "https://notes.example.com/callback";

type Json = Readonly<Record<string, unknown>>;

/** What the smallest client sends. */
export const NOTES: Json = { client_name: "Example Notes", redirect_uris: [REDIRECT] };

const bearer = (token: string | undefined) => token !== undefined && { authorization: token };

/** A registration; a text is sent as it stands. */
export const register = (service: TestAuth, body: unknown = NOTES, token?: string) =>
  service.request("POST", REGISTER, {
    headers: {
      "content-type": "application/json",
      ...bearer(token === undefined ? undefined : `Bearer ${token}`),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

export interface Registered {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly registration_access_token: string;
  readonly [member: string]: unknown;
}

/** A client that was registered. */
export async function registered(service: TestAuth, fields: Json = {}): Promise<Registered> {
  const answer = await register(service, { ...NOTES, ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** The client configuration endpoint; an `authorization` is sent as it stands. */
export const manage = (
  service: TestAuth,
  method: "GET" | "PUT" | "DELETE",
  client_id: string,
  token: string | undefined,
  body?: unknown,
): Promise<Answer> =>
  service.request(method, `${REGISTER}/${client_id}`, {
    headers: {
      ...bearer(token === undefined ? undefined : `Bearer ${token}`),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Registration is on, and one test may register as much as it likes. */
export const OPEN: Json = { enabled: true, requests: { unlimited: true } };
