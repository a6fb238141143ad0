/** The `branding` namespace: one name, logo, colour and support link on every page and in mails. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLogin } from "../../src/login.ts";
import { createSession } from "../../src/session.ts";
import { ORIGIN } from "../support/auth.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { Jar } from "../support/session.ts";
import { startMailServer } from "../support/smtp.ts";
import { putClient, putSetting } from "../support/tokens.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await putClient(gateway.service, APP.id, {
    client_name: "Notes",
    client_secret: "a secret of enough letters",
    redirect_uris: [APP.redirect],
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());
afterEach(() => gateway.service.json("DELETE", "/auth/v1/settings/branding"));

const data = (type: string, content: string | Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(content).toString("base64")}`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0b6e4f"/></svg>';
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const BRAND = {
  product_name: "Harbour",
  logo: data("svg+xml", SVG),
  accent_color: "#0b6e4f",
  support_url: "https://help.example.com/start?a=1&b=2",
};
const put = (value: object) => putSetting(gateway.service, "branding", value as never);

const page = async (path: string, jar = gateway.jar()) => {
  const { status, text, headers } = await jar.send("GET", path, {
    headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
  });
  return { status, text, headers };
};

const APP = { id: "notes", redirect: "https://app.example.com/callback" };

/** Pages of every kind; account and consent need a sign-in. */
async function everyPage() {
  const signedIn = await gateway.signedIn();
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: APP.id,
    redirect_uri: APP.redirect,
    scope: "openid",
  });
  const consent = await page(`/auth/oauth2/authorize?${asked}`, signedIn);
  return {
    login: await page("/login/"),
    error: await page("/login/auth/code/none"),
    refusal: await page("/auth/oauth2/authorize?client_id=none&response_type=code"),
    device: await page("/auth/ui/device", signedIn),
    account: await page("/auth/ui/", signedIn),
    plainAccount: await page("/auth/ui/account", signedIn),
    consent: await page(consent.headers.get("location") ?? "", signedIn),
  };
}

describe("what is set is seen", () => {
  test("on the pages to sign in, of consent, of the account, of devices and of errors; without a restart", async () => {
    for (const { text } of Object.values(await everyPage())) {
      expect(text).not.toContain("Harbour");
      expect(text).not.toContain("support-link");
    }
    await put(BRAND);
    for (const [name, { text, headers }] of Object.entries(await everyPage())) {
      expect(text, name).toContain('<strong id="product-name"><bdi>Harbour</bdi></strong>');
      expect(text, name).toContain('href="https://help.example.com/start?a=1&amp;b=2"');
      expect(text, name).toContain("--accent: #0b6e4f");
      // The host that is trusted with a password stands there all the same.
      expect(text, name).toContain("<small>id.example.com</small>");
      expect(text, name).toMatch(
        /<img src="\/(?:auth|login\/assets|login\/[\w-]+)[\w/-]*\/logo\?v=/,
      );
      expect(headers.get("content-security-policy"), name).toContain("img-src 'self'");
      expect(
        text.match(/https?:\/\/(?!id\.example\.com|help\.example\.com)[^"]+/g),
        name,
      ).toBeNull();
    }
  });

  test("the logo is served by us, at the service and at the login, and is the icon", async () => {
    expect((await page("/auth/logo")).status).toBe(404);
    await put(BRAND);
    const { text } = await page("/login/");
    const [, ofLogin = ""] = /<img src="([^"]+)"/.exec(text) ?? [];
    const [, icon = ""] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
    for (const path of [ofLogin, icon, "/auth/logo", "/auth/icon.svg"]) {
      const answer = await page(path);
      expect(answer.text, path).toBe(SVG);
      expect(answer.headers.get("content-type")).toBe("image/svg+xml");
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("a PNG is served as it is", async () => {
    await put({ logo: data("png", PNG) });
    const { headers, status } = await page("/auth/logo");
    expect({ status, type: headers.get("content-type") }).toEqual({
      status: 200,
      type: "image/png",
    });
    expect((await page("/login/")).text).toContain('type="image/png"');
  });

  test("pages of an application get it with the methods", async () => {
    const methods = async () =>
      (await gateway.jar().send("GET", "/login/auth/methods")).body.payload;
    expect(await methods()).not.toHaveProperty("branding");
    await put(BRAND);
    expect((await methods()).branding).toEqual({
      product_name: "Harbour",
      accent_color: "#0b6e4f",
      support_url: BRAND.support_url,
      logo_url: expect.stringMatching(/^\/login\/.*logo\?v=[0-9a-f]{8}$/),
    });
  });

  test("mails have name, colour and support link, and load and bring no picture", async () => {
    await using relay = await startMailServer();
    await putSetting(gateway.service, "email", {
      from: "Sender <id@example.com>",
      smtp: { host: "127.0.0.1", port: relay.port },
    });
    await put(BRAND);
    const sent = await gateway.service.json("POST", "/auth/v1/email/test", {
      to: "ada@example.com",
    });
    expect(sent.status, sent.text).toBe(200);
    const { mail } = await relay.next("ada@example.com");
    expect(mail.text).toContain("Harbour");
    expect(mail.html).toContain("Harbour");
    expect(mail.html).not.toMatch(/<img|cid:/);
    expect(mail.html).toContain('href="https://help.example.com/start?a=1&amp;b=2"');
    expect(mail.text).toContain(`\nHelp: ${BRAND.support_url}`);
    expect(mail.attachments).toEqual([]);
    const preview = await gateway.service.json("POST", "/auth/v1/email/preview", {
      settings: {},
      redirect_uri: "https://app.example.com/login/",
    });
    expect(preview.body.payload.html).toContain("background-color:#0b6e4f");
    await gateway.service.json("DELETE", "/auth/v1/settings/email");
  });
});

describe("a login in front of a service elsewhere", () => {
  let server: Server;
  let address: string;
  let answers: Record<string, unknown>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const found = answers[request.url ?? ""];
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ payload: found ?? {} }));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  async function remoteLogin() {
    const { runtime } = gateway;
    const source = { url: `${address}/auth/v1/session-providers` };
    const session = createSession(
      { store: { active: "memory" }, provider_source: source },
      { runtime, auth: {} },
    );
    const instances = { runtime, session: { main: session } };
    const login = createLogin({ session_middleware: "main", path: { base: "/login/" } }, instances);
    const jar = new Jar(async (request) => login.app.fetch(request), ORIGIN);
    const shown = await page("/login/", jar);
    const logo = await page(/<img src="([^"]+)"/.exec(shown.text)?.[1] ?? "/login/none", jar);
    await login[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    return { shown, logo };
  }
  const PROVIDERS = {
    "/auth/v1/session-providers": {
      far: {
        password_flow: true,
        oauth2: { client_id: "c", token_url: "https://op.example.com/t" },
      },
    },
  };

  test("looks like it, and serves the logo itself", async () => {
    answers = { ...PROVIDERS, "/auth/branding": BRAND };
    const { shown, logo } = await remoteLogin();
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("<bdi>Harbour</bdi>");
    expect(logo.text).toBe(SVG);
    expect(shown.text).not.toContain(address);
  });

  test("does not depend on it: one that is old, or that says something else", async () => {
    answers = PROVIDERS;
    expect((await remoteLogin()).shown.status).toBe(200);
    const hostile = { ...BRAND, support_url: "javascript:alert(1)" };
    answers = { ...PROVIDERS, "/auth/branding": hostile };
    const { shown } = await remoteLogin();
    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/javascript:|Harbour/);
  });
});

