/** Agents of other makes at an MCP server: what each of them does with a person. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../support/chromium.ts";
import { patient } from "../support/patience.ts";
import { send } from "../support/server.ts";
import { pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import type { PageService } from "./service.ts";

/** The command by which programs open a browser; it writes down where it was sent. */
const BROWSER = `#!/bin/sh
echo "$1" >> "$OPENED"
`;

/** A folder with that command, and the variables by which programs find it. */
export function browserCommand() {
  const folder = mkdtempSync(join(tmpdir(), "postern-browser-"));
  const [command, opened] = [join(folder, "xdg-open"), join(folder, "opened")];
  writeFileSync(command, BROWSER);
  chmodSync(command, 0o755);
  const addresses = () =>
    existsSync(opened) ? readFileSync(opened, "utf8").trim().split("\n") : [];
  const env = (modules: string) => ({
    PATH: [folder, pathFor(modules)].join(delimiter),
    BROWSER: `${command} %s`,
    OPENED: opened,
  });
  return { folder, addresses, env };
}

interface AgentProgram {
  readonly command: readonly [string, ...string[]];
  /** The folder of `installed`. */
  readonly modules: string;
}

interface AgentJourney {
  readonly service: () => PageService;
  readonly program: () => AgentProgram;
  /** What it says when the person did not allow it. */
  readonly refusal?: RegExp;
}

interface RunningAgent {
  /** Asks for its tool, which says who is signed in. */
  ask(): Promise<{ readonly said?: string; readonly failed?: string }>;
  /** Where it has sent the browser so far. */
  addresses(): readonly string[];
  output(): string;
  stop(): void;
}

function startAgent({ command: [command, ...words], modules }: AgentProgram): RunningAgent {
  const { folder, addresses, env } = browserCommand();
  const child: ChildProcess = spawn(command, words, {
    cwd: modules,
    env: { HOME: folder, LANG: process.env.LANG ?? "C.UTF-8", ...env(modules) },
  });
  let output = "";
  const answers: ((line: string) => void)[] = [];
  child.stderr?.on("data", (chunk) => (output += chunk));
  if (!child.stdout) throw new Error("the agent has no output");
  createInterface(child.stdout).on("line", (line) => {
    output += `${line}\n`;
    if (line.startsWith("{")) answers.shift()?.(line);
  });
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        answers.push((line) => resolve(JSON.parse(line)));
        child.once("exit", () => reject(new Error(`the agent has ended:\n${output}`)));
        child.stdin?.write("who\n");
      }),
    addresses,
    output: () => output,
    stop: () => child.kill("SIGKILL"),
  };
}

/** Opens where the agent sent the browser, and goes through every page that follows. */
export async function decide(
  browser: Browser,
  address: string,
  service: string,
  decision: "Allow" | "Deny",
): Promise<void> {
  const limit = { timeout: patient(20_000) };
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(address);
    // A server that stands between the agent and the service asks first.
    const between = page.locator("button[value=approve]");
    if (!page.url().startsWith(service)) await between.click(limit);
    await page.waitForURL(`${service}/login/**`, limit);
    await page.getByLabel("Username").fill(GRACE.username);
    await page.getByLabel("Password", { exact: true }).fill(GRACE.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: decision }).click(limit);
    await page.waitForURL((url) => url.origin !== service, limit);
  } finally {
    await context.close();
  }
}

/** The tests of an agent; to be called within `describe`. */
export function agentJourney(journey: AgentJourney): void {
  let browser: Browser;
  let grace: string;
  const started: RunningAgent[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    const { server, token: bearer } = journey.service();
    const found = await send(server, "GET", "/auth/v1/users?alias=grace", { bearer });
    grace = found.body.payload[0].id;
  });
  afterAll(async () => {
    for (const agent of started) agent.stop();
    await browser?.close();
  });

  async function signIn(decision: "Allow" | "Deny") {
    const agent = startAgent(journey.program());
    started.push(agent);
    const first = agent.ask();
    const opened = expect.poll(agent.addresses, { timeout: patient(30_000) }).toHaveLength(1);
    // An agent that answers or ends before it has opened a browser did not get far.
    await Promise.race([
      opened,
      first.then((early) => expect(early, agent.output()).toBeUndefined()),
    ]);
    const [address = ""] = agent.addresses();
    await decide(browser, address, journey.service().server.url, decision);
    return { agent, first: await first };
  }

  test("signs a person in, calls the tool in their name, and gets new tokens by itself", async () => {
    const service = journey.service();
    await service.putSetting("token", { token_lifetime: "5s" });
    try {
      const before = service.issued("refresh_token");
      const { agent, first } = await signIn("Allow");
      expect(first, agent.output()).toEqual({ said: grace });
      const renewed = async () => {
        expect(await agent.ask(), agent.output()).toEqual({ said: grace });
        return service.issued("refresh_token");
      };
      await expect.poll(renewed, { timeout: patient(30_000) }).toBeGreaterThan(before);
      expect(agent.addresses()).toHaveLength(1);
    } finally {
      await service.putSetting("token", { token_lifetime: "15m" });
    }
  });

  test("says so when the person does not allow it", async () => {
    const { agent, first } = await signIn("Deny");
    expect(first.failed, agent.output()).toMatch(journey.refusal ?? /access_denied/);
  });
}
