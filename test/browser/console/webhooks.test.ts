/** Webhooks in the console: made, its secret seen once, tried, failing, let go on, sent again; and with fewer rights. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import {
  isSignedWith,
  startReceiver,
  type WebhookReceiver,
} from "../../support/webhook-receiver.ts";

describe.skipIf(!chromiumPath)("webhooks", () => {
  const setup = consoleSetup();
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  const ask = async (path: string, method = "GET", body?: unknown) => {
    const answer = await fetch(`${setup.service.url}/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${setup.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
  };

  test("made, seen, tried, failing, and let go on", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await ask("/settings/oauth2", "PUT", { value: { internal_hosts: ["127.0.0.1"] } });
      await open("#webhooks");
      await page.getByText("No webhooks yet").waitFor();
      await accessible();
      await page.getByRole("link", { name: "New" }).first().click();
      await page.getByRole("textbox", { name: "ID", exact: true }).fill("billing");
      await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
      const events = page.getByRole("combobox", { name: "Events" });
      await events.fill("role");
      await page.getByRole("option", { name: "role.*" }).click();
      await page.getByRole("button", { name: "Create" }).click();
      await page.waitForURL(/#webhooks\/billing$/);

      await page.getByRole("button", { name: "Make a new secret" }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /new secret/ })
        .click();
      const secret = (await page.locator("[data-secret]").textContent()) ?? "";
      expect(secret).toMatch(/^whsec_/);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await expect.poll(() => page.locator("[data-secret]").count()).toBe(0);

      await page.getByRole("button", { name: "Send a test" }).click();
      await page.getByText(/^Arrived: 204/).waitFor();
      const [tried] = receiver.received;
      expect(tried && isSignedWith(secret, tried)).toBe(true);
      await accessible();

      // Tried again of itself only in an hour: until then it is the administrator who lets it go on.
      receiver.headers = { "retry-after": "3600" };
      receiver.answer = 503;
      await ask("/roles", "POST", { name: "editors" });
      await page.getByText("waiting for the receiver").waitFor();
      await page.getByText("it answers 503").first().waitFor();
      const language = async (name: string) => {
        await page.evaluate((to) => localStorage.setItem("postern-language", to), name);
        await page.reload();
      };
      await language("de");
      await page.getByText("Die Antwort hat den Status 503").first().waitFor();
      await language("en");
      receiver.answer = 204;
      await page.getByRole("button", { name: "Resume now" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Resume now" }).click();
      await page.getByText("up to date").waitFor();
      const row = page.getByRole("row").filter({ hasText: "role.created" });
      expect(await row.textContent()).toContain("204");
      const before = receiver.received.length;
      await row.getByRole("button", { name: /^Send again: event \d+$/ }).click();
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      expect(receiver.received.at(-1)?.body.data.target.name).toBe("editors");
    }));

  test("one that is held says why, and leads to the page that lets it go", () =>
    setup.visit(async ({ page, open }) => {
      await ask("/webhooks/held", "PUT", { config: { url: "https://example.com/hook" } });
      await ask("/settings/outgoing", "PUT", { value: { held: true } });
      await open("#webhooks/held");
      const standing = page.getByRole("region", { name: "Deliveries" });
      await standing.getByText("This is a copy of a service").waitFor();
      await standing.getByRole("link", { name: "Copy of a service" }).click();
      await page.waitForURL(/#outgoing$/);
      await page.getByRole("switch", { name: /^Hold / }).waitFor();
      await ask("/settings/outgoing", "PUT", { value: {} });
    }));
});
