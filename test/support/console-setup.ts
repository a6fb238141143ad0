/** What most tests of the console begin with: a browser, a service of its own, and its administrator's token. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { openBrowser } from "./chromium.ts";
import { type ConsoleOptions, type ConsoleVisit, visitConsole } from "./console.ts";
import { adminToken, type RunningServer, type ServerOptions, send, startServer } from "./server.ts";

export interface ConsoleSetup {
  readonly browser: Browser;
  readonly service: RunningServer;
  /** Of the administrator. */
  readonly token: string;
  /** As the administrator, unless `options` say otherwise. */
  visit<T>(act: (visit: ConsoleVisit) => Promise<T>, options?: ConsoleOptions): Promise<T>;
  /** A call of the administrator below `/auth/v1`, whatever its answer is. */
  send(method: string, path: string, json?: unknown): ReturnType<typeof send>;
  /** The payload of such a call, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of tests are read member by member
  admin(method: string, path: string, json?: unknown): Promise<any>;
}

/** For the suite that calls it: opened before its tests and closed after them. */
export function consoleSetup(options: ServerOptions = {}): ConsoleSetup {
  let browser: Browser | undefined;
  let service: RunningServer | undefined;
  let token = "";
  beforeAll(async () => {
    [browser, service] = await Promise.all([openBrowser(), startServer(options)]);
    token = await adminToken(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop("SIGKILL");
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the suite has not begun");
    return part;
  };
  const setup: ConsoleSetup = {
    get browser() {
      return there(browser);
    },
    get service() {
      return there(service);
    },
    get token() {
      return token;
    },
    visit: (act, visiting = {}) =>
      visitConsole(setup.browser, setup.service.url, { token, ...visiting }, act),
    send: (method, path, json) =>
      send(setup.service, method, `/auth/v1${path}`, {
        bearer: token,
        ...(json !== undefined && { json }),
      }),
    async admin(method, path, json) {
      const answer = await setup.send(method, path, json);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200);
      return answer.body.payload;
    },
  };
  return setup;
}
