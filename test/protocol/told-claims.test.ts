/** Decision E-9: what a client that people are asked about learns of them, and what the consent page says of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { OPEN, registered } from "../support/registration.ts";
import { claimsOf, createAda, putClient, putSetting, ROBOT, TOKEN } from "../support/tokens.ts";

let service: TestAuth;
let stranger: string;
const API = "https://api.example.com";

beforeAll(async () => {
  service = await testAuth();
  const details = {
    ...{ name: "Ada Lovelace", given_name: "Ada", family_name: "Lovelace" },
    ...{ email: "ada@example.com", nickname: "countess" },
  };
  await createAda(service, { alias: ["ada"] }, details);
  await putClient(service, "made", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "own", { public: true, redirect_uris: [CALLBACK], skip_consent: true });
  await putSetting(service, "registration", OPEN);
  const given = { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
  stranger = (await registered(service, given)).client_id;
  const sets = {
    crm: { claims: { mail: "{{ .user.Details.email }}", who: "{{ .claims.name }}" } },
  };
  await putSetting(service, "custom_info", { sets });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Every value that a client has read, whatever the claim is called. */
async function learned(client_id: string, scope: string, resource?: string) {
  const fields = { client_id, scope, ...S256, ...(resource && { resource }) };
  const flow = await newFlow(service, fields);
  const page = await openPage(service, flow);
  let code: string | undefined;
  if (page.status === 302) ({ code } = answerOf(page));
  else {
    const form = { flow, form_token: formTokenOf(page), action: "approve" };
    ({ code } = answerOf(await submit(service, form)));
  }
  const form = { grant_type: "authorization_code", code: code ?? "", redirect_uri: CALLBACK };
  const { body, text } = await service.form(TOKEN, {
    ...{ ...form, client_id, code_verifier: VERIFIER },
  });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const read = async (path: string) =>
    (await service.request("GET", `/auth/oauth2/${path}`, { headers })).body;
  expect(body.access_token, text).toBeDefined();
  const refreshed = await service.form(TOKEN, {
    ...{ grant_type: "refresh_token", client_id, refresh_token: body.refresh_token ?? "" },
  });
  const named = (claims: unknown) => {
    const all = JSON.stringify(claims ?? {});
    return {
      names: ["Ada", "Lovelace", '"ada"', "countess"].some((one) => all.includes(one)),
      email: all.includes("ada@example.com"),
    };
  };
  return {
    page: page.text,
    access: named(claimsOf(body.access_token)),
    id: named(body.id_token && claimsOf(body.id_token)),
    userinfo: named(await read("userinfo")),
    custom: named(await read("userinfo/crm")),
    refreshed: named(refreshed.body.access_token && claimsOf(refreshed.body.access_token)),
  };
}

const NOTHING = { names: false, email: false };
const ALL = { names: true, email: true };
const every = (told: typeof ALL) => ({ access: told, id: told, userinfo: told, refreshed: told });

const SCOPES = [
  ["openid", NOTHING],
  ["openid email", { names: false, email: true }],
  ["openid profile", { names: true, email: false }],
  ["openid profile email", ALL],
] as const;

describe("a client that registered itself learns what its scopes say", () => {
  test.each(SCOPES)("%s", async (scope, told) => {
    const found = await learned(stranger, scope);
    expect(found).toMatchObject({ ...every(told), custom: told });
    expect(found.page.includes("See your email address")).toBe(told.email);
    expect(found.page.includes("See your name, username")).toBe(told.names);
    expect(found.page.includes("does not learn your name")).toBe(!told.email && !told.names);
  });

  test("and nothing of it stands in an access token for a resource of others", async () => {
    const found = await learned(stranger, "openid profile email", API);
    expect(found).toMatchObject({ access: NOTHING, id: ALL, refreshed: NOTHING });
  });
});

describe("a client that an administrator made", () => {
  test("keeps the contract's claims, and the page says so", async () => {
    const found = await learned("made", "openid");
    expect(found).toMatchObject(every(ALL));
    expect(found.page).toContain("It also learns your name, username and email address.");
  });

  test.each(SCOPES)(
    "with `token.claims_by_scope` it learns what its scopes say: %s",
    async (scope, told) => {
      await putSetting(service, "token", { claims_by_scope: true });
      const found = await learned("made", scope);
      const own = await learned("own", scope);
      await putSetting(service, "token", {});
      expect(found).toMatchObject({ ...every(told), custom: told });
      expect(own).toMatchObject(every(ALL));
    },
  );
});

test("a service account's own token is as it was", async () => {
  await putSetting(service, "token", { claims_by_scope: true });
  await service.createServiceAccount();
  const { body } = await service.form(TOKEN, { grant_type: "client_credentials" }, ROBOT);
  await putSetting(service, "token", {});
  expect(claimsOf(body.access_token).preferred_username).toBe("robot");
});
