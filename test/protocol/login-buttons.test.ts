/** A button of the login page is made, kept and removed with its provider (ADR 0091; docs/upstream.md, "The button"). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../support/auth.ts";
import { locationIn, startGateway, type TestGateway, whoIs } from "../support/gateway.ts";
import { putProvider as putCampus } from "../support/saml.ts";
import { makeKey, metadataOf } from "../support/saml-idp.ts";
import { LOGIN_CLIENT } from "../support/session.ts";
import { putClient, putSetting } from "../support/tokens.ts";
import { type Company, putProvider, startCompany } from "../support/upstream-sign-in.ts";

const PAGE = {
  name: "Password",
  auth_middleware: "auth",
  password_flow: true,
  x_user: ["preferred_username"],
  oauth2: { client_id: LOGIN_CLIENT.id, client_secret: LOGIN_CLIENT.secret, scopes: ["openid"] },
};
const BUTTON = "/auth/v1/login-buttons/oauth/company";
let gateway: TestGateway;
let company: Company;

beforeEach(async () => {
  company = await startCompany();
  gateway = await startGateway({
    session: { provider: {}, provider_source: { auth_middleware: "auth" } },
  });
  const { service } = gateway;
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putSetting(service, "session_providers", { providers: { postern: PAGE } });
  const claim_mapping = { register: true };
  await putProvider(service, "company", { ...company.record, name: "Example", claim_mapping });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

const call = (method: string, path: string, body?: unknown) =>
  gateway.service.json(method, path, body);
const shown = async () =>
  (await gateway.jar().get("/login/auth/methods")).body.payload.provider.code;
const listed = async () => (await call("GET", "/auth/v1/login-buttons")).body.payload;
const providers = async () =>
  (await call("GET", "/auth/v1/settings/session_providers")).body.payload.value.providers;

describe("a button", () => {
  test("is on the page by one call, with a session provider and a client that sign people in", async () => {
    expect(await shown()).toBeNull();
    const { status, body, text } = await call("PUT", BUTTON, {});
    expect(status, text).toBe(200);
    expect(body.payload).toEqual({ key: "company", client_id: "login-company", name: "Example" });
    expect(await shown()).toEqual([{ name: "Example", url: "/login/auth/code/company" }]);
    expect(await listed()).toEqual([
      {
        ...{ source: "oauth", id: "company", key: "company", name: "Example" },
        ...{ client_id: "login-company", group: "", priority: 0, logo: "", mark: "", works: true },
      },
    ]);
    company.claims = { sub: "grace", email: "grace@example.com", email_verified: true };
    const jar = gateway.jar();
    let answer = await jar.open("/login/auth/code/company?redirect_path=/app");
    answer = await jar.open(locationIn(answer));
    const there = new URL(locationIn(answer));
    company.nonce = there.searchParams.get("nonce") ?? "";
    const state = there.searchParams.get("state") ?? "";
    answer = await jar.open(`/auth/oauth2/code/company?code=c&state=${state}`);
    answer = await jar.open(locationIn(answer));
    expect(answer.status, answer.text).toBe(200);
    expect(await whoIs(jar)).toBe("grace@example.com");
  });

  test("comes back to the addresses of the page alone, and its secret is shown nowhere", async () => {
    const twin = `${ORIGIN}/sign-in/auth/code/postern`;
    const redirect_uris = [twin, `${ORIGIN}/elsewhere`];
    await putClient(gateway.service, LOGIN_CLIENT.id, {
      ...{ client_secret: LOGIN_CLIENT.secret, redirect_uris, skip_consent: true },
      grant_types: ["password", "authorization_code", "refresh_token"],
    });
    const { text } = await call("PUT", BUTTON, {});
    expect(text).not.toContain("secret");
    const { config } = (await call("GET", "/auth/v1/oauth/clients/login-company")).body.payload;
    expect(config.redirect_uris).toEqual([`${ORIGIN}/sign-in/auth/code/company`]);
    expect(config).toMatchObject({ client_secret_set: true, management: false });
  });

  test("is named anew by a second call, which makes nothing else", async () => {
    await call("PUT", BUTTON, {});
    const before = (await providers()).company.oauth2;
    const { body } = await call("PUT", BUTTON, { name: "Work" });
    expect(body.payload.name).toBe("Work");
    expect(await shown()).toEqual([{ name: "Work", url: "/login/auth/code/company" }]);
    expect((await providers()).company.oauth2).toEqual(before);
  });

  test("that was made by hand, in a group or without escapes, is listed, named anew and removed alike", async () => {
    const { service } = gateway;
    await putProvider(service, "büro", { ...company.record, name: "Büro" });
    const oauth2 = { client_id: LOGIN_CLIENT.id, auth_url: "/auth/oauth2/auth/büro?hint=1" };
    const providers = { desk: { name: "Desk", auth_middleware: "auth", oauth2 } };
    await putSetting(service, "session_providers", {
      providers: { postern: PAGE },
      groups: { staff: { name: "Staff", providers } },
    });
    const path = `/auth/v1/login-buttons/oauth/${encodeURIComponent("büro")}`;
    expect(await listed()).toMatchObject([{ id: "büro", key: "desk", name: "Desk" }]);
    expect((await call("PUT", path, { name: "Office" })).body.payload).toMatchObject({
      ...{ key: "desk", name: "Office", client_id: LOGIN_CLIENT.id },
    });
    expect((await call("DELETE", path)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await call("GET", `/auth/v1/oauth/clients/${LOGIN_CLIENT.id}`)).status).toBe(200);
  });

  test("goes with what was made for it: by its own call, and with its record", async () => {
    for (const path of [BUTTON, "/auth/v1/oauth/providers/company"]) {
      expect((await call("PUT", BUTTON, {})).status).toBe(200);
      expect((await call("DELETE", path)).status).toBe(200);
      expect(await shown()).toBeNull();
      expect(Object.keys(await providers())).toEqual(["postern"]);
      expect((await call("GET", "/auth/v1/oauth/clients/login-company")).status).toBe(404);
    }
    expect((await call("DELETE", BUTTON)).status).toBe(404);
  });

  test("of a SAML provider starts at that provider", async () => {
    await putCampus(gateway.service, { metadata_xml: metadataOf([await makeKey()]) });
    await call("PUT", "/auth/v1/login-buttons/saml/campus", { name: "Campus" });
    expect((await providers()).campus.oauth2.auth_url).toBe("/auth/saml/campus/login");
    expect(await shown()).toEqual([{ name: "Campus", url: "/login/auth/code/campus" }]);
    await call("DELETE", "/auth/v1/saml/providers/campus");
    expect(await shown()).toBeNull();
  });
});

describe("what there is already is left alone", () => {
  test("a client of that name, and a session provider of that name that leads elsewhere: 409, and nothing is written", async () => {
    await putClient(gateway.service, "login-company", { client_secret: "another one" });
    const taken = await call("PUT", BUTTON, {});
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("login-company")]);
    expect(Object.keys(await providers())).toEqual(["postern"]);
    await call("DELETE", "/auth/v1/oauth/clients/login-company");
    const elsewhere = {
      name: "Other",
      oauth2: { client_id: "x", auth_url: "https://op.example.com/a" },
    };
    await putSetting(gateway.service, "session_providers", {
      providers: { postern: PAGE, company: elsewhere },
    });
    expect((await call("PUT", BUTTON, {})).status).toBe(409);
    expect((await call("GET", "/auth/v1/oauth/clients/login-company")).status).toBe(404);
  });

  test("a client that another session provider uses stays when the button goes", async () => {
    await call("PUT", BUTTON, {});
    const all = await providers();
    const other = {
      ...all.company,
      oauth2: { ...all.company.oauth2, auth_url: "/auth/oauth2/auth/other" },
    };
    await putSetting(gateway.service, "session_providers", { providers: { ...all, other } });
    await call("DELETE", BUTTON);
    expect(Object.keys(await providers())).toEqual(["postern", "other"]);
    expect((await call("GET", "/auth/v1/oauth/clients/login-company")).status).toBe(200);
  });

  test("without a form for passwords there is no page of this service to put it on", async () => {
    await putSetting(gateway.service, "session_providers", { providers: {} });
    const { status, text } = await call("PUT", BUTTON, {});
    expect([status, text]).toEqual([409, expect.stringContaining("login page")]);
  });

  test("of a provider that is not stored there is none", async () => {
    expect((await call("PUT", "/auth/v1/login-buttons/oauth/other", {})).status).toBe(404);
    expect((await call("PUT", "/auth/v1/login-buttons/ldap/company", {})).status).toBe(400);
  });
});

describe("its looks and its place are set where the provider is", () => {
  const data = (type: string, content: string) =>
    `data:image/${type};base64,${Buffer.from(content).toString("base64")}`;
  const drawing = (inside: string) =>
    data("svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`);
  const names = async () => ((await shown()) ?? []).map(({ name }: { name: string }) => name);
  const page = async (accept = "text/html") =>
    (await gateway.jar().send("GET", "/login/", { headers: { accept } })).text;

  test("a logo is served by the login alone, and nothing in it runs, loads or links", async () => {
    const logo = drawing(
      '<script>alert(1)</script><path d="M0 0h8v8z" fill="#0b6e4f" onload="alert(2)"/><image href="https://example.com/x.png"/><a href="https://example.com/"><path d="M1 1z"/></a>',
    );
    await call("PUT", BUTTON, { logo });
    const [{ logo_url }] = await shown();
    expect(logo_url).toMatch(/^\/login\/assets\/logo\/company\?v=[0-9a-f]+$/);
    const answer = await gateway.jar().send("GET", logo_url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.text).toContain('<path d="M0 0h8v8z" fill="#0b6e4f"/>');
    expect(answer.text).not.toMatch(/script|onload|href|example\.com/);
    expect(await page()).toContain(`<img src="${logo_url}" alt=""`);
    expect(await page()).not.toContain(logo);
    expect((await listed())[0].logo).toBe(logo);
  });

  test("a name alone leaves the logo, a logo alone the name; an empty one takes the mark's place back", async () => {
    await call("PUT", BUTTON, { name: "Work", logo: drawing("<path d='M0 0z'/>") });
    await call("PUT", BUTTON, { name: "Office" });
    expect(await shown()).toMatchObject([{ name: "Office", logo_url: expect.any(String) }]);
    await call("PUT", BUTTON, { logo: "" });
    expect(await shown()).toEqual([{ name: "Office", url: "/login/auth/code/company" }]);
    expect((await gateway.jar().send("GET", "/login/assets/logo/company")).status).toBe(404);
    await call("PUT", BUTTON, { name: "" });
    expect(await names()).toEqual(["Example"]);
  });

  test.each([
    ["an address elsewhere", "https://example.com/logo.svg"],
    ["a picture of another kind", data("gif", "GIF89a")],
    ["no drawing", data("svg+xml", "<html><script>1</script></html>")],
    ["a script", "data:text/html;base64,PHNjcmlwdD4="],
    ["one that is too large", drawing(`<path d="${"M0 0".repeat(6_000)}"/>`)],
  ])("%s is refused, and says so at the member; nothing is written", async (_, logo) => {
    const { status, text } = await call("PUT", BUTTON, { logo });
    expect([status, text]).toEqual([400, expect.stringContaining("logo")]);
    expect(await shown()).toBeNull();
    const setting = { providers: { postern: { ...PAGE, logo } } };
    const stored = await call("PUT", "/auth/v1/settings/session_providers", { value: setting });
    expect([stored.status, stored.text]).toEqual([400, expect.stringContaining("postern.logo")]);
  });

  test("a button goes before another one or behind all, and forms for passwords keep their priority", async () => {
    for (const id of ["alpha", "beta", "gamma"])
      await putProvider(gateway.service, id, { ...company.record, name: id });
    for (const id of ["alpha", "beta", "gamma"])
      await call("PUT", `/auth/v1/login-buttons/oauth/${id}`, {});
    const path = (id: string) => `/auth/v1/login-buttons/oauth/${id}`;
    expect(await names()).toEqual(["alpha", "beta", "gamma"]);
    await call("PUT", path("gamma"), { before: "alpha" });
    expect(await names()).toEqual(["gamma", "alpha", "beta"]);
    await call("PUT", path("alpha"), { before: null });
    expect(await names()).toEqual(["gamma", "beta", "alpha"]);
    await call("PUT", path("beta"), { before: "beta" });
    expect(await names()).toEqual(["gamma", "beta", "alpha"]);
    expect((await providers()).postern).not.toHaveProperty("priority");
    const { status, text } = await call("PUT", path("beta"), { before: "postern" });
    expect([status, text]).toEqual([400, expect.stringContaining("before: there is no such")]);
    expect(await names()).toEqual(["gamma", "beta", "alpha"]);
  });

  test("where two buttons lead to one provider, each is named, drawn and placed by its key", async () => {
    await call("PUT", BUTTON, {});
    const desk = {
      ...{ name: "Desk", auth_middleware: "auth" },
      oauth2: { client_id: LOGIN_CLIENT.id, auth_url: "/auth/oauth2/auth/company" },
    };
    await putSetting(gateway.service, "session_providers", {
      providers: await providers(),
      groups: { staff: { providers: { desk } } },
    });
    await call("PUT", BUTTON, { key: "desk", name: "Counter", logo: drawing("<path d='M0 0z'/>") });
    expect(await listed()).toMatchObject([
      { key: "company", name: "Example", group: "", logo: "" },
      { key: "desk", name: "Counter", group: "staff", logo: expect.stringContaining("data:") },
    ]);
    expect((await gateway.jar().send("GET", "/login/assets/logo/desk")).status).toBe(200);
    const { status, text } = await call("PUT", BUTTON, { key: "none", name: "x" });
    expect([status, text]).toEqual([400, expect.stringContaining("key: there is no such")]);
  });
});
