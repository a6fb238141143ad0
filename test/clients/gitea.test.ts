/** docs/connect/gitea.md: a real Gitea, built from its module, and its authentication source by its own command line. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { personAt } from "../support/person.ts";
import { send } from "../support/server.ts";
import { hasCommand, installedBy, pathFor } from "./installed.ts";
import { GRACE } from "./journey.ts";
import { type PageService, SECRETS, startPageService } from "./service.ts";

const PAGE = "docs/connect/gitea.md";
const VERSION = "1.26.0";
const BUILD = `cp -r "$(go mod download -json code.gitea.io/gitea@v${VERSION} | sed -n 's/.*"Dir": "\\(.*\\)".*/\\1/p')" source
chmod -R u+w source
cd source
go build -mod=mod -tags 'sqlite sqlite_unlock_notify' -o ../bin/gitea .`;

describe.skipIf(!hasCommand(PAGE, "go", "version"))(PAGE, () => {
  let service: PageService;
  let gitea: RunningProgram;

  beforeAll(async () => {
    service = await startPageService();
    const modules = installedBy(PAGE, BUILD);
    const folder = mkdtempSync(join(modules, "run-"));
    const port = await docsPort();
    const origin = `http://127.0.0.1:${port}`;
    const here = (name: string) =>
      blockNamed(PAGE, name)
        .text.replaceAll("https://git.example.com", origin)
        .replaceAll("https://id.example.com", service.server.url);
    const env = {
      PATH: pathFor(modules),
      HOME: folder,
      GITEA_WORK_DIR: folder,
      GITEA_I_AM_BEING_UNSAFE_RUNNING_AS_ROOT: "true",
      TOKEN: service.token,
      ...SECRETS,
    };
    const own = [
      "[server]",
      `HTTP_ADDR = 127.0.0.1\nHTTP_PORT = ${port}\nROOT_URL = ${origin}/`,
      `STATIC_ROOT_PATH = ${join(modules, "source")}`,
      "[database]\nDB_TYPE = sqlite3",
      "[security]\nINSTALL_LOCK = true",
    ];
    mkdirSync(join(folder, "custom/conf"), { recursive: true });
    writeFileSync(join(folder, "custom/conf/app.ini"), [...own, here("ini"), ""].join("\n"));
    const shell = (script: string) =>
      execFileSync("sh", ["-euc", script], { cwd: folder, env, stdio: "pipe" });
    shell(here("client").replaceAll("curl ", "curl -sS --fail-with-body "));
    shell("gitea migrate");
    // The first account of an installation is an administrator.
    shell(
      "gitea admin user create --admin --username root-of-it --email root@example.com --random-password",
    );
    shell(here("source"));
    shell(here("roles-client").replaceAll("curl ", "curl -sS --fail-with-body "));
    shell(here("groups"));
    gitea = await runCommand([join(modules, "bin/gitea"), "web"], folder, port, env, "SIGTERM");
  });
  afterAll(async () => {
    await gitea?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const person = () => personAt(service.server.url, GRACE);
  const start = () => `${gitea.origin}/user/oauth2/postern`;

  test("signs a person in, with an account of the username that they have here", async () => {
    const grace = person();
    const home = await grace.signInTo(start());
    expect(home.asked, gitea.output()).toEqual(["/login/", "/auth/oauth2/consent"]);
    const settings = await grace.open(`${gitea.origin}/user/settings`);
    expect(settings.text, gitea.output()).toContain('value="grace"');
    expect(settings.text).toContain("Grace Hopper");
    expect(settings.text).toContain("grace@example.com");
  });

  test("makes the holders of a role administrators, at their next sign-in", async () => {
    const { server, token: bearer } = service;
    const administers = async () => {
      const grace = person();
      await grace.signInTo(start());
      return (await grace.open(`${gitea.origin}/-/admin`)).status;
    };
    expect(await administers()).toBe(403);

    const role = await send(server, "POST", "/auth/v1/roles", {
      bearer,
      json: { name: "gitea-admin" },
    });
    const { body } = await send(server, "GET", "/auth/v1/users?alias=grace", { bearer });
    const json = { role_ids: [role.body.payload.id] };
    await send(server, "PATCH", `/auth/v1/users/${body.payload[0].id}`, { bearer, json });
    expect(await administers()).toBe(200);
  });

  test("signs out at the service as well, which asks first", async () => {
    const grace = person();
    await grace.signInTo(start());
    const asked = await grace.open(`${gitea.origin}/user/logout`);
    expect(asked.text).toContain("<title>Sign out?");
    expect((await grace.signInTo(start())).asked).not.toContain("/login/");
  });

  test("says so when the person does not allow it", async () => {
    const refused = await person().signInTo(start(), "deny");
    expect(refused.status, gitea.output()).toBeLessThan(500);
    expect(refused.text).toContain("The authorization request was denied.");
    expect(refused.text).not.toContain("Grace Hopper");
  });
});
