/** `@modelcontextprotocol/conformance` as a process: its scenarios for authorization servers. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { ROOT } from "../protocol/docs/blocks.ts";
import { temporaryFolder } from "./folders.ts";
import type { Person } from "./mcp-agent.ts";

export interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

export interface ConformanceRun {
  readonly issuer: string;
  /** A public client with `http://127.0.0.1/callback` among its redirect addresses. */
  readonly client: string;
  readonly resource: string;
  /** Where the suite listens for the answer. */
  readonly port: number;
  /** Opens the address that the suite writes, and allows what is asked. */
  readonly person: Person;
}

const PROGRAM = join(ROOT, "tools/node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Every check of every scenario that applies to an authorization server. */
export async function authorizationConformance(run: ConformanceRun): Promise<Check[]> {
  const folder = temporaryFolder();
  const words = ["--url", run.issuer, "--client-id", run.client, "--resource", run.resource];
  const more = ["--port", String(run.port), "--output-dir", folder];
  const child = spawn(
    join(ROOT, "node_modules/.bin/node"),
    [PROGRAM, "authorization", ...words, ...more],
    { cwd: folder, env: { PATH: process.env.PATH ?? "" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  try {
    for await (const line of createInterface(child.stdout)) {
      output += `${line}\n`;
      if (!line.startsWith(`${run.issuer}/authorize?`)) continue;
      await fetch(await run.person.decide(new URL(line)));
    }
    await ended;
  } finally {
    child.kill();
  }
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const checks = files.filter((file) => file.endsWith("checks.json"));
  if (checks.length === 0) throw new Error(`no checks were written:\n${output}`);
  return checks.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Check[]);
}
