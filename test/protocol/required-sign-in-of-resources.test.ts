/**
 * `token.resource_acr`: a demand of a resource holds at every way to a token for it (decisions E-1 and E-7). The table
 * stands in docs/reference/ways-to-a-token.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, CALLBACK, locationOf, newFlow, redeem } from "../support/authorize.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  TOKEN,
  WEB,
} from "../support/tokens.ts";
import { type Authenticator, enroll } from "../support/totp.ts";
import { type Company, putProvider, signInAt, startCompany } from "../support/upstream-sign-in.ts";

const PAGE = join(import.meta.dirname, "../../docs/reference/ways-to-a-token.md");
const VAULT = "https://vault.example.com/keys";
const OTHER = "https://other.example.com/";
const DEMAND = { resource_acr: { "https://vault.example.com/": ["mfa"] } };

type Outcome = "tokens" | `refused: ${string}`;
type SignIn = "one factor" | "two factors";

const SIGN_INS = ["one factor", "two factors"] as const;
const EXPECTED = {
  authorize: ["refused: unmet_authentication_requirements", "tokens"],
  "authorize, prompt=none": ["refused: login_required", "tokens"],
  upstream: ["refused: unmet_authentication_requirements", "tokens"],
  device: ["refused: invalid_grant", "tokens"],
  password: ["refused: invalid_grant", "tokens"],
  "refresh of tokens from before the demand": ["refused: invalid_grant", "tokens"],
  "the same, narrowed to another resource": ["tokens", "tokens"],
  "token exchange of a token without a resource": ["refused: invalid_grant", "tokens"],
} as const satisfies Record<string, readonly [Outcome, Outcome]>;
type Way = keyof typeof EXPECTED;
const WAYS = Object.keys(EXPECTED) as Way[];

let service: TestAuth;
let company: Company;
let app: Authenticator;

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  company = await startCompany();
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, {
    ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true },
  });
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putSetting(service, "password", { attempts: { unlimited: true } });
  await putProvider(service, "company", { ...company.record, claim_mapping: { register: true } });
  app = await enroll(service, "ada");
  await createAda(service, { alias: ["grace"] });
});
afterEach(() => putSetting(service, "token", {}));
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const outcomeOf = ({ status, body, headers }: Answer): Outcome => {
  if (status === 200) return "tokens";
  const location = headers.get("location");
  const told = location && new URL(location, CALLBACK).searchParams.get("error");
  // So that no other fault passes for the one that is meant.
  if (!told) expect(body?.error_description).toMatch(/^the resource requires a sign-in of mfa$/);
  return `refused: ${told ?? body?.error ?? status}`;
};

/** A front that knows how strongly ada signed in. */
async function atFront(method: string, path: string, signIn: SignIn, body?: object) {
  const session = {
    principal: "ada",
    auth_time: 1,
    ...(signIn === "two factors" && { acr: "mfa" }),
  };
  const answer = await service.auth.fetch(
    new Request(`${ORIGIN}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    }),
    undefined,
    { session },
  );
  const { status, headers } = answer;
  const text = await answer.text();
  return { status, headers, text, body: undefined };
}

async function redeemed(answer: Answer): Promise<Answer> {
  const { code } = locationOf(answer) ? answerOf(answer) : {};
  return code ? redeem(service, code) : answer;
}

async function authorize(signIn: SignIn, fields: Record<string, string>) {
  const flow = await newFlow(service, fields);
  return redeemed(await atFront("GET", `/auth/oauth2/consent?flow=${flow}`, signIn));
}

/** By the person's own password, with the factor where the person has one. */
function password(signIn: SignIn, resources: readonly string[]) {
  const proof =
    signIn === "one factor" ? { ...ADA, username: "grace" } : { ...ADA, totp: app.fresh() };
  const form = new URLSearchParams({ ...proof, scope: "openid" });
  for (const resource of resources) form.append("resource", resource);
  return service.form(TOKEN, form, WEB);
}

async function device(signIn: SignIn) {
  const begun = await service.form(
    "/auth/oauth2/device_authorization",
    { resource: VAULT, scope: "openid" },
    WEB,
  );
  const { device_code, user_code } = begun.body;
  await atFront("GET", `/auth/v1/device/${user_code}`, signIn);
  const decided = await atFront("POST", "/auth/v1/device", signIn, {
    ...{ user_code, action: "approve" },
  });
  expect(decided.status, decided.text).toBe(200);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  return service.form(TOKEN, { grant_type, device_code }, WEB);
}

/** Of tokens for both resources, from before anything was demanded. */
async function refresh(signIn: SignIn, resource?: string) {
  await putSetting(service, "token", {});
  const { refresh_token } = (await password(signIn, [VAULT, OTHER])).body;
  await putSetting(service, "token", DEMAND);
  const fields = { grant_type: "refresh_token", refresh_token, ...(resource && { resource }) };
  return service.form(TOKEN, fields, WEB);
}

async function exchange(signIn: SignIn) {
  const { access_token } = (await password(signIn, [])).body;
  const TYPES = "urn:ietf:params:oauth:token-type";
  return service.form(
    TOKEN,
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      ...{ subject_token: access_token, subject_token_type: `${TYPES}:access_token` },
      resource: VAULT,
    },
    WEB,
  );
}

async function upstream(signIn: SignIn) {
  company.claims = {
    ...{ sub: "zoe-1", email: "zoe@example.com", email_verified: true },
    amr: signIn === "one factor" ? ["pwd"] : ["pwd", "mfa"],
  };
  const answer = await signInAt(service, company, "company", { resource: VAULT });
  return redeemed(answer);
}

const TRY: Readonly<Record<Way, (signIn: SignIn) => Promise<Answer>>> = {
  authorize: (signIn) => authorize(signIn, { resource: VAULT }),
  "authorize, prompt=none": (signIn) => authorize(signIn, { resource: VAULT, prompt: "none" }),
  upstream,
  device,
  password: (signIn) => password(signIn, [VAULT]),
  "refresh of tokens from before the demand": (signIn) => refresh(signIn),
  "the same, narrowed to another resource": (signIn) => refresh(signIn, OTHER),
  "token exchange of a token without a resource": exchange,
};

test.each(WAYS)("%s: each sign-in gets what the table says", async (way) => {
  await putSetting(service, "token", DEMAND);
  for (const [place, signIn] of SIGN_INS.entries()) {
    const answer = await TRY[way](signIn);
    expect(outcomeOf(answer), `${signIn}: ${answer.text}`).toBe(EXPECTED[way][place]);
  }
});

test("another spelling of the resource, another one beside it and a token request that names it late evade nothing", async () => {
  await putSetting(service, "token", DEMAND);
  for (const resource of [
    "https://vault.example.com",
    "HTTPS://VAULT.EXAMPLE.COM:443/keys",
    "https://vault.example.com/other/../keys",
  ]) {
    expect([resource, (await password("one factor", [resource])).body.error]).toEqual([
      ...[resource, "invalid_grant"],
    ]);
  }
  expect((await password("one factor", [OTHER, VAULT])).body.error).toBe("invalid_grant");
  for (const resource of [
    OTHER,
    "https://vault.example.com.evil.example/",
    "http://vault.example.com/",
  ]) {
    expect([resource, (await password("one factor", [resource])).status]).toEqual([resource, 200]);
  }
});

test("demands of the client, of every prefix above a resource and of the request hold together", async () => {
  const levels = async (resource_acr: object) => {
    await putSetting(service, "token", { resource_acr });
    return (await password("two factors", [VAULT])).body;
  };
  expect((await levels({ [VAULT]: ["mfa"], "https://vault.example.com/": ["phr"] })).error).toBe(
    "invalid_grant",
  );
  expect(
    (await levels({ [VAULT]: ["mfa"], "https://vault.example.com/": [] })).access_token,
  ).toBeDefined();
  const contradiction = await levels({ [VAULT]: ["mfa"], "https://vault.example.com/": ["gold"] });
  expect(contradiction.error_description).toContain("exclude each other");
  await putSetting(service, "token", DEMAND);
  const claims = JSON.stringify({ id_token: { acr: { essential: true, value: "phr" } } });
  expect(
    outcomeOf(await authorize("two factors", { resource: VAULT, scope: "openid", claims })),
  ).toBe("refused: unmet_authentication_requirements");
});

test("the token tells the level; a service account has no sign-in to be asked for", async () => {
  await putSetting(service, "token", DEMAND);
  const { body } = await authorize("two factors", { resource: VAULT, scope: "openid" });
  expect(claimsOf(body.access_token)).toMatchObject({ acr: "mfa", aud: ["postern", VAULT] });
  const fields = { grant_type: "client_credentials", resource: VAULT };
  expect((await service.form(TOKEN, fields, ROBOT)).status).toBe(200);
});

test("a prefix that is no absolute URI, and a level that is no word, are refused in the setting", async () => {
  for (const resource_acr of [{ "vault.example.com": ["mfa"] }, { [VAULT]: ["a b"] }, []]) {
    const refused = await service.json("PUT", "/auth/v1/settings/token", { resource_acr });
    expect([resource_acr, refused.status]).toEqual([resource_acr, 400]);
  }
});

const ROWS = /<!-- resources -->\n\n([\s\S]*?)\n\n<!-- \/resources -->/;
const markdown = () =>
  [
    `| Way | ${SIGN_INS.join(" | ")} |`,
    "|---|---|---|",
    ...WAYS.map((way) => `| ${way} | ${EXPECTED[way].join(" | ")} |`),
  ].join("\n");

test("the page has the table; `WRITE_MATRIX=1` writes it there", () => {
  const page = readFileSync(PAGE, "utf8");
  const written = `<!-- resources -->\n\n${markdown()}\n\n<!-- /resources -->`;
  if (process.env.WRITE_MATRIX) writeFileSync(PAGE, page.replace(ROWS, written));
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(markdown());
});
