/** A write says where it comes from, whichever way it takes to the database: no part of a request may lose it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Administration, administration } from "../../support/administrators.ts";
import { basic, ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";

const NETWORK = "203.0.113.7";
const AGENT = "probe/1.0";

let service: TestAuth;
let root: Administration;
let ada: string;
beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, client_name: "Web app" });
  await putSetting(service, "accounts", { self_service: { name: true, address: true } });
  root = await administration(service);
});
afterAll(() => service[Symbol.asyncDispose]());

let requests = 0;

/** A request from there, under an id of its own. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const requestId = `request-${++requests}`;
  const connection = { remoteAddress: NETWORK, requestId };
  const init = { method, headers: { ...headers, "user-agent": AGENT }, ...(body && { body }) };
  const request = new Request(`${ORIGIN}/auth${path}`, init);
  const response = await service.auth.fetch(request, undefined, { connection });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(500);
  return { requestId, status: response.status, text };
}

const json = (user: string, method: string, path: string, body?: unknown) =>
  send(
    method,
    `/v1${path}`,
    { "x-user": user, ...(body !== undefined && { "content-type": "application/json" }) },
    body === undefined ? undefined : JSON.stringify(body),
  );

const form = (path: string, fields: Record<string, string>) =>
  send(
    "POST",
    `/oauth2${path}`,
    { "content-type": "application/x-www-form-urlencoded", authorization: basic(WEB) },
    new URLSearchParams(fields).toString(),
  );

interface Entry {
  readonly id: number;
  readonly action: string;
  readonly request_id?: string;
}

const log = async (): Promise<readonly Entry[]> =>
  (await root.call("GET", "/audit?limit=200")).body.payload;

const byRoot = (method: string, path: () => string, body?: unknown) => () =>
  json(root.admin.alias, method, path(), body);
const byAda = (method: string, path: string, body?: unknown) => () =>
  json("ada", method, path, body);

const tokens = async (): Promise<Record<string, string>> =>
  (await service.form(TOKEN, { ...ADA, scope: "openid offline_access" }, WEB)).body;

type Sent = Awaited<ReturnType<typeof send>>;

const PARTNER = { name: "partner" };
const DOCUMENT = { document: { roles: { writers: {} } } };
const CLIENT = { config: { public: true, redirect_uris: ["https://app.example.com/"] } };

const importOne = () =>
  send(
    "POST",
    "/v1/users/import?format=ndjson",
    { "x-user": root.admin.alias, "content-type": "application/x-ndjson" },
    JSON.stringify({ alias: ["eva"], name: "Eva" }),
  );

const giveBack = async (member: string) =>
  form("/revoke", { token: (await tokens())[member] ?? "" });

const WRITES: readonly (readonly [action: string, what: string, make: () => Promise<Sent>])[] = [
  ["setting_changed", "one", byRoot("PUT", () => "/settings/token", { value: {} })],
  ["setting_changed", "several", byRoot("PATCH", () => "/settings", { token: { id_token: {} } })],
  ["setting_changed", "forced", byRoot("PUT", () => "/settings/totp?force=true", { value: {} })],
  ["setting_reset", "one", byRoot("DELETE", () => "/settings/token")],
  ["client_created", "a record", byRoot("PUT", () => "/oauth/clients/other", CLIENT)],
  ["client_changed", "its secret", byRoot("POST", () => `/oauth/client-secrets/${WEB.id}`, {})],
  ["client_deleted", "a record", byRoot("DELETE", () => "/oauth/clients/other")],
  ["role_created", "a role", byRoot("POST", () => "/roles", { name: "readers" })],
  ["permission_created", "a permission", byRoot("POST", () => "/permissions", { name: "read" })],
  ["user_created", "a user", byRoot("POST", () => "/users", { alias: ["bob"] })],
  ["user_changed", "a user", byRoot("PATCH", () => `/users/${ada}`, { details: { name: "A" } })],
  ["user_suspended", "a user", byRoot("POST", () => `/users/${ada}/suspend`, { reason: "left" })],
  ["user_reinstated", "a user", byRoot("POST", () => `/users/${ada}/resume`, {})],
  ["users_imported", "a file", importOne],
  ["role_created", "a document", byRoot("POST", () => "/configuration/apply", DOCUMENT)],
  ["signing_key_changed", "the key", byRoot("POST", () => "/jwt/rotate", {})],
  [
    "registration_token_created",
    "for a client",
    byRoot("POST", () => "/registration/tokens", PARTNER),
  ],
  ["user_changed", "their own name", byAda("POST", "/me/name", { name: "Ada B." })],
  ["second_factor_created", "their own app", byAda("POST", "/totp/register", {})],
  ["token_revoked", "one token", () => giveBack("access_token")],
  ["sign_in_ended", "a family", () => giveBack("refresh_token")],
  ["sign_ins_ended", "all of a user", byRoot("DELETE", () => `/users/${ada}/sign-ins`)],
  ["sign_in", "an event", () => form("/token", ADA)],
  ["sign_in_refused", "an event", () => form("/token", { ...ADA, password: "wrong" })],
  ["request_refused", "an event", byAda("GET", "/audit")],
];

test.each(WRITES)("has its origin: %s, %s", async (action, _what, make) => {
  // A minute later the same thing is an entry of its own.
  service.runtime.advance(60_001);
  const [before] = await log();
  const { requestId, status, text } = await make();
  const written = (await log()).filter(
    ({ id, action: one }) => one === action && id > (before?.id ?? 0),
  );
  expect(written, `${status} ${text}`).toHaveLength(1);
  expect(written[0]).toMatchObject({
    ...{ principal: { id: expect.stringMatching(/./) } },
    ...{ network: NETWORK, agent: AGENT, request_id: requestId },
  });
});
