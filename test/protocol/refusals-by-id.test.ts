/** What the management API refuses is said by id beside the English, which stays as it was (ADR 0040). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
let ada = "";
beforeAll(async () => {
  service = await testAuth();
  const made = await service.json("POST", "/auth/v1/users", { alias: ["ada"], details: {} });
  ada = made.body.payload.id;
  await service.json("POST", "/auth/v1/roles", { name: "reader" });
  await service.json("PUT", "/auth/v1/oauth/clients/web", { config: { public: true } });
});
afterAll(() => service[Symbol.asyncDispose]());

type Asked = readonly [method: string, path: string, body?: unknown];

/** The first sentence, which has to say what `error` or, without it, `message` says. */
async function saidOf([method, path, body]: Asked) {
  const answer = await service.json(method, `/auth/v1${path.replace("{ada}", ada)}`, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const { message, error, messages = [] } = answer.body;
  expect(messages.map(({ text }: { text: string }) => text).join("; ")).toBe(error ?? message);
  return messages[0];
}

const REFUSED: readonly (readonly [id: string, asked: Asked])[] = [
  ["refusal.user_gone", ["GET", "/users/none"]],
  ["refusal.role_gone", ["DELETE", "/roles/none"]],
  ["refusal.permission_gone", ["GET", "/permissions/none"]],
  ["refusal.lmap_gone", ["DELETE", "/lmaps/none"]],
  ["refusal.role_taken", ["POST", "/roles", { name: "reader" }]],
  ["refusal.alias_of_user", ["POST", "/users", { alias: ["Ada"], details: {} }]],
  ["refusal.alias_of_client", ["POST", "/users", { alias: ["web"], details: {} }]],
  ["refusal.alias_of_user", ["PUT", "/oauth/clients/ada", { config: { public: true } }]],
  ["refusal.config", ["GET", "/oauth/clients/none"]],
  ["refusal.setting", ["GET", "/settings/none"]],
  ["refusal.provider", ["POST", "/oauth/providers/none/test"]],
  ["refusal.client_without_secret", ["POST", "/oauth/client-secrets/web", {}]],
  ["refusal.no_next_certificate", ["POST", "/saml/certificate/activate"]],
  ["refusal.no_button", ["DELETE", "/login-buttons/saml/none"]],
  ["refusal.identity", ["DELETE", "/users/{ada}/identities?provider=p&issuer=i&subject=s"]],
  ["refusal.user_not_suspended", ["POST", "/users/{ada}/resume"]],
  ["refusal.invitation", ["POST", "/invitations/none/send"]],
  ["refusal.initial_token", ["DELETE", "/registration/tokens/none"]],
  ["refusal.key_empty", ["POST", "/api-key-principals", { name: "x" }]],
  ["refusal.new_key_short", ["POST", "/encryption/rotate", { new_key: "short" }]],
  ["refusal.mail_off", ["POST", "/email/test", { to: "ada@example.com" }]],
  ["fault.email", ["POST", "/email/test", { to: "ada" }]],
  ["fault.unknown_id", ["POST", "/users", { alias: ["b"], role_ids: ["none"], details: {} }]],
  ["fault.comma", ["POST", "/users", { alias: ["a,b"], details: {} }]],
  ["fault.password.short", ["POST", "/users", { alias: ["c"], details: { password: "x" } }]],
  ["fault.fingerprint", ["POST", "/users", { alias: ["c"], details: { cert_fingerprint: "x" } }]],
  ["fault.required", ["POST", "/roles", {}]],
  ["refusal.no_grants", ["POST", "/users/{ada}/access", {}]],
];

describe("each refusal has the id of its sentence, and the sentence is the English of the answer", () => {
  test.each(REFUSED)("%s", async (id, asked) => {
    expect((await saidOf(asked)).id).toBe(id);
  });
});

test("a member of the details is named as it was", async () => {
  const said = await saidOf(["POST", "/users", { alias: ["c"], details: { password: "x" } }]);
  expect(said).toMatchObject({ at: "details.password", values: { least: expect.any(Number) } });
});

test("a record that was changed in between", async () => {
  const path = `/auth/v1/users/${ada}`;
  const { status, body } = await service.request("PUT", path, {
    headers: { "content-type": "application/json", "if-match": '"0"' },
    body: JSON.stringify({ alias: ["ada"], details: {} }),
  });
  expect([status, body]).toMatchObject([412, { messages: [{ id: "refusal.changed" }] }]);
});

test("why a caller is no administrator", async () => {
  const { body } = await service.json("GET", "/auth/v1/capabilities");
  const { is_admin, authorization_error, authorization_message } = body.payload;
  expect(authorization_message?.text).toBe(is_admin ? undefined : authorization_error);
});
