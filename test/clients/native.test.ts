/** docs/connect/native.md: AppAuth-JS on Node, whose browser is the person of the tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import { patient } from "../support/patience.ts";
import { personAt } from "../support/person.ts";
import { installed, pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { type PageService, startPageService } from "./service.ts";

const PAGE = "docs/connect/native.md";

/** The command by which programs open a browser; it writes down where it was sent. */
const BROWSER = `#!/bin/sh
printf %s "$1" > "$OPENED"
`;

describe(PAGE, () => {
  let service: PageService;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    service = await startPageService();
    service.paste(PAGE, "client");
  });
  afterAll(async () => {
    for (const child of started) child.kill("SIGKILL");
    await service?.[Symbol.asyncDispose]();
  });

  /** Runs the program of the page, and what a person decides in its browser. */
  async function run(decision: "approve" | "deny") {
    const modules = installed(PAGE);
    const folder = mkdtempSync(join(modules, "run-"));
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/xdg-open"), BROWSER);
    chmodSync(join(folder, "bin/xdg-open"), 0o755);
    const { text, options } = blockNamed(PAGE, "app");
    const program = join(folder, options.file ?? "");
    const port = String(await docsPort());
    writeFileSync(program, service.here(text).replaceAll("3000", port));
    const opened = join(folder, "opened");
    const PATH = [join(folder, "bin"), pathFor(modules)].join(delimiter);
    const tsx = join(modules, "node_modules/tsx/dist/cli.mjs");
    const child = spawn(join(ROOT, "node_modules/.bin/node"), [tsx, program], {
      cwd: folder,
      env: { PATH, OPENED: opened },
    });
    started.push(child);
    const lines: string[] = [];
    child.stdout.on("data", (chunk) => lines.push(...String(chunk).split("\n")));
    child.stderr.on("data", (chunk) => lines.push(...String(chunk).split("\n")));
    const exit = once(child, "exit");

    const address = () => {
      try {
        return readFileSync(opened, "utf8");
      } catch {
        return "";
      }
    };
    await expect
      .poll(address, { timeout: patient(30_000), message: lines.join("\n") })
      .toMatch(/^http/);
    const { asked } = await personAt(service.server.url, GRACE).signInTo(address(), decision);
    expect(asked).toEqual(["/login/", "/auth/oauth2/consent"]);
    await exit;
    return lines;
  }

  test("signs a person in, gets new tokens, and gives them back", async () => {
    const before = service.issued("refresh_token");
    const lines = await run("approve");
    expect(lines).toEqual(
      expect.arrayContaining([
        "Hello, Grace Hopper",
        "Mail for grace@example.com",
        "You are signed out.",
      ]),
    );
    expect(service.issued("refresh_token")).toBe(before + 1);
    expect(service.server.output()).toMatch(/"revoked".*"actor":"notes-cli"/);
  });

  test("says so when the person does not allow it", async () => {
    expect(await run("deny")).toContain("You were not signed in: access_denied");
  });
});
