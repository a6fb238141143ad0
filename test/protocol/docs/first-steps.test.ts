/** The finished programs of the console's first steps run as they are shown, against a real server. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Registered } from "../../../console/pages/first-steps/kinds.ts";
import { snippetsFor } from "../../../console/pages/first-steps/snippets.ts";
import { execFileSync } from "../../support/ended-programs.ts";
import { personAt } from "../../support/person.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import { docsPort } from "./programs.ts";
import { runProgram } from "./run-program.ts";

const GRACE = { username: "grace", password: "correct horse" };
const secret = randomBytes(32).toString("hex");
let server: RunningServer;
let token: string;

const put = async (method: string, path: string, body: object) => {
  const answer = await send(server, method, path, { bearer: token, json: body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
};

beforeAll(async () => {
  server = await startServer();
  token = await adminToken(server);
  await put("POST", "/auth/v1/users", {
    alias: ["grace", "grace@example.com"],
    local: true,
    details: { uid: "grace", name: "Grace Hopper", password: GRACE.password },
  });
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** The text that the page shows under this name. */
function shown(application: Registered, name: string): string {
  const all = snippetsFor(`${server.url}/auth/oauth2`, application);
  const { text } = all.find((snippet) => snippet.name.startsWith(name)) ?? { text: "" };
  expect(text).not.toBe("");
  expect(text).not.toContain(secret);
  return text;
}

test.each([
  { name: "openid-client", file: "app.mjs", path: "/callback", greeting: "Signed in as grace" },
  { name: "openid-client", file: "app.mjs", path: "/", greeting: "Signed in as grace" },
  { name: "Python", file: "app.py", path: "/back", greeting: "Hello, Grace Hopper" },
])(
  "$name, back at $path: signs a person in as it stands",
  async ({ name, file, path, greeting }) => {
    const port = await docsPort();
    const redirect = `http://127.0.0.1:${port}${path}`;
    const id = `notes-${port}`;
    await put("PUT", `/auth/v1/oauth/clients/${id}`, {
      enabled: true,
      config: { client_name: id, client_secret: secret, redirect_uris: [redirect] },
    });
    const program = shown({ kind: "web", id, redirect, secret }, name);
    await using running = await runProgram(file, program, port, { CLIENT_SECRET: secret });
    const person = personAt(server.url, GRACE);
    const home = await person.signInTo(`${running.origin}/`);
    expect(home.text, running.output()).toBe(greeting);
    // An answer that this browser did not ask for signs no person in.
    const stranger = personAt(server.url, GRACE);
    await stranger.open(`${redirect}?code=${"0".repeat(64)}&state=s`);
    expect((await stranger.open(`${running.origin}/`)).text).not.toContain(greeting);
  },
);

test("curl: a program without a user gets its token by the line as it stands", async () => {
  await put("POST", "/auth/v1/service-accounts", {
    alias: ["robot"],
    details: { name: "robot", secret },
  });
  const line = shown({ kind: "machine", id: "robot", redirect: "", secret }, "curl");
  const output = execFileSync("sh", ["-euc", line.replace("curl ", "curl -sS ")], {
    env: { PATH: process.env.PATH ?? "", CLIENT_SECRET: secret },
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toMatchObject({ token_type: expect.stringMatching(/^bearer$/i) });
});

test("a redirect URI and a client ID cannot break out of their quotes", () => {
  const redirect = "http://127.0.0.1:3000/a\"b`c$\u007bd}';e";
  const hostile: Registered = { kind: "web", id: 'x"y', redirect, secret };
  for (const { name, text } of snippetsFor("https://id.example.com/auth/oauth2", hostile)) {
    if (name !== "Addresses") expect(text, name).not.toContain('x"y');
  }
  const [node] = snippetsFor("https://id.example.com/auth/oauth2", hostile);
  expect(node?.text).toContain(JSON.stringify(redirect));
});
