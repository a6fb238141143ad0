/**
 * What a client asks of a sign-in that goes elsewhere: what the provider is asked for, and what counts of its answer (OpenID
 * Connect Core §3.1.2.1, §5.5; ADR 0047; decision E-7).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK } from "../../support/authorize.ts";
import { putClient, WEB } from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  clientAnswer,
  putProvider,
  signInAt,
  start,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

const GOLD = "urn:example:gold";
const ALL = ["prompt", "max_age", "login_hint", "ui_locales"];
let service: TestAuth;
let company: Company;
const seconds = () => Math.floor(service.runtime.clock.now() / 1_000);

beforeAll(async () => {
  service = await testAuth();
  company = await startCompany();
  await allowUpstream(service);
  company.on("/.well-known/openid-configuration", () => ({
    body: {
      issuer: company.url,
      authorization_endpoint: `${company.url}/authorize`,
      token_endpoint: `${company.url}/token`,
      jwks_uri: `${company.url}/certs`,
      claims_parameter_supported: true,
    },
  }));
  const { auth_url, token_url, cert_url, userinfo_url, ...found } = company.record;
  const more = {
    claim_mapping: { register: true },
    forward: ALL,
    acr_map: { [GOLD]: "mfa", top: "phr" },
  };
  await putProvider(service, "open", { ...found, ...more });
  await putProvider(service, "plain", { ...company.record, ...more });
  await putProvider(service, "closed", { ...company.record, claim_mapping: { register: true } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});
beforeEach(() => {
  company.claims = { sub: "ada", email: "ada@example.com", email_verified: true };
});

const asked = async (provider: string, fields: Record<string, string>) =>
  Object.fromEntries((await start(service, provider, fields)).target.searchParams);
const essential = (acr: object) => ({
  scope: "openid",
  claims: JSON.stringify({ id_token: { acr } }),
});

describe("what the provider is asked for", () => {
  const fields = {
    prompt: "login",
    max_age: "60",
    login_hint: "ada@example.com",
    ui_locales: "de fr",
    acr_values: "mfa",
  };

  test("nothing, where the record passes nothing on", async () => {
    const sent = await asked("closed", fields);
    for (const name of [...Object.keys(fields), "claims"])
      expect(sent, name).not.toHaveProperty(name);
  });

  test("what the record lists; a new sign-in is one of no age", async () => {
    expect(await asked("open", fields)).toMatchObject({
      ...{ prompt: "login", max_age: "0", login_hint: "ada@example.com", ui_locales: "de fr" },
      // What is stronger is enough, too.
      ...{ acr_values: `${GOLD} top`, claims: '{"id_token":{"auth_time":{"essential":true}}}' },
    });
    expect(await asked("open", { max_age: "60", prompt: "consent" })).toMatchObject({
      max_age: "60",
    });
    expect(await asked("open", { prompt: "consent" })).not.toHaveProperty("prompt");
    expect(await asked("plain", fields), "claims unknown there").not.toHaveProperty("claims");
  });

  test("levels by the provider's own names, the preferred first; a demand as an essential claim, never as both", async () => {
    expect((await asked("open", { acr_values: "phr mfa" })).acr_values).toBe(`top ${GOLD}`);
    expect(await asked("open", { acr_values: "other" })).not.toHaveProperty("acr_values");
    const sent = await asked("open", essential({ essential: true, values: ["mfa"] }));
    expect(sent).not.toHaveProperty("acr_values");
    expect(JSON.parse(sent.claims ?? "")).toEqual({
      id_token: {
        auth_time: { essential: true },
        acr: { essential: true, values: [GOLD, "top"] },
      },
    });
    const wish = await asked("plain", essential({ essential: true, value: "mfa" }));
    expect(wish.acr_values).toBe(`${GOLD} top`);
  });

  test("nothing that the client says can stand in for what is ours, and what is malformed goes nowhere", async () => {
    const hint = "x&client_id=other&state=1";
    const sent = await asked("open", { login_hint: hint });
    expect([sent.login_hint, sent.client_id]).toEqual([hint, "postern"]);
    for (const bad of [
      { max_age: "-1" },
      { prompt: "none login" },
      { claims: "{" },
      { ui_locales: "d".repeat(201) },
      { login_hint: "x".repeat(321) },
    ]) {
      const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK, ...bad });
      const answer = await service.request("GET", `/auth/oauth2/auth/open?${query}`);
      expect(answer.status, JSON.stringify(bad)).toBe(400);
    }
  });
});

describe("what counts of the answer", () => {
  /** Each record has a person of its own. */
  const code = (provider: string, fields: Record<string, string> = {}) => {
    company.claims = { ...company.claims, email: `${provider}@example.com` };
    return signInAt(service, company, provider, { scope: "openid", ...fields });
  };
  const errorOf = async (provider: string, fields: Record<string, string>) =>
    clientAnswer(await code(provider, fields)).error;

  test("a level that the record names: told as it was asked for, and never a higher one", async () => {
    company.claims = { ...company.claims, acr: GOLD };
    const { id, access } = await tokensOf(service, await code("open", { acr_values: "mfa" }));
    expect([id.acr, access.acr]).toEqual(["mfa", "mfa"]);
    expect(await errorOf("open", essential({ essential: true, values: ["phr"] }))).toBe(
      "unmet_authentication_requirements",
    );
    company.claims = { ...company.claims, acr: "top" };
    const higher = await tokensOf(service, await code("open", { acr_values: "mfa" }));
    expect(higher.id.acr).toBe("mfa");
    expect((await tokensOf(service, await code("open"))).id.acr).toBe("phr");
  });

  test.each([["mfa"], ["phr"], ["unknown"], ["constructor"], ["__proto__"], [7], [[GOLD]]])(
    "acr %j of the provider says nothing that the record does not",
    async (acr) => {
      company.claims = { ...company.claims, acr };
      expect((await tokensOf(service, await code("open"))).id.acr).toBeUndefined();
      const demand = essential({ essential: true, values: ["mfa", "unknown"] });
      expect(await errorOf("open", demand)).toBe("unmet_authentication_requirements");
      // A wish goes on, and the truth is told.
      const wished = await tokensOf(service, await code("open", { acr_values: "mfa" }));
      expect(wished.id.acr).toBeUndefined();
    },
  );

  test("amr of the provider is two factors where it says so, and never a passkey", async () => {
    company.claims = { ...company.claims, amr: ["hwk", "mfa"] };
    const demand = essential({ essential: true, values: ["mfa"] });
    expect((await tokensOf(service, await code("closed", demand))).id.acr).toBe("mfa");
    expect(await errorOf("closed", essential({ essential: true, values: ["phr"] }))).toBe(
      "unmet_authentication_requirements",
    );
  });

  test("the time of the sign-in there, against max_age and prompt=login; without one neither is met", async () => {
    const at = (auth_time: unknown) => {
      company.claims = { ...company.claims, auth_time };
    };
    for (const provider of ["open", "closed"]) {
      at(undefined);
      expect(await errorOf(provider, { max_age: "600" })).toBe("login_required");
      expect(await errorOf(provider, { prompt: "login" })).toBe("login_required");
      at(seconds() - 700);
      expect(await errorOf(provider, { max_age: "600" })).toBe("login_required");
      at("soon");
      expect(await errorOf(provider, { max_age: "600" })).toBe("login_required");
      const then = seconds() - 500;
      at(then);
      expect(await errorOf(provider, { prompt: "login" })).toBe("login_required");
      const { id } = await tokensOf(service, await code(provider, { max_age: "600" }));
      expect(id.auth_time).toBe(then);
      at(seconds() + 50);
      expect(
        (await tokensOf(service, await code(provider, { prompt: "login" }))).id.auth_time,
      ).toBeLessThanOrEqual(seconds());
    }
  });

  test("a person whom the client did not expect is refused", async () => {
    const { id } = await tokensOf(service, await code("open"));
    const expecting = (sub: string) => ({
      claims: JSON.stringify({ id_token: { sub: { value: sub } } }),
    });
    clientAnswer(await code("open", expecting(id.sub)));
    expect(await errorOf("open", expecting(id.sub))).toBeUndefined();
    expect(await errorOf("open", expecting("another"))).toBe("login_required");
  });

  test("claims that are asked for one by one are in the ID token, as far as the client may have them", async () => {
    const claims = JSON.stringify({ id_token: { email: { essential: true } } });
    await putClient(service, WEB.id, {
      ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK] },
      allowed_scopes: ["openid", "email"],
    });
    const { id } = await tokensOf(service, await code("open", { claims }));
    expect(id.email).toBe("open@example.com");
  });
});

