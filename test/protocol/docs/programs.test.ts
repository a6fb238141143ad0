/** The TypeScript of the pages: all of it type-checks, and the whole programs run. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Block, blockNamed, ROOT, readBlocks } from "./blocks.ts";
import { freePort, programFolder, typeCheck } from "./programs.ts";

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

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const source = ({ options, text }: Block) => (PREAMBLES[options.preamble ?? ""] ?? "") + text;

test("every TypeScript block type-checks", () => {
  const folder = programFolder();
  const blocks = PAGES.flatMap(readBlocks).filter(({ language }) => language === "ts");
  const files = blocks.map((block) => {
    const file = `${block.page.replace(/\W/g, "-")}-${block.name}.ts`;
    writeFileSync(join(folder, file), source(block));
    return file;
  });
  expect(blocks.length).toBeGreaterThan(3);
  expect(typeCheck(folder, files)).toBe("");
});

/** Runs a program of a folder on Node and waits until its port answers. */
async function run(program: string, port: number, env: Record<string, string> = {}) {
  const folder = programFolder();
  writeFileSync(join(folder, "main.ts"), program);
  const child = spawn(join(ROOT, "node_modules/.bin/node"), ["main.ts"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const origin = `http://127.0.0.1:${port}`;
  for (let left = 300; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`);
    const up = await fetch(`${origin}/`).then(
      () => true,
      () => false,
    );
    if (up) return { origin, child };
    await sleep(100);
  }
  throw new Error(`no answer:\n${output}`);
}

const status = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers }).then((response) => response.status);

test("the minimal application serves both its own pages and the service, and nobody manages", async () => {
  const port = await freePort();
  const program = blockNamed("docs/embedding.md", "minimal").text.replace("3000", String(port));
  const { origin } = await run(program, port);

  expect(await fetch(`${origin}/`).then((response) => response.text())).toBe("our own page");
  const discovery = await fetch(`${origin}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({ issuer: `${origin}/id/oauth2` });
  expect(await status(`${origin}/id/v1/settings`)).toBe(401);
  expect(await status(`${origin}/id/v1/settings`, { "x-user": "admin" })).toBe(401);
  expect(await status(`${origin}/elsewhere`)).toBe(404);
});

test("the README's application does the same", async () => {
  const port = await freePort();
  const program = blockNamed("README.md", "embedding").text.replace("3000", String(port));
  const { origin } = await run(program, port);

  expect(await status(`${origin}/id/oauth2/certs`)).toBe(200);
  expect(await status(`${origin}/id/v1/settings`)).toBe(401);
});

/** A client and a user, as `examples/own-app` makes them: before the session stands in front. */
const SEED = `
const put = (method: string, path: string, body: unknown) =>
  auth.fetch(new Request("http://localhost/id/v1" + path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }));
await put("PUT", "/oauth/clients/app", { config: { client_secret: "app-secret" } });
await put("POST", "/users", { alias: ["ada"], local: true, details: { password: "correct horse" } });
`;

test("the application of docs/sessions.md sends to its login page, signs in, says who asks, and signs out", async () => {
  const port = await freePort();
  const program = blockNamed("docs/sessions.md", "own-app").text.replace("3000", String(port));
  const started = program.replace("\nserve(", `${SEED}\nserve(`);
  const { origin } = await run(started, port, { CLIENT_SECRET: "app-secret" });
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

  const signedIn = await fetch(`${origin}/login/auth/token/password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada", password: "correct horse" }),
  });
  expect(signedIn.status, await signedIn.text()).toBe(204);
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  const greeting = await open("/", { cookie, "x-user": "somebody else" });
  expect(await greeting.text()).toBe("Hello, ada");

  const out = await open("/logout", { cookie });
  expect([out.status, out.headers.get("location")]).toEqual([307, "/login/"]);
  expect((await open("/", { cookie })).status).toBe(307);
});
