/** The first hour as a newcomer has it, its steps counted: signed in after three, a passkey after five, an application after six. */
import { type ChildProcess, spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrived } from "../support/arrived.ts";
import { chromiumPath, openBrowser } from "../support/chromium.ts";
import { temporaryFolder } from "../support/folders.ts";
import { freePort } from "../support/ports.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { addAuthenticator } from "../support/virtual-authenticator.ts";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

describe.skipIf(!chromiumPath)("the first hour", () => {
  let browser: Browser;
  let page: Page;
  let service: RunningServer | undefined;
  let app: ChildProcess | undefined;
  const steps: string[] = [];
  /** What a newcomer reads as one instruction. */
  const step = async (what: string, act: () => Promise<unknown>) => {
    steps.push(what);
    await act();
  };

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    await addAuthenticator(page);
  });
  afterAll(async () => {
    app?.kill("SIGKILL");
    await browser?.close();
    await service?.stop("SIGKILL");
  });

  test("signed in after three steps", async () => {
    await step("npm install && npm start", async () => {
      service = await startServer();
    });
    // Where browsers can have passkeys (decision E-14).
    const address = (service?.url ?? "").replace("127.0.0.1", "localhost");
    await step("open the printed address", () => page.goto(address));
    await step("sign in as admin with the printed password", async () => {
      await page.fill("#username", "admin");
      await page.fill("#password", service?.admin?.secret ?? "");
      await page.click("#login-submit");
      await arrived(page);
    });
    expect(steps).toHaveLength(3);
  });

  test("a first passkey after five", async () => {
    await step("My account", () => page.getByRole("link", { name: "My account" }).first().click());
    await step("Add a passkey", async () => {
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("The passkey is added").first().waitFor();
    });
    expect(steps).toHaveLength(5);
  });

  test("a first application after six, counted from the start", async () => {
    steps.splice(3);
    const port = await freePort(21_600, 100);
    const target = `http://127.0.0.1:${port}/callback`;
    let program = "";
    let secret = "";
    await step("First steps", () =>
      page.getByRole("link", { name: "First steps" }).first().click(),
    );
    await step("register the application", async () => {
      const form = page.locator("[data-step=application]");
      await form.getByLabel("Client ID").fill("notes");
      await form.getByLabel("Redirect URI").fill(target);
      await form.getByRole("button", { name: "Register it" }).click();
      secret = (await page.locator("[data-secret]").textContent()) ?? "";
      await form.getByRole("tab", { name: "openid-client (Node)" }).click();
      program = await form.locator("textarea").inputValue();
    });
    await step("save the shown program and start it", async () => {
      const folder = temporaryFolder();
      symlinkSync(MODULES, join(folder, "node_modules"));
      writeFileSync(join(folder, "app.mjs"), program);
      const env = { ...process.env, CLIENT_SECRET: secret };
      app = spawn(process.execPath, ["app.mjs"], { cwd: folder, env, stdio: "ignore" });
      const answers = () => fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" });
      await expect.poll(async () => (await answers().catch(() => undefined))?.status).toBe(302);
    });
    expect(steps).toHaveLength(6);
    // It works: the person is signed in there, too.
    await page.goto(`http://127.0.0.1:${port}/`);
    const allow = page.getByRole("button", { name: "Allow" });
    await page.getByText("Signed in as").or(allow).first().waitFor();
    if (await allow.isVisible()) await allow.click();
    await page.getByText("Signed in as admin").waitFor();
  });
});
