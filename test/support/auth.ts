/** `testAuth()`: a running service on an embedded database, and short ways to talk HTTP to it. */
import { expect } from "vitest";
import { type AuthInternals, createParsedAuth } from "../../src/auth.ts";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { parseOptions } from "../../src/options.ts";
import type { Runtime } from "../../src/runtime.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { forget, withFirstStart } from "./first-start.ts";
import { type TestRuntime, testRuntime } from "./runtime.ts";

export type { Answer };

export const ORIGIN = "https://id.example.com";
export const KEY = "an encryption key for tests";

type Json = Record<string, unknown>;

export interface TestAuth extends AsyncDisposable {
  readonly auth: AuthInternals;
  readonly runtime: TestRuntime;
  /** Any request; `path` from the root of the origin. */
  request(method: string, path: string, init?: RequestInit): Promise<Answer>;
  /** JSON as the caller named in `user` (X-User); `undefined` sends no header. */
  json(method: string, path: string, body?: unknown, user?: string): Promise<Answer>;
  /** A form to the OAuth plane, with HTTP Basic credentials when given. */
  form(path: string, fields: Json | URLSearchParams, basic?: Credentials): Promise<Answer>;
  createUser(fields?: Json): Promise<string>;
  createServiceAccount(fields?: Json): Promise<string>;
}

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export const basic = ({ id, secret }: Credentials) => `Basic ${btoa(`${id}:${secret}`)}`;

/** Wraps a service that is already running. */
export function talkTo(auth: AuthInternals, runtime: TestRuntime, origin = ORIGIN): TestAuth {
  const request: TestAuth["request"] = async (method, path, init = {}) =>
    readAnswer(await auth.fetch(new Request(`${origin}${path}`, { method, ...init })));
  const json: TestAuth["json"] = (method, path, body, user) =>
    request(method, path, {
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(user !== undefined && { "x-user": user }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const create = async (path: string, body: Json) => {
    const { status, text, body: answer } = await json("POST", path, body);
    expect(status, text).toBe(200);
    return answer.payload.id as string;
  };
  return {
    auth,
    runtime,
    request,
    json,
    form: (path, fields, credentials) => {
      const entries = Object.entries(fields).map(([name, value]) => [name, String(value)]);
      return request("POST", path, {
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(credentials && { authorization: basic(credentials) }),
        },
        body: fields instanceof URLSearchParams ? fields : new URLSearchParams(entries),
      });
    },
    createUser: (fields = {}) =>
      create("/auth/v1/users", {
        alias: ["ada", "ada@example.com"],
        local: true,
        details: { name: "Ada", email: "ada@example.com", password: "correct horse" },
        ...fields,
      }),
    createServiceAccount: (fields = {}) =>
      create("/auth/v1/service-accounts", {
        alias: ["robot"],
        details: { name: "Robot", secret: "robot-secret" },
        ...fields,
      }),
    [Symbol.asyncDispose]: () => auth.close(),
  };
}

/** `createAuth` with the long-lived parts. */
export const openAuth = (options: AuthOptions, runtime: Runtime): AuthInternals =>
  createParsedAuth(parseOptions(options), runtime);

export async function testAuth(
  options: AuthOptions = {},
  runtime: TestRuntime = testRuntime(),
): Promise<TestAuth> {
  const started = await withFirstStart(options, runtime, async () => {
    const auth = openAuth({ encryption: { key: KEY }, ...options }, runtime);
    await auth.ready;
    return talkTo(auth, runtime);
  });
  return {
    ...started,
    async [Symbol.asyncDispose]() {
      forget(started);
      await started[Symbol.asyncDispose]();
    },
  };
}
