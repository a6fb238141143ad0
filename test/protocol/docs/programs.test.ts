/** The TypeScript of the pages: all of it type-checks, and the whole programs run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyOfExamples, mainOf } from "../../support/example.ts";
import { type Block, blockNamed, readBlocks } from "./blocks.ts";
import { readCurl, splitCommands } from "./curl.ts";
import { docsPort, typeCheck } from "./programs.ts";
import { runProgram } from "./run-program.ts";

const PAGES = [
  "README.md",
  "docs/embedding.md",
  "docs/sessions.md",
  "docs/login.md",
  "docs/guards.md",
];
const PREAMBLES: Readonly<Record<string, string>> = {
  auth: `import type { AuthService } from "postern";\ndeclare const auth: AuthService;\nexport {};\n`,
  app: `import type { Hono } from "hono";
import type { Instances, Session } from "postern";
export declare const app: Hono;
export declare const instances: Instances;
export declare const session: Session;
export declare const page: string;\n`,
};

const source = ({ options, text }: Block) => (PREAMBLES[options.preamble ?? ""] ?? "") + text;

/** In one run: the compiler reads the sources of the service for any of them. */
test("every TypeScript block type-checks, and every program of examples/", async () => {
  const folder = copyOfExamples();
  const blocks = PAGES.flatMap(readBlocks).filter(({ language }) => language === "ts");
  const files = blocks.map((block) => {
    const file = `${block.page.replace(/\W/g, "-")}-${block.name}.ts`;
    writeFileSync(join(folder, file), source(block));
    return file;
  });
  expect(blocks.length).toBeGreaterThan(3);
  const examples = [
    ...["custom-login", "device-login", "mcp-server", "own-app"].map(mainOf),
    "examples/first-administrator.ts",
  ];
  expect(await typeCheck(folder, [...files, ...examples])).toBe("");
});

const status = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers }).then((response) => response.status);

test("the minimal application serves both its own pages and the service, and no one manages", async () => {
  const port = await docsPort();
  const program = blockNamed("docs/embedding.md", "minimal").text.replace("3000", String(port));
  await using running = await runProgram("main.ts", program, port);
  const { origin } = running;

  expect(await fetch(`${origin}/`).then((response) => response.text())).toBe("our own page");
  const discovery = await fetch(`${origin}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({ issuer: `${origin}/id/oauth2` });
  expect(await status(`${origin}/id/v1/settings`)).toBe(401);
  expect(await status(`${origin}/id/v1/settings`, { "x-user": "admin" })).toBe(401);
  expect(await status(`${origin}/elsewhere`)).toBe(404);
});

test("the README's application does the same", async () => {
  const port = await docsPort();
  const program = blockNamed("README.md", "embedding").text.replace("3000", String(port));
  await using running = await runProgram("main.ts", program, port);
  const { origin } = running;

  expect(await status(`${origin}/id/oauth2/certs`)).toBe(200);
  expect(await status(`${origin}/id/v1/settings`)).toBe(401);
});

test("the application of docs/sessions.md sends to its login page, signs in, says who asks, and signs out", async () => {
  const port = await docsPort();
  const program = blockNamed("docs/sessions.md", "own-app").text.replace("3000", String(port));
  await using running = await runProgram("main.ts", program, port);
  const { origin, folder, output } = running;
  const told = readFileSync(join(folder, "data/first-run.txt"), "utf8");
  const [, username = "", password = ""] = /Administrator +(\S+) +(\S+)/.exec(told) ?? [];
  expect(username).toBe("admin");
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, { headers: { accept: "text/html", ...headers }, redirect: "manual" });

  expect(await status(`${origin}/`, { "x-user": "ada" })).toBe(401);
  const sent = await open("/?page=2");
  expect([sent.status, sent.headers.get("location")]).toEqual([
    307,
    "/login/?redirect_path=%2F%3Fpage%3D2",
  ]);
  expect((await open("/login/")).status).toBe(200);
  expect(await status(`${origin}/id/oauth2/certs`)).toBe(200);
  expect(await status(`${origin}/id/v1/settings`)).toBe(401);

  const signedIn = await fetch(`${origin}/login/auth/token/postern`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  expect(signedIn.status, await signedIn.text()).toBe(204);
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  const greeting = await open("/", { cookie, "x-user": "someone else" });
  expect(await greeting.text()).toBe("Hello, admin");

  const out = await open("/logout", { cookie });
  expect([out.status, out.headers.get("location")]).toEqual([307, "/login/"]);
  expect((await open("/", { cookie })).status).toBe(307);
  // The page's text needs no request that an open management plane would have to let through.
  expect(output()).not.toContain("without an administrator");
  expect(output()).not.toContain(password);
});

test("docs/guards.md: from a role to a claim to a refused page", async () => {
  const port = await docsPort();
  const page = "docs/guards.md";
  const program = blockNamed(page, "role-program").text.replace("3000", String(port));
  await using running = await runProgram("main.ts", program, port);
  const { origin, folder } = running;
  const told = readFileSync(join(folder, "data/first-run.txt"), "utf8");
  const [, ADMIN_PASSWORD = ""] = /Administrator +\S+ +(\S+)/.exec(told) ?? [];
  const [, LOGIN_SECRET = ""] = /^\s*\S.*\blogin +(\S+)/m.exec(told) ?? [];
  const variables: Record<string, string> = { ADMIN_PASSWORD, LOGIN_SECRET };

  async function paste(name: string): Promise<void> {
    const { text, options } = blockNamed(page, name);
    for (const words of splitCommands(text.replaceAll("3000", String(port)), variables)) {
      const response = await fetch(readCurl(words));
      const body = await response.text();
      expect(response.status, body).toBe(200);
      const [variable, path = ""] = options.sets?.split(":") ?? [];
      const member = (at: Record<string, unknown>, key: string) => at[key] as typeof at;
      if (variable) variables[variable] = String(path.split(".").reduce(member, JSON.parse(body)));
    }
  }
  async function reports(username: string, password: string) {
    const signedIn = await fetch(`${origin}/login/auth/token/postern`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
    const response = await fetch(`${origin}/reports`, { headers: { cookie } });
    return [response.status, (await response.text()).trim()];
  }
  const refused = [403, JSON.stringify({ message: "role not authorized" })];

  for (const name of ["role-token", "role-role", "role-user"]) await paste(name);
  expect(await reports("grace", "correct horse"), running.output()).toEqual(refused);
  await paste("role-client");
  expect(await reports("grace", "correct horse")).toEqual([200, "The reports, for grace"]);
  expect(await reports("admin", ADMIN_PASSWORD)).toEqual(refused);
  expect(await status(`${origin}/reports`)).toBe(401);
});
