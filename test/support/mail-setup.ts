/** A real service with a relay, where people sign up and sign in by mail in a real browser. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { adminToken, type RunningServer, send, startServer } from "./server.ts";
import { type MailServer, startMailServer } from "./smtp.ts";

export const PASSWORD = "a password of my own";

export interface MailSetup extends AsyncDisposable {
  readonly service: RunningServer;
  readonly relay: MailServer;
  /** Its origin under a name, because browsers take no IP address as the domain of a passkey. */
  readonly site: string;
  /** A new user with this address as alias. */
  newUser(email: string): Promise<void>;
  /** The link of the next mail to this address. */
  link(email: string): Promise<string>;
  /** The code to type of the next mail to this address. */
  code(email: string): Promise<string>;
  /** A browser of its own. Fails when it asks another origin, or when a page complains. */
  device<T>(
    browser: Browser,
    act: (page: Page) => Promise<T>,
    options?: BrowserContextOptions,
  ): Promise<T>;
}

/** What a page tells while a person is at work; nothing of it should be heard. */
export function complaints(page: Page, site: string): string[] {
  const heard: string[] = [];
  page.on("pageerror", ({ message }) => heard.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(site)) heard.push(`asked ${request.url()}`);
  });
  page.on("console", (message) => {
    // Chromium reports every refusal, also those that are part of the way.
    const expected = /responded with a status of/.test(message.text());
    if (message.type() === "error" && !expected) heard.push(message.text());
  });
  return heard;
}

/** @param settings by namespace, on top of the relay and the origin */
export async function startMailSetup(settings: Record<string, object> = {}): Promise<MailSetup> {
  const [service, relay] = await Promise.all([startServer(), startMailServer()]);
  const site = service.url.replace("127.0.0.1", "localhost");
  const bearer = await adminToken(service);
  const all = {
    oauth2: { base_url: site, schema: "http" },
    email: { from: "Example <id@example.com>", smtp: { host: "127.0.0.1", port: relay.port } },
    ...settings,
  };
  for (const [namespace, value] of Object.entries(all)) {
    const path = `/auth/v1/settings/${namespace}`;
    const { status, text } = await send(service, "PUT", path, { bearer, json: { value } });
    expect(status, text).toBe(200);
  }
  const mail = async (email: string, pattern: RegExp) => {
    // Mails that only tell of a change are passed over.
    for (;;) {
      const { mail: received } = await relay.next(email);
      const found = pattern.exec(received.text ?? "")?.[0];
      if (found !== undefined) return found;
    }
  };
  return {
    service,
    relay,
    site,
    async newUser(email) {
      const details = { name: "Ada", password: PASSWORD };
      const user = { alias: [email], local: true, details };
      const { status, text } = await send(service, "POST", "/auth/v1/users", {
        bearer,
        json: user,
      });
      expect(status, text).toBe(200);
    },
    link: (email) => mail(email, /http\S+code=[0-9a-f]{48}/),
    code: (email) => mail(email, /\b[B-Z]{5}-[B-Z]{5}\b/),
    async device(browser, act, options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const heard = complaints(page, site);
      try {
        const result = await act(page);
        expect(heard).toEqual([]);
        return result;
      } finally {
        await context.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await service.stop("SIGKILL");
      await relay[Symbol.asyncDispose]();
    },
  };
}