describe("what an attacker would set", () => {
  const refused = async (value: object, member: string) => {
    const { status, body } = await gateway.service.json("PUT", "/auth/v1/settings/branding", {
      value,
    });
    expect(status).toBe(400);
    expect(body.error).toContain(member);
  };

  test.each([
    ["a direction mark", "\u202eeman"],
    ["an invisible character", "Har\u200bbour"],
    ["two lines", "Harbour\nSubject: x"],
    ["too long a name", "x".repeat(61)],
  ])("%s in the name is refused", async (_, product_name) => {
    await refused({ product_name }, "product_name");
  });

  test("markup in the name stays text", async () => {
    await put({ product_name: "<img src=x onerror=alert(1)>" });
    const { text } = await page("/login/");
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(text).not.toContain("<img src=x");
  });

  test.each([
    "red",
    "#fff;}body{display:none",
    "#0b6e4f</style><script>alert(1)</script>",
    "url(https://example.com)",
  ])("the colour %s is refused", (accent_color) => refused({ accent_color }, "accent_color"));

  test.each([
    "javascript:alert(1)",
    "http://help.example.com",
    "data:text/html,x",
    "//help.example.com",
    "https://user:word@help.example.com",
    "mailto:help@example.com?bcc=all@example.com",
    "https://help.example.com/\u0000",
  ])("the support link %s is refused", (support_url) => refused({ support_url }, "support_url"));

  test.each([
    ["an address elsewhere", "https://example.com/logo.svg"],
    ["HTML", data("svg+xml", "<html><script>alert(1)</script></html>")],
    ["HTML called PNG", data("png", "<script>alert(1)</script>")],
    ["a type that is none", data("gif", "GIF89a")],
    ["entities", data("svg+xml", `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`)],
    ["66 KiB", data("svg+xml", `${SVG}${" ".repeat(67_000)}`)],
    [
      "a picture of 60,000 pixels",
      data(
        "png",
        Buffer.concat([PNG.subarray(0, 16), Buffer.from([0, 0, 234, 96]), PNG.subarray(20)]),
      ),
    ],
  ])("%s as the logo is refused", (_, logo) => refused({ logo }, "logo"));

  test("script, links and styles in an SVG are not served", async () => {
    const hostile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)"><script>alert(1)</script><style>*{fill:url(https://example.com)}</style><a href="javascript:alert(1)"><path d="M1 1"/></a><path d="M0 0h8v8z" style="fill:red" fill="#0b6e4f"/></svg>`;
    await put({ logo: data("svg+xml", hostile) });
    expect((await page("/auth/logo")).text).toBe(SVG);
    expect((await page("/login/")).text).not.toContain("M1 1");
  });

  test("C-3: a namespace that cannot be read leaves the pages as they were", async () => {
    await put(BRAND);
    const { store, snapshots } = await gateway.service.auth.service;
    await store.driver.session((session) =>
      session.query(
        "update auth_settings set value_encrypted = 'enc:v2:x' where namespace = 'branding'",
      ),
    );
    await gateway.service.json("POST", "/auth/v1/sync");
    await snapshots.refresh();
    const { status, text } = await page("/login/");
    expect(status).toBe(200);
    expect(text).not.toContain("Harbour");
  });
});
