/** docs/migration/keycloak.md: a realm with an application, exported by Keycloak itself, and the application at this service. */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { docsPort, programFolder } from "../protocol/docs/programs.ts";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { chromiumPath, openBrowser, type Page } from "../support/chromium.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { patient } from "../support/patience.ts";
import { personAt } from "../support/person.ts";
import { send } from "../support/server.ts";
import { claimsOf } from "../support/tokens.ts";
import { hasCommand } from "./installed.ts";
import { keycloakFolder, startKeycloak } from "./keycloak.ts";
import { type PageService, SECRETS, startPageService } from "./service.ts";

const PAGE = "docs/migration/keycloak.md";
const NODE = join(ROOT, "node_modules/.bin/node");
const KAY = { username: "kay", password: "correct horse" };

const realmWith = (application: string, service: string) => ({
  realm: "main",
  enabled: true,
  sslRequired: "none",
  roles: {
    realm: [
      { name: "editor" },
      { name: "chief", composite: true, composites: { realm: ["editor"] } },
    ],
    client: { notes: [{ name: "reader" }] },
  },
  groups: [
    {
      name: "staff",
      clientRoles: { notes: ["reader"] },
      subGroups: [{ name: "desk", realmRoles: ["chief"] }],
    },
  ],
  clients: [
    {
      clientId: "notes",
      name: "Notes",
      secret: SECRETS.CLIENT_SECRET,
      redirectUris: [`${application}/callback`],
      attributes: { "post.logout.redirect.uris": `${application}/goodbye` },
      directAccessGrantsEnabled: true,
    },
    {
      clientId: "board",
      publicClient: true,
      redirectUris: ["https://board.example.com/", "https://board.example.com/app/*"],
      attributes: { "post.logout.redirect.uris": "+" },
    },
    {
      clientId: "postern",
      secret: SECRETS.CLIENT_SECRET,
      redirectUris: [`${service}/auth/oauth2/code/keycloak`],
    },
    {
      clientId: "reporter",
      secret: "the secret of the reporter",
      serviceAccountsEnabled: true,
      standardFlowEnabled: false,
    },
  ],
  users: [
    {
      ...{ username: KAY.username, email: "kay@example.com", emailVerified: true, enabled: true },
      ...{ firstName: "Kay", lastName: "Example", groups: ["/staff/desk"] },
      credentials: [{ type: "password", value: KAY.password }],
    },
    { username: "lee", enabled: false, realmRoles: ["editor"] },
  ],
});