describe("prompt=none", () => {
  test("is asked of the provider, whose refusal the client is told; where it is not passed on no page is shown", async () => {
    expect((await asked("open", { prompt: "none" })).prompt).toBe("none");
    for (const [said, told] of [
      ["login_required", "login_required"],
      ["account_selection_required", "login_required"],
      ["interaction_required", "interaction_required"],
      ["consent_required", "interaction_required"],
      ["unmet_authentication_requirements", "unmet_authentication_requirements"],
      ["something_else", "server_error"],
    ] as const) {
      const answer = await signInAt(service, company, "open", { prompt: "none" }, { error: said });
      expect(clientAnswer(answer).error, said).toBe(told);
    }
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: WEB.id, redirect_uri: CALLBACK },
      ...{ state: "s-1", prompt: "none" },
    });
    const answer = await service.request("GET", `/auth/oauth2/auth/closed?${query}`);
    expect(clientAnswer(answer)).toMatchObject({ error: "interaction_required", state: "s-1" });
  });
});

describe("voluntary, as the login page of this service asks", () => {
  test("what is not met goes on with the truth; a sign-in without a time does not pass for a new one", async () => {
    const fields = { scope: "openid", voluntary: "true", max_age: "10", acr_values: "mfa" };
    const auth_time = seconds() - 700;
    company.claims = { ...company.claims, auth_time };
    const { id } = await tokensOf(service, await signInAt(service, company, "open", fields));
    expect([id.auth_time, id.acr]).toEqual([auth_time, undefined]);
    company.claims = { ...company.claims, auth_time: undefined };
    const answer = await signInAt(service, company, "open", fields);
    expect(clientAnswer(answer).error).toBe("login_required");
  });

  test("what the record of the client or a resource demands is demanded all the same", async () => {
    await putClient(service, "strict", {
      ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK], require_acr: ["mfa"] },
    });
    const fields = { client_id: "strict", voluntary: "true" };
    expect(clientAnswer(await signInAt(service, company, "open", fields)).error).toBe(
      "unmet_authentication_requirements",
    );
  });
});
