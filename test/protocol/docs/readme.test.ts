/** README, "Start": a real server in an empty folder, the printed commands with the real curl. */
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execFileSync } from "../../support/ended-programs.ts";
import { firstRunText } from "../../support/inside.ts";
import { personAt } from "../../support/person.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockNamed } from "./blocks.ts";
import { docsPort } from "./programs.ts";
import { runProgram } from "./run-program.ts";

const PAGE = "README.md";
const SHOWN_ORIGIN = "http://localhost:8080";
const CREDENTIAL = /[a-z0-9]{5}(?:-[a-z0-9]{5}){3}/g;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ args: ["--port", String(await docsPort())] });
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** Runs a script as a reader who pastes it. */
function paste(script: string, env: Record<string, string> = {}): Record<string, unknown> {
  const output = execFileSync("sh", ["-euc", script.replaceAll("curl ", "curl -sS ")], {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  return JSON.parse(output) as Record<string, unknown>;
}

/** As it is printed: the name of the loopback address (decision E-14). */
const origin = (): string => server.url.replace("127.0.0.1", "localhost");

const here = (script: string) => script.replaceAll(SHOWN_ORIGIN, origin());

/** What the first start told. */
const printed = (): string => (server.firstRun ?? "").replace(/^\n/, "").trimEnd();

function printedCommand(number: number): string {
  const commands = printed().match(/^ {4}curl (?:.*\\\n)*.*$/gm) ?? [];
  return commands[number] ?? "";
}

test("the first start tells what the README shows, a file what a terminal would", () => {
  const masked = (text: string) => text.replace(CREDENTIAL, "*");
  const withoutFirst = (text: string) => text.slice(text.indexOf("\n"));
  const shown = masked(here(blockNamed(PAGE, "printed").text));
  expect(withoutFirst(shown)).toBe(withoutFirst(masked(printed())));
  const credential = "k7mgn-sb9g8-35tqt-rqw7v";
  const first = {
    admin: { alias: "admin", password: credential },
    login_client: { id: "login", secret: credential },
    demo_account: { id: "demo", secret: credential },
  };
  const text = firstRunText(first, { origin: origin(), prefix: "/auth", pages: true }, "terminal");
  expect(shown).toBe(masked(text.replace(/^\n/, "").trimEnd()));
});

test("the first printed curl gets a token that a library verifies through discovery", async () => {
  const { access_token: token } = paste(printedCommand(0));
  const discovery = await fetch(`${origin()}/auth/oauth2/.well-known/openid-configuration`);
  const { issuer, jwks_uri } = (await discovery.json()) as { issuer: string; jwks_uri: string };
  const { payload } = await jwtVerify(String(token), createRemoteJWKSet(new URL(jwks_uri)), {
    issuer,
    audience: "postern",
    typ: "at+jwt",
  });
  expect(payload).toMatchObject({ azp: "demo", name: "Demo service account" });
});

/** What the printed lines put into `TOKEN`. */
function administratorsToken(): string {
  const [lines = ""] = /^ {4}TOKEN=[\s\S]*?\)$/m.exec(printed()) ?? [];
  const script = `${lines}\nprintf '{"token":"%s"}' "$TOKEN"`;
  return String(paste(script).token);
}

test("the printed lines put a token into TOKEN, with which they and the README's commands manage", () => {
  const TOKEN = administratorsToken();
  expect(paste(printedCommand(1), { TOKEN })).toEqual(
    paste(here(blockNamed(PAGE, "manage").text), { TOKEN }),
  );
  const users = paste(here(blockNamed(PAGE, "manage").text), { TOKEN });
  expect(users).toMatchObject({ payload: [{ alias: ["admin"] }] });
  const created = paste(here(blockNamed(PAGE, "create").text), { TOKEN });
  expect(created).toMatchObject({ payload: { id: expect.any(String) } });
});

test("an Express application signs people in from the README alone", async () => {
  const TOKEN = administratorsToken();
  const CLIENT_SECRET = "what openssl printed";
  paste(here(blockNamed(PAGE, "client").text), { TOKEN, CLIENT_SECRET });

  const { text, options } = blockNamed(PAGE, "express");
  const port = await docsPort();
  const program = here(text).replaceAll("3000", String(port));
  await using running = await runProgram(options.file ?? "", program, port, { CLIENT_SECRET });

  const ada = personAt(origin(), { username: "ada", password: "correct horse" });
  const home = await ada.signInTo(running.origin);
  expect(home.asked, running.output()).toEqual(["/login/", "/auth/oauth2/consent"]);
  expect(home.text, running.output()).toBe("Hello, Ada");
});
