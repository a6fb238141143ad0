/** C12: recorded requests of clients of the Model Context Protocol lead from a registration to a token for the server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resourceServer } from "../../src/guards.ts";
import { type Answer, type TestAuth, testAuth } from "../support/auth.ts";
import { decide, S256, VERIFIER } from "../support/authorize.ts";
import { register } from "../support/registration.ts";
import { claimsOf, createAda, putSetting, TOKEN } from "../support/tokens.ts";
import { instancesOf } from "./guards/fixture.ts";

interface Recorded {
  readonly client: string;
  readonly register: Readonly<Record<string, unknown>>;
  readonly authorize: Readonly<Record<string, string>>;
  /** How it proved itself at the token endpoint; none of them asked for a method by name but `none`. */
  readonly authenticates: "none" | "client_secret_basic";
  readonly token: Readonly<Record<string, string>>;
  /** Recorded of those that were made to refresh. */
  readonly refresh?: Readonly<Record<string, string>>;
}
const FILE = join(import.meta.dirname, "fixtures/mcp-clients.json");
const { clients }: { clients: Recorded[] } = JSON.parse(readFileSync(FILE, "utf8"));
const APP = "https://app.example.com";

let service: TestAuth;
let app: Hono;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service, { alias: ["ada"] });
  // As examples/mcp-server/seed.yaml says it.
  await putSetting(service, "registration", {
    ...{ enabled: true, default_scope: ["mcp"], step_up_scopes: ["mcp:write"] },
    client_lifetime: "2160h",
  });
  app = new Hono();
  const options = { auth_middleware: "auth", resource: `${APP}/mcp`, required_scopes: ["mcp"] };
  app.use("/mcp/*", resourceServer(options, instancesOf(service)));
  app.on("POST", ["/mcp", "/mcp/"], (c) => c.text("a tool"));
});
afterAll(() => service[Symbol.asyncDispose]());

/** A recorded request with the values of this run. */
const filled = (
  recorded: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
) =>
  Object.fromEntries(
    Object.entries(recorded).map(([name, text]) => [
      name,
      text.replace(/\{(\w+)\}/g, (_, word: string) => values[word] ?? `no ${word}`),
    ]),
  );

const statusWith = async (path: string, token: string) =>
  (
    await app.request(`${APP}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

describe.each(clients)("$client", (recorded) => {
  test("registers, signs in, gets a token for the server at both spellings, and refreshes", async () => {
    const made = await register(service, recorded.register);
    expect(made.status, made.text).toBe(201);
    const { client_id, client_secret } = made.body;
    expect(made.body.token_endpoint_auth_method).toBe(
      recorded.register.token_endpoint_auth_method ?? "client_secret_basic",
    );
    const values = { origin: APP, client_id, state: "s-1", code_challenge: S256.code_challenge };

    const answered = await decide(service, {
      state: undefined,
      ...filled(recorded.authorize, values),
    });
    const { code = "", error } = answer(answered);
    expect(error).toBeUndefined();
    const client =
      recorded.authenticates === "none" ? undefined : { id: client_id, secret: client_secret };
    const form = filled(recorded.token, { ...values, code, code_verifier: VERIFIER });
    const { status, body, text } = await service.form(TOKEN, form, client);
    expect(status, text).toBe(200);
    expect([claimsOf(body.access_token).aud].flat()).toContain(`${APP}/mcp`);
    expect(body.scope.split(" ")).toContain("mcp");
    for (const path of ["/mcp", "/mcp/"]) {
      expect(await statusWith(path, body.access_token), path).toBe(200);
    }

    const again = recorded.refresh ?? {
      ...{ grant_type: "refresh_token", refresh_token: "{refresh_token}" },
      ...(client === undefined && { client_id: "{client_id}" }),
      resource: "{origin}/mcp",
    };
    const { refresh_token } = body;
    const refreshed = await service.form(
      TOKEN,
      filled(again, { ...values, refresh_token }),
      client,
    );
    expect(refreshed.status, refreshed.text).toBe(200);
    expect(await statusWith("/mcp", refreshed.body.access_token)).toBe(200);
  });
});

const answer = ({ headers, text }: Answer): Record<string, string> =>
  Object.fromEntries(new URL(headers.get("location") ?? `no:${text}`).searchParams);

test("what makes them particular is among the recorded requests", () => {
  const sent = clients.map(({ register: asked, authorize }) => ({ asked, authorize }));
  expect(sent.every(({ authorize }) => authorize.resource === "{origin}/mcp")).toBe(true);
  expect(sent.some(({ authorize }) => authorize.prompt === "consent")).toBe(true);
  expect(sent.some(({ authorize }) => authorize.scope?.includes("offline_access"))).toBe(true);
  expect(sent.some(({ asked }) => asked.application_type === "native")).toBe(true);
  expect(sent.some(({ asked }) => asked.token_endpoint_auth_method === undefined)).toBe(true);
  expect(sent.some(({ authorize }) => authorize.state === undefined)).toBe(true);
});
