import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

/** A relying party that only shows what came back. */
async function startRelyingParty(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.startsWith("/onward")) {
      const query = request.url.slice(request.url.indexOf("?"));
      response.writeHead(302, { location: `http://127.0.0.2:${port}/callback${query}` }).end();
      return;
    }
    response.setHeader("content-type", "text/html");
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { origin = "none" } = request.headers;
      const came = body
        ? `${request.url}?${body.replaceAll("&", "&amp;")}&amp;sent_by=${origin}`
        : request.url;
      response.end(`<!doctype html><title>RP</title><p id="came">${came}</p>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

describe.skipIf(!chromiumPath)("consent in a real browser", () => {
  let browser: Browser;
  let service: RunningServer;
  let token: string;
  let rp: Awaited<ReturnType<typeof startRelyingParty>>;

  beforeAll(async () => {
    [browser, service, rp] = await Promise.all([openBrowser(), startServer(), startRelyingParty()]);
    token = await adminToken(service);
    const saved = await send(service, "PUT", "/auth/v1/oauth/clients/photos", {
      bearer: token,
      json: {
        config: {
          client_name: "Photo Album",
          client_secret: "secret",
          redirect_uris: [`${rp.url}/callback`, `${rp.url}/onward`],
        },
      },
    });
    expect(saved.status, saved.text).toBe(200);
  });
  afterAll(async () => {
    await browser.close();
    rp.server.close();
    await service.stop("SIGKILL");
  });

  const authorizeUrl = (path = "/callback") =>
    `${service.url}/auth/oauth2/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: "photos",
      redirect_uri: `${rp.url}${path}`,
      scope: "openid profile email",
      state: "the state",
    })}`;

  /** A signed-in browser: the session in front reads the token. Foreign origins must not get it. */
  async function signedIn<T>(options: BrowserContextOptions, visit: (page: Page) => Promise<T>) {
    const context = await browser.newContext(options);
    const foreign: string[] = [];
    await context.route("**/*", (route) => {
      const url = route.request().url();
      const own = url.startsWith(service.url);
      if (!own && !url.startsWith(rp.url)) foreign.push(url);
      const headers = {
        ...route.request().headers(),
        ...(own && { authorization: `Bearer ${token}` }),
      };
      return route.continue({ headers });
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    try {
      const result = await visit(page);
      expect(foreign, "no other origin is asked").toEqual([]);
      // A favicon that does not exist is no defect of the page.
      expect(errors.filter((text) => !text.includes("404"))).toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  }

  const came = async (page: Page) => {
    await page.waitForSelector("#came");
    return new URL((await page.textContent("#came")) ?? "", rp.url).searchParams;
  };

  test("decision E-9: names of roles are on the page when they are asked for, and told after it; a proven address too", async () => {
    const notes = { id: "notes", secret: "secret" };
    const config = {
      ...{ client_name: "Notes", client_secret: notes.secret, roles_in_tokens: true },
      redirect_uris: [`${rp.url}/callback`],
    };
    const path = `/auth/v1/oauth/clients/${notes.id}`;
    const saved = await send(service, "PUT", path, { bearer: token, json: { config } });
    expect(saved.status, saved.text).toBe(200);
    const me = await send(service, "GET", "/auth/v1/me", { bearer: token });
    const { id } = me.body.payload;
    const details = { email: "admin@example.com", email_verified: true };
    const proven = { bearer: token, json: { details } };
    expect((await send(service, "PATCH", `/auth/v1/users/${id}`, proven)).status).toBe(200);

    const asked = async (scope: string) =>
      signedIn({}, async (page) => {
        const url = new URL(authorizeUrl());
        url.searchParams.set("client_id", notes.id);
        url.searchParams.set("scope", scope);
        await page.goto(url.href);
        const text = (await page.textContent("main")) ?? "";
        await page.getByRole("button", { name: "Allow" }).click();
        const code = (await came(page)).get("code") ?? "";
        const form = { grant_type: "authorization_code", code, redirect_uri: `${rp.url}/callback` };
        const { body } = await send(service, "POST", "/auth/oauth2/token", { form, basic: notes });
        const bearer = body.access_token;
        const info = await send(service, "GET", "/auth/oauth2/userinfo", { bearer });
        return { text, told: info.body };
      });
    const all = await asked("openid email roles");
    expect(all.text).toContain("See the names of your roles");
    expect(all.told).toMatchObject({ ...details, roles: expect.any(Array) });
    expect(all.told.roles).not.toEqual([]);
    const fewer = await asked("openid profile");
    expect(fewer.text).not.toContain("See the names of your roles");
    for (const claim of ["roles", "email", "email_verified"]) {
      expect(fewer.told).not.toHaveProperty(claim);
    }
  });

  test("a person allows: the relying party gets code, state and iss", () =>
    signedIn({}, async (page) => {
      await page.goto(authorizeUrl());
      expect(await page.textContent("h1")).toContain("Photo Album");
      expect(await page.textContent("#consent-user")).toBe("admin");
      await page.getByRole("button", { name: "Allow" }).click();
      const answer = await came(page);
      expect(answer.get("code")).toBeTruthy();
      expect(answer.get("state")).toBe("the state");
      expect(answer.get("iss")).toBe(`${service.url}/auth/oauth2`);
    }));

  test("a person denies: access_denied; going back and allowing then finds nothing", () =>
    signedIn({}, async (page) => {
      await page.goto(authorizeUrl());
      await page.getByRole("button", { name: "Deny" }).click();
      expect((await came(page)).get("error")).toBe("access_denied");
      await page.goBack();
      const again = page.getByRole("button", { name: "Allow" });
      if ((await again.count()) > 0) await again.click();
      expect(await page.content()).not.toContain("code=");
    }));

  test.each(["Allow", "Deny"])(
    "%s: a callback that leads on to another origin is followed",
    (button) =>
      signedIn({}, async (page) => {
        await page.goto(authorizeUrl("/onward"));
        await page.getByRole("button", { name: button }).click();
        await page.waitForURL("http://127.0.0.2:*/callback?**");
        expect((await came(page)).get("state")).toBe("the state");
      }),
  );

  test("B-10: it works without script, by keyboard alone", () =>
    signedIn({ javaScriptEnabled: false }, async (page) => {
      await page.goto(authorizeUrl());
      await page.getByLabel("Keep me signed in").focus();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Allow" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(`${rp.url}/**`);
      expect(new URL(page.url()).searchParams.get("code")).toBeTruthy();
    }));

  for (const javaScriptEnabled of [true, false]) {
    test(`form_post ${javaScriptEnabled ? "posts itself" : "waits for its button without script"}`, () =>
      signedIn({ javaScriptEnabled }, async (page) => {
        await page.goto(`${authorizeUrl()}&response_mode=form_post`);
        await page.getByRole("button", { name: "Allow" }).click();
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
        const answer = await came(page);
        expect([answer.get("state"), page.url()]).toEqual(["the state", `${rp.url}/callback`]);
        expect(answer.get("code")).toBeTruthy();
        expect(answer.get("sent_by"), "docs/authorization, An answer by form").toBe("null");
      }));
  }

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, width] of [
      ["phone", 360],
      ["desktop", 1280],
    ] as const) {
      test(`readable on a ${name} in ${colorScheme}: nothing overflows, text contrasts`, () =>
        signedIn({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
          await page.goto(authorizeUrl());
          const layout = await page.evaluate(() => {
            const style = (selector: string) => {
              const element = document.querySelector(selector);
              return element ? getComputedStyle(element).color : "";
            };
            return {
              overflow: document.documentElement.scrollWidth - window.innerWidth,
              background: getComputedStyle(document.body).backgroundColor,
              text: style("h1"),
            };
          });
          expect(layout.overflow).toBeLessThanOrEqual(0);
          const light = (color: string) =>
            (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) /
            3;
          const [ground, text] = [light(layout.background), light(layout.text)];
          expect(Math.abs(ground - text)).toBeGreaterThan(100);
          expect(ground > text).toBe(colorScheme === "light");
        }));
    }
  }

  test("B-1: another site cannot frame the page", () =>
    signedIn({}, async (page) => {
      const response = await page.goto(authorizeUrl());
      const headers = response?.headers() ?? {};
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    }));

  test("without a caller the browser is led to the login page, and knows the way back", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(authorizeUrl());
    const url = new URL(page.url());
    expect(url.pathname).toBe("/login/");
    expect(url.searchParams.get("redirect_path")).toMatch(/^\/auth\/oauth2\/consent\?flow=/);
    await context.close();
  });
});
