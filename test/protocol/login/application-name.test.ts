/** What the login page says about where a person signs in, and that they have signed out. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { newFlow } from "../../support/authorize.ts";
import { cookieLine, startGateway, type TestGateway } from "../../support/gateway.ts";
import { putClient, WEB, withSetting } from "../../support/tokens.ts";

let gateway: TestGateway;
const CLIENT = {
  client_secret: WEB.secret,
  redirect_uris: ["https://app.example.com/callback"],
  client_name: "Web App",
};
beforeAll(async () => {
  gateway = await startGateway();
  await putClient(gateway.service, WEB.id, CLIENT);
});
afterAll(() => gateway[Symbol.asyncDispose]());

const headingOf = ({ text }: Answer) => /<h1[^>]*>([^<]*)</.exec(text)?.[1];
const titleOf = ({ text }: Answer) => /<title>([^<]*)</.exec(text)?.[1];
const pageFor = (target: string, query = "") =>
  gateway.jar().open(`/login/?redirect_path=${encodeURIComponent(target)}${query}`);
const consentOf = (flow: string) => `/auth/oauth2/consent?flow=${flow}`;

describe("the application", () => {
  test("its name as the service knows it, in heading and title; the button says the same word", async () => {
    const page = await pageFor(consentOf(await newFlow(gateway.service)));
    expect([headingOf(page), titleOf(page)]).toEqual(["Sign in to Web App", "Sign in to Web App"]);
    expect(page.text).toMatch(/id="login-submit"[^>]*><span[^>]*>Sign in</);
  });

  test("the id stands in for a missing name; a client that is gone has none", async () => {
    await putClient(gateway.service, WEB.id, { ...CLIENT, client_name: "" });
    const flow = await newFlow(gateway.service);
    expect(headingOf(await pageFor(consentOf(flow)))).toBe(`Sign in to ${WEB.id}`);
    await putClient(gateway.service, WEB.id, CLIENT, false);
    expect(headingOf(await pageFor(consentOf(flow)))).toBe("Sign in");
    await putClient(gateway.service, WEB.id, CLIENT);
  });

  test("nothing of the address is shown, and only the consent page of this service names a request", async () => {
    const flow = await newFlow(gateway.service);
    for (const target of [
      "/app",
      "/app?client_name=Evil",
      `/app?flow=${flow}`,
      `/auth/oauth2/consentx?flow=${flow}`,
      `https://evil.example${consentOf(flow)}`,
      `/${consentOf(flow)}`,
      `${consentOf(flow)}&flow=${flow}`,
      consentOf("0".repeat(64)),
      consentOf("../x"),
      consentOf(""),
    ]) {
      const page = await pageFor(target, "&title=Evil&client_name=Evil&client=Evil");
      expect([page.status, headingOf(page)], target).toEqual([200, "Sign in"]);
    }
    const twice = await pageFor(consentOf(flow), "&redirect_path=%2Fapp");
    expect(twice.text).not.toContain("Web App");
  });

  test("B-3: a hostile name is one line of text", async () => {
    const client_name = `</title><script>alert(1)</script>\u202e${"x".repeat(500)}`;
    await putClient(gateway.service, WEB.id, { ...CLIENT, client_name });
    const page = await pageFor(consentOf(await newFlow(gateway.service)));
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("\u202e");
    expect(headingOf(page)).toContain("Sign in to &lt;/title&gt;&lt;script&gt;");
    expect(headingOf(page)?.length).toBeLessThan(200);
    await putClient(gateway.service, WEB.id, CLIENT);
  });

  test("the page comes also while the requests cannot be looked up", async () => {
    const { api } = gateway.service.auth;
    const flow = await newFlow(gateway.service);
    const known = api.pendingClient;
    Object.assign(api, { pendingClient: () => Promise.reject(new Error("away")) });
    expect(headingOf(await pageFor(consentOf(flow)))).toBe("Sign in");
    Object.assign(api, { pendingClient: known });
  });

  test("a configured title is shown where no application is known", async () => {
    await using own = await startGateway({ login: { info: { title: "Example accounts" } } });
    const page = await own.jar().open("/login/");
    expect([headingOf(page), titleOf(page)]).toEqual(["Example accounts", "Example accounts"]);
    const { body } = await own.jar().get("/login/auth/methods");
    expect(body.payload.title).toBe("Example accounts");
  });

  test("with `authorize.disabled` the page comes as ever", async () => {
    const flow = await newFlow(gateway.service);
    await withSetting(gateway.service, "authorize", { disabled: true }, async () => {
      expect((await pageFor(consentOf(flow))).status).toBe(200);
    });
  });
});

describe("signed out", () => {
  const NOTICE = "__Host-login_notice";
  const noticeOf = ({ text }: Answer) =>
    (/id="login-notice"[^>]*>(.*?)<\/p>/.exec(text)?.[1] ?? "").replace(/<[^>]+>/g, "");

  test("the login page says so once, by a cookie that holds no text", async () => {
    const jar = await gateway.signedIn();
    const out = await jar.send("POST", "/logout", {
      headers: { origin: ORIGIN, "sec-fetch-site": "same-origin" },
    });
    const [pair, ...attributes] = (cookieLine(out, NOTICE) ?? "").split("; ");
    expect(pair).toBe(`${NOTICE}=signed-out`);
    expect(attributes.sort()).toEqual([
      "HttpOnly",
      "Max-Age=120",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    const first = await jar.open("/login/");
    expect(noticeOf(first)).toBe("You are signed out.");
    expect(cookieLine(first, NOTICE)).toContain("Max-Age=0");
    expect(noticeOf(await jar.open("/login/"))).toBe("");
  });

  test("no text gets into it from outside: neither the address nor another value of the cookie", async () => {
    for (const query of ["?notice=Evil", "?signed_out=1", "?error=Evil", "?from=logout"]) {
      expect(noticeOf(await gateway.jar().open(`/login/${query}`)), query).toBe("");
    }
    const page = await gateway.jar().open("/login/", { cookie: `${NOTICE}=<b>Evil` });
    expect(noticeOf(page)).toBe("");
    expect(page.text).not.toContain("Evil");
  });

  test("with disable_redirect and with a page of the host's own there is no such cookie", async () => {
    const off = await (await gateway.signedIn()).open("/sign-off");
    expect(cookieLine(off, NOTICE)).toBeUndefined();
    await using own = await startGateway({ login: { ui: { external_folder: true } } });
    const out = await (await own.signedIn()).open("/logout");
    expect(out.status).toBe(307);
    expect(cookieLine(out, NOTICE)).toBeUndefined();
  });
});
