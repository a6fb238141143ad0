/** docs/connect: the application of each page that can run here signs a person in, against a real server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GRACE, journey } from "../../clients/journey.ts";
import { type PageService, SECRETS, startPageService } from "../../clients/service.ts";
import { spawnSync } from "../../support/ended-programs.ts";
import { personAt } from "../../support/person.ts";
import { send } from "../../support/server.ts";
import { blockNamed } from "./blocks.ts";
import { docsPort } from "./programs.ts";
import { PYTHON, type RunningProgram, runProgram } from "./run-program.ts";

const python = spawnSync(PYTHON, ["-c", "import authlib.integrations.flask_client, requests"]);
if (python.status !== 0) {
  console.warn(
    "docs/connect/python.md is skipped: apt-get install python3-authlib python3-flask python3-requests",
  );
}

let service: PageService;
beforeAll(async () => {
  service = await startPageService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** The program of a page, which signs in at this server. */
async function start(page: string): Promise<RunningProgram> {
  const { text, options } = blockNamed(page, "app");
  const port = await docsPort();
  service.paste(page, "client", port);
  const program = service.here(text).replaceAll("3000", String(port));
  return runProgram(options.file ?? "", program, port, SECRETS);
}

const PAGES = [
  { page: "docs/connect/express.md", runs: true, asks: "/mail" },
  { page: "docs/connect/hono.md", runs: true },
  { page: "docs/connect/python.md", runs: python.status === 0, asks: "/mail" },
];

for (const { page, runs, asks } of PAGES) {
  describe.skipIf(!runs)(page, () => {
    let running: RunningProgram;
    const started = async () => {
      running = await start(page);
      return running;
    };
    journey({ service: () => service, start: started, ...(asks && { asks }) });

    test("an answer that this browser did not ask for signs no one in", async () => {
      const person = personAt(service.server.url, GRACE);
      const issuer = encodeURIComponent(`${service.server.url}/auth/oauth2`);
      await person.open(`${running.origin}/callback?code=${"0".repeat(64)}&state=s&iss=${issuer}`);
      expect((await person.open(`${running.origin}/`)).text).not.toContain("Hello");
    });
  });
}

test("docs/connect/hono.md: the page for editors refuses Grace, and is open to her with the role", async () => {
  const { server, token: bearer } = service;
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

  const role = await send(server, "POST", "/auth/v1/roles", { bearer, json: { name: "editor" } });
  const { body } = await send(server, "GET", "/auth/v1/users?alias=grace", { bearer });
  const json = { role_ids: [role.body.payload.id] };
  await send(server, "PATCH", `/auth/v1/users/${body.payload[0].id}`, { bearer, json });
  expect(await reports(), running.output()).toEqual({ status: 200, text: "The reports" });
});

test("what the first page says of a redirect URI that is not registered", async () => {
  const { body } = await send(
    service.server,
    "GET",
    "/auth/oauth2/authorize?response_type=code&client_id=notes&redirect_uri=http://127.0.0.1:3000/elsewhere",
  );
  expect(body.error_description).toBe("redirect_uri not allowed");
});
