/** examples/device-login: a command-line tool signs in while a person allows it (RFC 8628). */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  adminToken,
  command,
  type RunningServer,
  send,
  startServer,
} from "../../support/server.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/device-login/main.ts");
let server: RunningServer;
let bearer: string;

beforeAll(async () => {
  server = await startServer();
  bearer = await adminToken(server);
  const put = async (path: string, json: object) => {
    const { status, text } = await send(server, "PUT", path, { bearer, json });
    expect(status, text).toBe(200);
  };
  await put("/auth/v1/oauth/clients/cli", { config: { public: true } });
  await put("/auth/v1/settings/device", { value: { interval: 1 } });
});
afterAll(() => server?.[Symbol.asyncDispose]());

test("it shows the code, waits for the person, and is signed in", async () => {
  const [program, args] = command("node", EXAMPLE);
  const env = { ...process.env, ISSUER: `${server.url}/auth/oauth2`, CLIENT_ID: "cli" };
  const tool = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const ended = once(tool, "close");
  const shown = new Promise<string>((resolve) => {
    tool.stderr.on("data", (data) => (output += data));
    tool.stdout.on("data", (data) => {
      output += data;
      const [, code] = /enter (\S+)/.exec(output) ?? [];
      if (code) resolve(code);
    });
  });
  const user_code = await Promise.race([
    shown,
    ended.then(() => Promise.reject(new Error(output))),
  ]);
  const json = { user_code };
  const { status, text } = await send(server, "POST", "/auth/v1/device", { bearer, json });
  expect(status, text).toBe(200);
  const [exit] = await ended;
  expect([exit, output]).toEqual([0, expect.stringContaining("Signed in as admin")]);
});
