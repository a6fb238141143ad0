/** Panels below a record, each with a question of its own: they arrive at once, and keep their place until then. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";
import { codeAt } from "../../support/totp.ts";

const PASSWORD = "a password of my own";
const WIDTHS = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 780 } };

describe.skipIf(!chromiumPath)("panels of a record on a slow line", () => {
  const setup = consoleSetup();
  const users: Record<string, string> = {};

  beforeAll(async () => {
    const settings = {
      oauth2: { base_url: setup.service.url, schema: "http" },
      email: { from: "id@example.com", smtp: { host: "127.0.0.1", port: 9 } },
    };
    for (const [namespace, value] of Object.entries(settings)) {
      await setup.admin("PUT", `/settings/${namespace}`, { value });
    }
    for (const name of ["bare", "full"]) {
      const details = { name, password: PASSWORD };
      const { id } = await setup.admin("POST", "/users", { alias: [name], local: true, details });
      users[name] = id;
    }
    const login = setup.service.login;
    const { body } = await send(setup.service, "POST", "/auth/oauth2/token", {
      ...(login && { basic: login }),
      form: { grant_type: "password", username: "full", password: PASSWORD },
    });
    const own = (path: string, json: object) =>
      send(setup.service, "POST", `/auth/v1/totp/${path}`, { bearer: body.access_token, json });
    const { secret } = (await own("register", {})).body.payload;
    expect((await own("confirm", { code: codeAt(secret, Date.now()) })).status).toBe(200);
    const config = {
      ...{ client_secret: "a secret of enough letters", redirect_uris: ["https://a.example.com/"] },
      backchannel_logout_uri: "https://a.example.com/signed-out",
    };
    await setup.admin("PUT", "/oauth/clients/shop", { config });
  });

  /** Where each panel begins, each time that one of them has moved. */
  async function watch(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const moves: string[] = [];
      Object.assign(window, { moves });
      const look = () => {
        const tops = [...document.querySelectorAll("#main section > * h2")].map((one) => {
          const top = one.getBoundingClientRect().top + scrollY;
          return `${one.textContent} ${Math.round(top)}`;
        });
        const now = tops.join("\n");
        if (moves.at(-1) !== now) moves.push(now);
        requestAnimationFrame(look);
      };
      look();
    });
  }

  /** Answers that the panels wait for, each later than the one before. */
  async function delay(page: Page, paths: readonly string[]): Promise<void> {
    for (const [at, path] of paths.entries()) {
      await page.route(path, async (route) => {
        await new Promise((over) => setTimeout(over, 150 * (at + 1)));
        await route.continue();
      });
    }
  }

  const OF_USER = [
    "**/v1/users/*/totp",
    "**/v1/passkey/credentials?*",
    "**/v1/settings/email",
    "**/v1/users/*/identities",
    "**/v1/users/*/sign-ins",
    "**/v1/users/*/applications",
    "**/v1/audit?*",
  ];

  for (const [name, viewport] of Object.entries(WIDTHS)) {
    test.each([
      // Above the entries of the log nothing moves at all: what most accounts have has its place from the beginning.
      ["a user who has nothing", () => `users/${users.bare}`, "What happened", OF_USER, 1],
      ["a user with a second factor", () => `users/${users.full}`, "Merge", OF_USER, 2],
      [
        "a client",
        () => "clients/shop",
        "What happened",
        ["**/v1/oauth/client-logouts/*", "**/v1/audit?*"],
        2,
      ],
    ])(`%s, ${name}: the panels arrive at once`, async (_, hash, last, paths, most) => {
      await setup.visit(
        async ({ page, open }) => {
          await watch(page);
          await delay(page, paths);
          await open(`#${hash()}`);
          const moves = await page.evaluate(() => (window as never as { moves: string[] }).moves);
          const above = moves.flatMap((one) => {
            const lines = one.split("\n");
            const at = lines.findIndex((line) => line.startsWith(last));
            return at < 0 ? [] : lines.slice(0, at + 1).join("\n");
          });
          const drawn = [...new Set(above)];
          expect(drawn.length, drawn.join("\n\n")).toBeGreaterThan(0);
          expect(drawn.length, drawn.join("\n\n")).toBeLessThanOrEqual(most);
        },
        { viewport },
      );
    });
  }
});
