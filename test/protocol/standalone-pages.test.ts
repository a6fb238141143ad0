/** The standalone server as a browser meets it: addresses that are none, the icon, and another account at consent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { AUTHORIZE, CONSENT, formTokenOf, parametersOf } from "../support/authorize.ts";
import { locationIn } from "../support/gateway.ts";
import {
  byItself,
  createStandalone,
  type FirstRun,
  loadConfig,
  openGateway,
  type Standalone,
  sealFirstRun,
} from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { Jar } from "../support/session.ts";

let service: TestAuth;
let standalone: Standalone;
let sealed: FirstRun;
const PASSWORD = "correct horse battery";

/** Another instance of the server, which does not answer yet. */
function server(): Standalone {
  const nothing = { argv: [], env: {}, cwd: "/", readFile: () => undefined };
  const gateway = openGateway(loadConfig(nothing).config, service.auth, service.runtime);
  return createStandalone(service.auth, service.runtime, { prefix: "/auth", gateway });
}

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  const found = await sealFirstRun(byItself(await service.auth.service), { login_path: "/login/" });
  if (!found) throw new Error("the database was not empty");
  sealed = found;
  standalone = server();
  standalone.open();
  const details = { name: "Grace Hopper", uid: "grace", password: PASSWORD };
  for (const [alias, name] of [
    ["grace", "Grace Hopper"],
    ["alan", "alan"],
    ["carol", "Carol"],
  ] as const) {
    const body = { alias: [alias], local: true, details: { ...details, uid: alias, name } };
    const { status, text } = await asAdmin("POST", "/auth/v1/users", body);
    expect(status, text).toBe(200);
  }
  const config = {
    client_name: "Web App",
    client_secret: "web-app-secret",
    redirect_uris: ["https://app.example.com/callback"],
  };
  await asAdmin("PUT", "/auth/v1/oauth/clients/web", { config });
});
afterAll(() => service[Symbol.asyncDispose]());

const jar = () => new Jar(async (request) => standalone.fetch(request, undefined), ORIGIN);
const OWN = { origin: "null", "sec-fetch-site": "same-origin", accept: "text/html" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** In process, past every page. */
const asAdmin = (method: string, path: string, body: unknown) =>
  service.json(method, path, body, sealed.admin.alias);

async function signedIn(username: string, browser = jar()): Promise<Jar> {
  const { status, text } = await browser.send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  expect(status, text).toBe(204);
  return browser;
}

const referenceOf = ({ text }: Answer) => /id="error-reference">([^<]+)</.exec(text)?.[1];
const nextOf = ({ text }: Answer) => /id="error-next" href="([^"]+)"/.exec(text)?.[1];

