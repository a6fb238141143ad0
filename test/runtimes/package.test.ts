/** The package as a stranger meets it: the tarball in an empty folder, a first start, a session. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { beforeAll, describe, expect, test } from "vitest";
import { execFileSync, spawnSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { packedPostern, withoutNpm } from "../support/package.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";

const ROOT = join(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");
const NODE = join(BIN, "node");
const PROGRAM = "node_modules/postern/bin/postern.js";
const OLD = "20.20.2";

const byNpm = temporaryFolder();
const byBun = temporaryFolder();

function inFolder(folder: string, program: string, ...words: string[]): void {
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync(program, words, { cwd: folder, env: withoutNpm(), stdio: "pipe" });
}

beforeAll(async () => {
  const tarball = await packedPostern();
  inFolder(byNpm, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", tarball);
  inFolder(byBun, join(BIN, "bun"), "add", tarball);
});

/** A browser's way through the login page of the first start, to the account page. */
async function signIn({ url, admin }: RunningServer): Promise<void> {
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }), url);
  expect((await jar.open("/")).status).toBe(302);
  const answer = await jar.send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ username: admin?.id, password: admin?.secret }),
  });
  expect(answer.status, answer.text).toBe(204);
  const page = await jar.open("/auth/ui/");
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("Administrator")]);
  expect((await jar.get("/auth/swagger/swagger-ui.css")).status).toBe(200);
  expect((await jar.get("/login/assets/login.js")).status).toBe(200);
}

const WAYS: [string, string, [string, ...string[]]][] = [
  ["npx postern serve on Node", byNpm, ["npx", "postern"]],
  ["the same on Bun", byNpm, [join(BIN, "bun"), PROGRAM]],
  ["the same on Deno", byNpm, [join(BIN, "deno"), "run", "-A", PROGRAM]],
  ["bun add, then bunx postern serve", byBun, [join(BIN, "bunx"), "--bun", "postern"]],
];

describe("from the tarball alone", () => {
  test.each(WAYS)("%s leads to a signed-in session", async (_, cwd, program) => {
    const env = { ...withoutNpm(), PATH: `${BIN}:${process.env.PATH ?? ""}` };
    const server = await startServer({ program, cwd, env });
    try {
      await signIn(server);
    } finally {
      await server.stop();
    }
  });

  test("the types and entries of a library are there", () => {
    const program = `
      import { createAuth } from "postern"; import { nodeRuntime } from "postern/node";
      const auth = createAuth({}, nodeRuntime({ memory: true }));
      await auth.ready;
      console.log((await auth.fetch(new Request("http://127.0.0.1/auth/oauth2/certs"))).status);
      await auth.close();`;
    writeFileSync(join(byNpm, "main.mjs"), program);
    const { stdout, stderr } = spawnSync(NODE, ["main.mjs"], { cwd: byNpm, encoding: "utf8" });
    expect(stdout.trim().split("\n").at(-1), stderr).toBe("200");
  });
});

/** A Node before 22.18 on the path, else this one under an old version. */
function oldNode(): readonly string[] {
  const ours = (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.includes("node_modules"));
  for (const folder of ours) {
    const program = join(folder, "node");
    if (!existsSync(program)) continue;
    const { stdout } = spawnSync(program, ["-p", "process.features.typescript"], {
      encoding: "utf8",
    });
    if (stdout.trim() === "undefined") return [program];
  }
  const versions = `{ ...process.versions, node: ${JSON.stringify(OLD)} }`;
  const told = `globalThis.process = Object.create(process, { versions: { value: ${versions} } })`;
  return [NODE, "--import", `data:text/javascript,${encodeURIComponent(told)}`];
}

describe("on a Node before 22.18", () => {
  const [node = "", ...first] = oldNode();
  const line = /^Postern needs Node 22\.18 or later; this is \d+\.\d+\.\d+\n$/;

  test.each([
    ["the program of the package", byNpm, [PROGRAM, "serve"]],
    ["npm start of a checkout", ROOT, ["scripts/run.js", "src/cli/postern.ts", "serve"]],
    ["an example", ROOT, ["scripts/run.js", "examples/own-app/main.ts"]],
  ])("%s says so in one line, and touches nothing", (_, folder, words) => {
    const cwd = temporaryFolder();
    const [script = "", ...rest] = words;
    const all = [
      ...first,
      join(folder, script),
      ...rest.map((word) => word.replace(/^(src|examples)\//, `${ROOT}/$1/`)),
    ];
    const { status, stdout, stderr } = spawnSync(node, all, { cwd, encoding: "utf8" });
    expect(stderr).toMatch(line);
    expect([status, stdout, readdirSync(cwd)]).toEqual([1, "", []]);
  });
});