describe.skipIf(!(chromiumPath && hasCommand(PAGE, "mvn")))(PAGE, () => {
  let service: PageService;
  let home: string;
  let application: { readonly port: number; readonly origin: string };

  beforeAll(async () => {
    service = await startPageService();
    home = keycloakFolder(PAGE);
    const port = await docsPort();
    application = { port, origin: `http://127.0.0.1:${port}` };
    mkdirSync(join(home, "data/import"), { recursive: true });
    const realm = JSON.stringify(realmWith(application.origin, service.server.url));
    writeFileSync(join(home, "data/import/main-realm.json"), realm);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  /** The application of docs/connect/express.md, at an issuer. */
  function startApplication(issuer: string): Promise<RunningProgram> {
    const folder = programFolder();
    const program = blockNamed("docs/connect/express.md", "app")
      .text.replaceAll("http://127.0.0.1:8080/auth/oauth2", issuer)
      .replaceAll("3000", String(application.port));
    writeFileSync(join(folder, "app.mjs"), program);
    const env = { PATH: process.env.PATH ?? "", ...SECRETS };
    return runCommand([NODE, "app.mjs"], folder, application.port, env);
  }

  /** What the application says to a person who types the password at Keycloak. */
  async function signedInThere(
    running: RunningProgram,
    go: (page: Page) => Promise<Page> = async (page) => page,
    back: (page: Page) => Promise<void> = async () => undefined,
  ): Promise<string | null> {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${running.origin}/`);
      const there = await go(page);
      await there.locator("#username").fill(KAY.username);
      await there.locator("#password").fill(KAY.password);
      await there.locator("#kc-login").click();
      await back(page);
      await page.waitForURL(`${running.origin}/`, { timeout: patient(20_000) });
      return await page.textContent("body");
    } finally {
      await browser.close();
    }
  }
  const kayHere = async () => {
    const { server, token: bearer } = service;
    return (await send(server, "GET", "/auth/v1/users?alias=kay", { bearer })).body.payload[0];
  };

  test("before: the application signs a person in at Keycloak", async () => {
    await using keycloak = await startKeycloak(home, await docsPort(), ["--import-realm"], "main");
    await using running = await startApplication(`${keycloak.origin}/realms/main`);
    expect(await signedInThere(running)).toBe("Hello, Kay Example");
  });

  test("the program of the page writes everything that the export has a place for here", async () => {
    execFileSync("sh", ["-euc", blockNamed(PAGE, "export").text], { cwd: home, stdio: "pipe" });
    const folder = mkdtempSync(join(home, "move-"));
    cpSync(join(home, "export"), join(folder, "export"), { recursive: true });
    writeFileSync(join(folder, "move.mjs"), service.here(blockNamed(PAGE, "move").text));
    const env = { PATH: process.env.PATH ?? "", TOKEN: service.token };
    const script = `${NODE} move.mjs export/main-realm.json 2>&1`;
    const said = execFileSync("sh", ["-euc", script], { cwd: folder, env, encoding: "utf8" });
    expect(said).toBe("board: write the addresses of https://board.example.com/app/* by hand\n");
    const people = service
      .here(blockNamed(PAGE, "people").text)
      .replace("local=true", "local=false");
    const report = execFileSync(
      "sh",
      ["-euc", people.replace("curl ", "curl -sS --fail-with-body ")],
      {
        ...{ cwd: folder, env, encoding: "utf8" },
      },
    );
    expect(report).toContain('"created":2,"updated":0,"unchanged":0,"skipped":1,"refused":0');

    const { server, token: bearer } = service;
    const read = async (path: string) =>
      (await send(server, "GET", `/auth/v1${path}`, { bearer })).body.payload;
    expect((await read("/oauth/clients/board")).config).toMatchObject({
      public: true,
      redirect_uris: ["https://board.example.com/"],
      post_logout_redirect_uris: ["https://board.example.com/"],
    });
    const [lee] = await read("/users?alias=lee");
    expect(lee).toMatchObject({ is_active: false, local: false });
  });

  test("on the way: with another issuer it greets the person who was moved, after a sign-in at the old realm", async () => {
    await using keycloak = await startKeycloak(home, await docsPort(), [], "main");
    await service.putSetting("oauth2", { internal_hosts: ["127.0.0.1"] });
    const realm = `${keycloak.origin}/realms/main`;
    service.paste(PAGE, "upstream", realm, "https://sso.example.com/realms/main");
    await using running = await startApplication(`${service.server.url}/auth/oauth2`);
    const limit = { timeout: patient(20_000) };
    const said = await signedInThere(
      running,
      async (page) => {
        // The login page opens a window for it, and goes on when that has ended.
        const opened = page.waitForEvent("popup", limit);
        await page.getByText("Keycloak").first().click(limit);
        return opened;
      },
      (page) => page.getByRole("button", { name: "Allow" }).click(limit),
    );
    expect(said, running.output()).toBe("Hello, Kay Example");
    const { id, local, role_ids } = await kayHere();
    expect([local, role_ids.length]).toEqual([false, expect.any(Number)]);
    const { server, token: bearer } = service;
    const path = `/auth/v1/users/${id}/identities`;
    const { body } = await send(server, "GET", path, { bearer });
    expect(body.payload).toMatchObject([{ issuer: realm }]);
  });

  test("after: the same application, with another issuer, greets the same person, signs out, and finds the roles where they were", async () => {
    const { server, token: bearer } = service;
    const { id, alias, role_ids, sync_role_ids, details } = await kayHere();
    const json = {
      ...{ alias, role_ids, sync_role_ids, local: true },
      details: { ...details, password: KAY.password },
    };
    const changed = await send(server, "PUT", `/auth/v1/users/${id}`, { bearer, json });
    expect(changed.status, changed.text).toBe(200);

    await using running = await startApplication(`${server.url}/auth/oauth2`);
    const person = personAt(server.url, KAY);
    const home = await person.signInTo(`${running.origin}/`);
    expect(home.text, running.output()).toBe("Hello, Kay Example");
    expect((await person.open(`${running.origin}/logout`)).text).toBe("You are signed out.");

    const client = { client_id: "notes", client_secret: SECRETS.CLIENT_SECRET };
    const form = { ...client, grant_type: "password", ...KAY, scope: "openid profile email roles" };
    const { body, text } = await send(server, "POST", "/auth/oauth2/token", { form });
    expect(claimsOf(body.access_token ?? text)).toMatchObject({
      sub: id,
      preferred_username: "kay",
      email: "kay@example.com",
      email_verified: true,
      realm_access: {
        roles: expect.arrayContaining(["editor", "chief", "notes/reader", "/staff", "/staff/desk"]),
      },
    });
  });

  test("after: the service account has its name and its secret", async () => {
    const form = {
      grant_type: "client_credentials",
      client_id: "reporter",
      client_secret: "the secret of the reporter",
    };
    const { status, text } = await send(service.server, "POST", "/auth/oauth2/token", { form });
    expect(status, text).toBe(200);
  });
});