describe("addresses that are none", () => {
  test.each([
    ["/nope", "/auth/ui/"],
    ["/auth/nope", "/auth/ui/"],
    ["/auth/ui/nope", "/auth/ui/"],
    ["/auth/oauth2/nope", "/auth/ui/"],
    ["/login/auth/nope", "/login/"],
    ["/login/auth", "/login/"],
    ["/login/missing.css", "/login/"],
  ])(
    "%s: a page with a way on and its reference for a browser, JSON for a program",
    async (path, next) => {
      const page = await jar().open(path);
      expect([page.status, page.headers.get("content-type")]).toEqual([
        404,
        "text/html; charset=utf-8",
      ]);
      expect(page.text).toContain("This address does not exist.");
      expect(nextOf(page)).toBe(next);
      expect(referenceOf(page)).toBe(page.headers.get("x-request-id"));
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      for (const accept of ["*/*", "application/json", ""]) {
        const { status, body } = await jar().get(path, { accept });
        expect([status, body.message.toLowerCase()], accept).toEqual([404, "not found"]);
      }
    },
  );

  test.each([
    ["/", 302],
    ["/auth", 307],
    ["/auth/", 307],
    ["/auth/ui", 307],
  ])("%s leads to the console", async (path, status) => {
    const answer = await jar().open(path);
    expect([answer.status, locationIn(answer)]).toEqual([status, "/auth/ui/"]);
  });

  test("the address of a form leads to the account page", async () => {
    const answer = await jar().open("/auth/ui/password");
    expect([answer.status, locationIn(answer)]).toEqual([307, "/auth/ui/account"]);
  });

  test("a refusal of the consent page and of the login has its reference, too", async () => {
    for (const path of [`${CONSENT}?flow=x`, "/login/auth/code/postern?code=a&state=b"]) {
      const page = await jar().open(path);
      expect(page.status).toBeGreaterThan(399);
      expect(referenceOf(page), path).toBe(page.headers.get("x-request-id"));
    }
  });

  test("the request ID is the service's own; one that a client sends is ignored", async () => {
    const page = await jar().open("/nope", { "x-request-id": "chosen-by-the-client" });
    expect(referenceOf(page)).not.toContain("chosen");
    expect(page.headers.get("x-request-id")).not.toContain("chosen");
  });

  test("embedded, without a request id, there is no reference", async () => {
    const page = await service.request("GET", "/auth/nope", { headers: { accept: "text/html" } });
    expect([page.status, referenceOf(page)]).toEqual([404, undefined]);
    expect(page.text).not.toContain("Reference");
  });

  test("while the server starts: 503 as a page for a browser, JSON for a program", async () => {
    const starting = server();
    const ask = (accept: string) =>
      starting.fetch(new Request(`${ORIGIN}/auth/ui/`, { headers: { accept } }), undefined);
    const page = await ask("text/html");
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await page.text()).toContain("Temporarily unavailable");
    expect(await (await ask("*/*")).json()).toEqual({ message: "starting" });
  });
});

describe("the icon", () => {
  test.each(["/favicon.ico", "/auth/icon.svg", "/login/assets/icon.svg"])("%s", async (path) => {
    const { status, headers, text } = await jar().get(path);
    expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(text).toMatch(/^<svg /);
  });

  test.each(["/login/", "/auth/nope", "/nope", "/login/auth/nope"])(
    "%s names it, and its policy admits it",
    async (path) => {
      const browser = jar();
      const page = await browser.open(path);
      const icon = /<link rel="icon" href="([^"]+)"/.exec(page.text)?.[1] ?? "";
      expect((await browser.get(icon)).status, icon).toBe(200);
      expect(page.headers.get("content-security-policy")).toContain("img-src 'self'");
    },
  );
});

