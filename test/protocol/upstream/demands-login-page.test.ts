/**
 * What an application asks at the authorization endpoint, for a person who signs in at a provider elsewhere through the login
 * page of this service (ADR 0047; decision E-7): the provider is asked, and the application is told the truth.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLBACK, parametersOf, S256, VERIFIER } from "../../support/authorize.ts";
import { startGateway, type TestGateway } from "../../support/gateway.ts";
import { POSTERN_PROVIDER } from "../../support/session.ts";
import { claimsOf, putClient, putSetting, TOKEN } from "../../support/tokens.ts";
import { type Company, putProvider, startCompany } from "../../support/upstream-sign-in.ts";

const OWN = { id: "login-company", secret: "a long random secret" };
const APP = { id: "app", secret: "the secret of the application" };
const GOLD = "urn:example:gold";
let gateway: TestGateway;
let company: Company;

beforeAll(async () => {
  company = await startCompany();
  const oauth2 = {
    auth_url: "/auth/oauth2/auth/company",
    client_id: OWN.id,
    client_secret: OWN.secret,
    scopes: ["openid", "profile", "email"],
  };
  const provider = { postern: POSTERN_PROVIDER, company: { auth_middleware: "auth", oauth2 } };
  gateway = await startGateway({ session: { provider } });
  const { service } = gateway;
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putClient(service, OWN.id, {
    client_secret: OWN.secret,
    redirect_uris: ["https://id.example.com/login/auth/code/company"],
  });
  await putClient(service, APP.id, {
    ...{ client_secret: APP.secret, redirect_uris: [CALLBACK], skip_consent: true },
  });
  await putProvider(service, "company", {
    ...company.record,
    ...{ claim_mapping: { register: true }, acr_map: { [GOLD]: "mfa" } },
    forward: ["max_age", "login_hint", "ui_locales"],
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

const demanding = (acr: object) => JSON.stringify({ id_token: { acr } });
const seconds = () => Math.floor(gateway.runtime.clock.now() / 1_000);

/** A person who chooses the provider wherever the login page is shown, to the answer that the application gets. */
async function open(fields: Record<string, string>, claims: object) {
  company.claims = { sub: "mira", email: "mira@example.com", email_verified: true, ...claims };
  const jar = gateway.jar();
  const asked: Record<string, string>[] = [];
  const query = parametersOf({ client_id: APP.id, scope: "openid", ...S256, ...fields });
  let next = `/auth/oauth2/authorize?${query}`;
  for (let left = 30; left > 0 && !next.startsWith(CALLBACK); left--) {
    if (next.startsWith(company.url)) {
      const sent = Object.fromEntries(new URL(next).searchParams);
      asked.push(sent);
      company.nonce = sent.nonce ?? "";
      next = `/auth/oauth2/code/company?code=c&state=${sent.state}`;
    }
    const { headers, text, status } = await jar.open(next);
    const link = /(?:class="button code"|id="complete-continue") href="([^"]+)"/.exec(text)?.[1];
    const following = headers.get("location") ?? link?.replaceAll("&amp;", "&");
    if (!following) throw new Error(`${next}: ${status} ${text}`);
    next = following;
  }
  const told = Object.fromEntries(new URL(next).searchParams);
  return { asked: asked[0] ?? {}, times: asked.length, told };
}

async function tokens({ code = "" }: Record<string, string>) {
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  const proof = { ...form, code_verifier: VERIFIER };
  const { status, body, text } = await gateway.service.form(TOKEN, proof, APP);
  expect(status, text).toBe(200);
  return claimsOf(body.id_token);
}

test("a demanded level is asked of the provider by its own name, and told when the provider says it", async () => {
  const fields = { claims: demanding({ essential: true, values: ["mfa"] }), ui_locales: "de" };
  const { asked, told } = await open(
    { ...fields, login_hint: "ada@example.com" },
    { acr: GOLD, auth_time: seconds() },
  );
  expect(asked).toMatchObject({
    ...{ acr_values: GOLD, login_hint: "ada@example.com", ui_locales: "de" },
  });
  expect(asked).not.toHaveProperty("prompt");
  expect((await tokens(told)).acr).toBe("mfa");
});

test("a level that the provider does not say: the application is told that its demand is not met", async () => {
  const demand = { claims: demanding({ essential: true, values: ["mfa"] }) };
  const { told } = await open(demand, { acr: "silver", auth_time: seconds() });
  expect(told).toMatchObject({ error: "unmet_authentication_requirements", state: "s-1" });
});

test("max_age: asked of the provider; an older sign-in there is told as one, with its own time", async () => {
  const then = seconds() - 30;
  const { asked, told } = await open({ max_age: "600" }, { auth_time: then });
  expect(Number(asked.max_age)).toBe(600);
  expect((await tokens(told)).auth_time).toBe(then);
  const old = await open({ max_age: "600" }, { auth_time: seconds() - 900 });
  expect([old.told.error, old.times], "asked once more, and then told").toEqual([
    "login_required",
    2,
  ]);
});

test("nothing is asked of the provider where the application asks for nothing", async () => {
  const { asked, told } = await open({}, { acr: GOLD });
  for (const name of ["acr_values", "max_age", "login_hint", "ui_locales", "claims"]) {
    expect(asked).not.toHaveProperty(name);
  }
  expect((await tokens(told)).acr).toBe("mfa");
});
