/** B10: what the token endpoint says of each fault, so that a client mends the right thing (RFC 6749 §5.2, 7636 §4.6, 8628 §3.5, 8693 §2.2.2, 8707 §2, 9449 §5). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Credentials, type TestAuth, testAuth } from "../support/auth.ts";
import { CALLBACK, newCode, S256, VERIFIER } from "../support/authorize.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

let service: TestAuth;
const secret = WEB.secret;
const CODE = "authorization_code";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

beforeAll(async () => {
  service = await testAuth();
  await createAda(service, { alias: ["ada"] });
  await putClient(service, WEB.id, { client_secret: secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "bound", { client_secret: secret, dpop_bound_access_tokens: true });
  await putClient(service, "narrow", {
    ...{ client_secret: secret, grant_types: ["password"], allowed_scopes: ["read"] },
    resources: ["https://api.example.com/"],
  });
  await putClient(service, "off", { client_secret: secret }, false);
});
afterAll(() => service[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string>>;
interface Fault {
  readonly fault: string;
  readonly form: Fields | (() => Promise<Fields>);
  readonly client?: Credentials | null;
  readonly error: string;
}

const redemption = async (challenge: object, more: Fields = {}): Promise<Fields> => ({
  ...{ grant_type: CODE, redirect_uri: CALLBACK, code: await newCode(service, { ...challenge }) },
  ...more,
});
const spa = async (more: Fields = {}): Promise<Fields> =>
  redemption({ client_id: "spa", ...S256 }, { client_id: "spa", ...more });
const narrow = { id: "narrow", secret };

const FAULTS: readonly Fault[] = [
  { fault: "no grant", form: {}, error: "invalid_request" },
  {
    fault: "a grant that there is not",
    form: { grant_type: "x" },
    error: "unsupported_grant_type",
  },
  {
    fault: "a grant that the client may not use",
    form: { grant_type: CODE, code: "x" },
    client: narrow,
    error: "unauthorized_client",
  },
  {
    fault: "a wrong secret",
    form: ADA,
    client: { id: WEB.id, secret: "wrong" },
    error: "invalid_client",
  },
  {
    fault: "a client that there is not",
    form: ADA,
    client: { id: "none", secret },
    error: "invalid_client",
  },
  {
    fault: "a client that is off",
    form: ADA,
    client: { id: "off", secret },
    error: "invalid_client",
  },
  { fault: "no client at all", form: ADA, client: null, error: "invalid_client" },
  {
    fault: "a password grant of a public client",
    form: { ...ADA, client_id: "spa" },
    client: null,
    error: "unauthorized_client",
  },
  { fault: "a wrong password", form: { ...ADA, password: "wrong" }, error: "invalid_grant" },
  {
    fault: "a scope beyond the client's",
    form: { ...ADA, scope: "write" },
    client: narrow,
    error: "invalid_scope",
  },
  { fault: "a malformed scope", form: { ...ADA, scope: "a\\b" }, error: "invalid_scope" },
  {
    fault: "a resource beyond the client's",
    form: { ...ADA, resource: "https://other.example.com" },
    client: narrow,
    error: "invalid_target",
  },
  { fault: "no code", form: { grant_type: CODE }, error: "invalid_request" },
  {
    fault: "a code that there is not",
    form: { grant_type: CODE, code: "0".repeat(64), redirect_uri: CALLBACK },
    error: "invalid_grant",
  },
  {
    fault: "a code with another redirect_uri",
    form: () => redemption({}, { redirect_uri: `${CALLBACK}/x` }),
    error: "invalid_grant",
  },
  {
    fault: "PKCE: another verifier",
    form: () => redemption(S256, { code_verifier: `${VERIFIER}-x` }),
    error: "invalid_grant",
  },
  { fault: "PKCE: no verifier", form: () => redemption(S256), error: "invalid_grant" },
  {
    fault: "PKCE: another verifier of a public client",
    form: () => spa({ code_verifier: `${VERIFIER}-x` }),
    client: null,
    error: "invalid_grant",
  },
  {
    fault: "PKCE: no verifier of a public client",
    form: () => spa(),
    client: null,
    error: "invalid_grant",
  },
  { fault: "no refresh token", form: { grant_type: "refresh_token" }, error: "invalid_request" },
  {
    fault: "a refresh token that is none",
    form: { grant_type: "refresh_token", refresh_token: "x" },
    error: "invalid_grant",
  },
  {
    fault: "a device code that there is not",
    form: { grant_type: DEVICE, device_code: "0".repeat(64) },
    error: "expired_token",
  },
  {
    fault: "an exchange without a token",
    form: { grant_type: EXCHANGE },
    error: "invalid_request",
  },
  {
    fault: "an exchange of what is no token",
    form: {
      grant_type: EXCHANGE,
      subject_token: "x",
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    },
    // By the contract, not §2.2.2: docs/reference/musts.md.
    error: "invalid_grant",
  },
  {
    fault: "no proof of a key where one is needed",
    form: ADA,
    client: { id: "bound", secret },
    error: "invalid_dpop_proof",
  },
];

test.each(FAULTS)("$fault: $error", async ({ form, client = WEB, error }) => {
  const fields = typeof form === "function" ? await form() : form;
  const { status, body, headers } = await service.form(TOKEN, fields, client ?? undefined);
  expect([body.error, typeof body.error_description]).toEqual([error, "string"]);
  // RFC 6749 §5.2: 401 and a challenge belong to a failed authentication of the client alone.
  expect(status).toBe(error === "invalid_client" ? 401 : 400);
  expect(headers.has("www-authenticate")).toBe(error === "invalid_client" && client !== null);
});
