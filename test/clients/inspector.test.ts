/** The Inspector in a browser, at the first server of docs/connect/fastmcp.md. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, test } from "vitest";
import { docsPort } from "../protocol/docs/programs.ts";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { type Browser, chromiumPath, openBrowser, type Page } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import { hasCommand, installed, installedBy, pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/fastmcp.md";
const INSTALL = "npm install @modelcontextprotocol/inspector@2.12.0";

describe.skipIf(!(chromiumPath && hasCommand(PAGE, "python3")))(
  "the Inspector in a browser",
  () => {
    let service: PageService;
    let server: RunningProgram;
    let inspector: RunningProgram;
    let browser: Browser;

    beforeAll(async () => {
      service = await startPageService();
      service.paste(PAGE, "registration");
      const modules = installed(PAGE);
      const placed = await place(service, PAGE, "remote", modules);
      server = await placed.run([join(modules, "venv/bin/python"), "remote.py"]);
      const folder = installedBy("mcp-inspector", INSTALL);
      const [port, sandbox] = [await docsPort(), await docsPort()];
      const target = ["--server-url", `${server.origin}/mcp`, "--transport", "http"];
      const command = ["node_modules/.bin/mcp-inspector", "--web", ...target] as const;
      inspector = await runCommand(command, folder, port, {
        PATH: pathFor(folder),
        HOME: mkdtempSync(join(tmpdir(), "postern-inspector-")),
        LANG: process.env.LANG ?? "C.UTF-8",
        CLIENT_PORT: String(port),
        MCP_SANDBOX_PORT: String(sandbox),
        MCP_AUTO_OPEN_ENABLED: "false",
        MCP_INSPECTOR_SECRET_STORE: "memory",
      });
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      for (const running of [inspector, server, service]) await running?.[Symbol.asyncDispose]();
    });

    const limit = { timeout: patient(20_000) };

    /** Connects, and goes through the pages of the service. */
    async function connect(decision: "Allow" | "Deny"): Promise<Page> {
      const page = await (await browser.newContext()).newPage();
      const [address = ""] = /http:\/\/\S+API_TOKEN\S+/.exec(inspector.output()) ?? [];
      await page.goto(address);
      await page.getByRole("switch").first().click({ force: true });
      await page.waitForURL(`${service.server.url}/login/**`, limit);
      await page.getByLabel("Username").fill(GRACE.username);
      await page.getByLabel("Password", { exact: true }).fill(GRACE.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("button", { name: decision }).click(limit);
      await page.waitForURL(`${inspector.origin}/**`, limit);
      return page;
    }

    // The program keeps tokens for every browser: who allows it comes last.
    test("says so when the person does not allow it", async () => {
      const page = await connect("Deny");
      await page
        .getByText(/denied/)
        .first()
        .waitFor(limit);
    });

    test("signs a person in, and calls the tool in their name", async () => {
      const page = await connect("Allow");
      await page.getByText("Connected", { exact: true }).waitFor(limit);
      await page.getByText("Tools", { exact: true }).first().click();
      await page.getByText("who", { exact: true }).first().click();
      await page.getByRole("button", { name: "Execute Tool" }).click();
      await page
        .getByText(/^[0-9A-Z]{26}$/)
        .first()
        .waitFor(limit);
    });
  },
);
