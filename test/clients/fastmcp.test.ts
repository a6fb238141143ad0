/** docs/connect/fastmcp.md: MCP servers in three ways, and agents of several makes at them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../protocol/docs/blocks.ts";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { type Browser, chromiumPath, openBrowser } from "../support/chromium.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { patient } from "../support/patience.ts";
import { agentJourney, browserCommand, decide } from "./agent.ts";
import { hasCommand, installed, installedBy } from "./installed.ts";
import { place } from "./place.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/fastmcp.md";
const AGENTS = join(import.meta.dirname, "agents");
const NODE = join(ROOT, "node_modules/.bin/node");
const PACKAGES =
  "npm install @modelcontextprotocol/client@2.3.1 @modelcontextprotocol/sdk@1.32.2 mcp-remote@0.15.1 @modelcontextprotocol/inspector@2.12.0";

describe.skipIf(!(chromiumPath && hasCommand(PAGE, "python3")))(PAGE, () => {
  let service: PageService;
  let modules: string;
  beforeAll(async () => {
    service = await startPageService();
    service.paste(PAGE, "registration");
    modules = installed(PAGE);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  const python = () => join(modules, "venv/bin/python");
  const agent = (running: RunningProgram) => ({
    command: [python(), join(AGENTS, "fastmcp_client.py"), `${running.origin}/mcp`] as const,
    modules,
  });

  describe.each(["remote", "proxy", "oidc"])("the server %s.py", (way) => {
    let server: RunningProgram;
    beforeAll(async () => {
      const { run } = await place(service, PAGE, way, modules);
      server = await run([python(), `${way}.py`]);
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    agentJourney({ service: () => service, program: () => agent(server), refusal: /denied/ });
  });

  describe("the server remote.py with agents of other makes", () => {
    let server: RunningProgram;
    let packages: string;
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
      packages = installedBy("mcp-agents", PACKAGES);
      execFileSync("cp", [
        ...["typescript.mjs", "remote.mjs", "inspector.mjs"].map((file) => join(AGENTS, file)),
        packages,
      ]);
      const { run } = await place(service, PAGE, "remote", modules);
      server = await run([python(), "remote.py"]);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.[Symbol.asyncDispose]();
    });
    const at = () => `${server.origin}/mcp`;
    const onNode = (file: string, ...words: string[]) => ({
      command: [NODE, file, at(), ...words] as const,
      modules: packages,
    });

    test("the few lines of the page call the tool", async () => {
      const { add, folder } = await place(service, PAGE, "remote", modules);
      add("agent", "agent.py");
      const { addresses, env } = browserCommand();
      const source = [`sed -i 's|http://127.0.0.1:[0-9]*/mcp|${at()}|' agent.py`];
      execFileSync("sh", ["-c", ...source], { cwd: folder });
      const child = spawn(python(), ["agent.py"], { cwd: folder, env: env(modules) });
      let output = "";
      child.stdout.on("data", (chunk) => (output += chunk));
      child.stderr.on("data", (chunk) => (output += chunk));
      const exit = once(child, "exit");
      await expect.poll(addresses, { timeout: patient(30_000) }).toHaveLength(1);
      await decide(browser, addresses()[0] ?? "", service.server.url, "Allow");
      expect(await exit, output).toEqual([0, null]);
      expect(output).toMatch(/CallToolResult.*\w{26}/s);
    });

    describe("the Python SDK", () => {
      const program = () => ({
        command: [python(), join(AGENTS, "python_sdk.py"), at()] as const,
        modules,
      });
      agentJourney({ service: () => service, program });
    });
    describe("the TypeScript SDK 2", () => {
      agentJourney({ service: () => service, program: () => onNode("typescript.mjs") });
    });
    describe("mcp-remote", () => {
      agentJourney({
        service: () => service,
        program: () => onNode("remote.mjs"),
        refusal: /closed/,
      });
    });
    describe("the Inspector", () => {
      const program = () => onNode("inspector.mjs");
      agentJourney({ service: () => service, program, refusal: /denied/ });
    });
    describe("the TypeScript SDK 1", () => {
      agentJourney({ service: () => service, program: () => onNode("typescript.mjs", "v1") });
    });
  });
});
