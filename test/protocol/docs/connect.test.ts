/** docs/connect: the application of each page that can run here signs a person in, against a real server. */
import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personAt } from "../../support/person.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import { blockNamed } from "./blocks.ts";
import { docsPort } from "./programs.ts";
import { PYTHON, type RunningProgram, runProgram } from "./run-program.ts";

const GRACE = { username: "grace", password: "correct horse" };
const SECRETS = {
  CLIENT_SECRET: "the secret of the client",
  COOKIE_SECRET: "the secret of its cookies",
  SESSION_SECRET: "the secret of its sessions",
};

const python = spawnSync(PYTHON, ["-c", "import authlib.integrations.flask_client, requests"]);
if (python.status !== 0) {
  console.warn(
    "docs/connect/python.md is skipped: apt-get install python3-authlib python3-flask python3-requests",
  );
}

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await adminToken(server);
  paste("docs/connect/index.md", "user");
});
afterAll(() => server?.[Symbol.asyncDispose]());

const here = (text: string) =>
  text.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):8080/g, server.url);

/** A command of a page as it stands there, at this server. */
function paste(page: string, name: string): void {
  const script = here(blockNamed(page, name).text);
  execFileSync("sh", ["-euc", script.replaceAll("curl ", "curl -sS --fail-with-body ")], {
    env: { PATH: process.env.PATH ?? "", TOKEN: token, ...SECRETS },
  });
}

/** The program of a page, which signs in at this server. */
async function start(page: string): Promise<RunningProgram> {
  const { text, options } = blockNamed(page, "app");
  const port = await docsPort();
  const program = here(text).replaceAll("3000", String(port));
  return runProgram(options.file ?? "", program, port, SECRETS);
}

const PAGES = [
  { page: "docs/connect/express.md", runs: true },
  { page: "docs/connect/hono.md", runs: true },
  { page: "docs/connect/python.md", runs: python.status === 0 },
];

for (const { page, runs } of PAGES) {
  describe.skipIf(!runs)(page, () => {
    test("its client and its program sign a person in, greet by name, and sign out", async () => {
      paste(page, "client");
      await using running = await start(page);

      const person = personAt(server.url, GRACE);
      const home = await person.signInTo(`${running.origin}/`);
      expect(home.asked, running.output()).toEqual(["/login/", "/auth/oauth2/consent"]);
      expect(home.text, running.output()).toBe("Hello, Grace Hopper");
      expect((await person.open(`${running.origin}/`)).text).toBe("Hello, Grace Hopper");

      expect((await person.open(`${running.origin}/logout`)).text).toBe("You are signed out.");
      const again = await person.signInTo(`${running.origin}/`);
      expect(again.asked, "still signed in at the service").toEqual(["/auth/oauth2/consent"]);
    });

    test("an answer that this browser did not ask for signs nobody in", async () => {
      await using running = await start(page);
      const person = personAt(server.url, GRACE);
      const issuer = encodeURIComponent(`${server.url}/auth/oauth2`);
      await person.open(`${running.origin}/callback?code=${"0".repeat(64)}&state=s&iss=${issuer}`);
      expect((await person.open(`${running.origin}/`)).text).not.toContain("Hello");
    });
  });
}

test("docs/connect/hono.md: the page for editors refuses Grace, and is open to her with the role", async () => {
  paste("docs/connect/hono.md", "client");
  await using running = await start("docs/connect/hono.md");
  const reports = async () => {
    const person = personAt(server.url, GRACE);
    await person.signInTo(`${running.origin}/`);
    const { status, text } = await person.open(`${running.origin}/reports`);
    return { status, text };
  };
  expect(await reports(), running.output()).toEqual({
    status: 403,
    text: "This page is for editors.",
  });

  const bearer = token;
  const role = await send(server, "POST", "/auth/v1/roles", { bearer, json: { name: "editor" } });
  const { body } = await send(server, "GET", "/auth/v1/users?alias=grace", { bearer });
  const json = { role_ids: [role.body.payload.id] };
  await send(server, "PATCH", `/auth/v1/users/${body.payload[0].id}`, { bearer, json });
  expect(await reports(), running.output()).toEqual({ status: 200, text: "The reports" });
});

test("what the first page says of a redirect URI that is not registered", async () => {
  const { body } = await send(
    server,
    "GET",
    "/auth/oauth2/authorize?response_type=code&client_id=notes&redirect_uri=http://127.0.0.1:3000/elsewhere",
  );
  expect(body.error_description).toBe("redirect_uri not allowed");
});