describe("another account at the consent page", () => {
  const newFlow = async () => {
    const query = parametersOf({ client_id: "web", scope: "openid" });
    const answer = await jar().open(`${AUTHORIZE}?${query}`);
    return new URL(locationIn(answer), ORIGIN).searchParams.get("flow") ?? "";
  };
  const pageOf = (flow: string) => `${CONSENT}?flow=${flow}`;
  const backOf = ({ text }: Answer) =>
    (/name="redirect_path" value="([^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");
  const signOut = (browser: Jar, fields: Record<string, string>, headers = {}) =>
    browser.send("POST", "/logout", {
      headers: { ...OWN, ...FORM, ...headers },
      body: new URLSearchParams(fields),
    });
  const whoIs = ({ text }: Answer) => /id="consent-user"><bdi>([^<]+)</.exec(text)?.[1];

  test("the page says who is signed in by both names, once where they are the same", async () => {
    const flow = await newFlow();
    const { text } = await (await signedIn("grace")).open(pageOf(flow));
    expect(text).toContain(
      '<strong id="consent-user-name"><bdi>Grace Hopper</bdi></strong> (<span id="consent-user"><bdi>grace</bdi></span>)',
    );
    const same = await (await signedIn("alan")).open(pageOf(await newFlow()));
    expect(same.text).toContain('<strong><span id="consent-user"><bdi>alan</bdi></span></strong>');
    expect(same.text).not.toContain("consent-user-name");
  });

  test("signs out, names the application, and comes back to the question as the other user", async () => {
    const flow = await newFlow();
    const browser = await signedIn("grace");
    const page = await browser.open(pageOf(flow));
    expect(page.text).toContain('<form id="consent-switch" method="post" action="/logout">');
    const out = await signOut(browser, { redirect_path: backOf(page) });
    expect(out.status).toBe(303);
    const login = await browser.open(locationIn(out));
    expect(login.text).toContain(">Sign in to Web App</h1>");
    expect(login.text).toContain("You are signed out.");
    expect((await browser.get("/auth/v1/me")).status).toBe(401);
    await signedIn("alan", browser);
    const again = await browser.open(locationIn(out));
    expect(locationIn(again)).toBe(backOf(page));
    const asked = await browser.open(locationIn(again));
    expect([asked.status, whoIs(asked)]).toEqual([200, "alan"]);
    const allowed = await browser.send("POST", CONSENT, {
      headers: { ...OWN, ...FORM },
      body: new URLSearchParams({ flow, form_token: formTokenOf(asked), action: "approve" }),
    });
    expect(new URL(locationIn(allowed)).searchParams.get("code")).toMatch(/^[0-9a-f]{64}$/);
  });

  test("anonymous, the way back keeps what the owner signed", async () => {
    const flow = await newFlow();
    const back = backOf(await (await signedIn("grace")).open(pageOf(flow)));
    const sent = await jar().open(back);
    const { searchParams } = new URL(locationIn(sent), ORIGIN);
    expect(searchParams.get("redirect_path")).toBe(back);
  });

  test("B-5: the flow stays the owner's without what the owner signed, and with that of another flow", async () => {
    const [flow, other] = [await newFlow(), await newFlow()];
    const grace = await signedIn("grace");
    const page = await grace.open(pageOf(flow));
    const foreign = new URL(backOf(await grace.open(pageOf(other))), ORIGIN).searchParams.get(
      "switch",
    );
    const alan = await signedIn("alan");
    const form = formTokenOf(page);
    for (const given of ["", `&switch=${foreign}`, `&switch=${form}`, "&switch=1.x"]) {
      expect((await alan.open(`${pageOf(flow)}${given}`)).status, given).toBe(404);
    }
    const own = backOf(page);
    const twice = `${own}&switch=${new URL(own, ORIGIN).searchParams.get("switch")}`;
    expect((await alan.open(twice)).status, "two of them").toBe(404);
    expect((await grace.open(pageOf(flow))).status, "and the owner goes on").toBe(200);
  });

  test("login CSRF: what the first owner signed is of no use once the flow is another's", async () => {
    const flow = await newFlow();
    const mallory = await signedIn("grace");
    const back = backOf(await mallory.open(pageOf(flow)));
    const victim = await signedIn("alan");
    const taken = await victim.open(back);
    // No more than a flow that has not been opened: the person sees the application and decides.
    expect([taken.status, whoIs(taken)]).toEqual([200, "alan"]);
    for (const browser of [mallory, await signedIn("carol")]) {
      expect((await browser.open(back)).status).toBe(404);
    }
    expect((await victim.open(pageOf(flow))).status).toBe(200);
  });

  test("login CSRF: no page from elsewhere signs out, and none chooses where the person goes", async () => {
    const browser = await signedIn("grace");
    const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const forged = await signOut(browser, { redirect_path: "/auth/ui/" }, elsewhere);
    expect(forged.status).toBe(403);
    expect((await browser.get("/auth/v1/me")).status).toBe(200);
    // By a link it only gets the question, whose form knows no way back.
    const link = await browser.open("/logout?redirect_path=%2Fauth%2Foauth2%2Fconsent%3Fflow%3Dx", {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    });
    expect(link.text).toContain('<form id="logout-form" method="post" action="/logout">');
    expect(link.text).not.toContain("redirect_path");
    const typed = await browser.open("/logout?redirect_path=%2Fapp");
    expect(locationIn(typed)).toBe("/login/");
  });

  test.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])(
    "B-7: the way back %j is none",
    async (redirect_path) => {
      const out = await signOut(await signedIn("grace"), { redirect_path });
      expect([out.status, locationIn(out)]).toEqual([303, "/login/"]);
    },
  );
});
