/** Signs a person in for a client that is a document, twice, and says what came of it; runs on Node, Bun and Deno. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";
import { createRuntime } from "../../../src/adapters/current.ts";
import { createParsedAuth } from "../../../src/auth.ts";
import { parseOptions } from "../../../src/options.ts";

const [id = "", ca = ""] = process.argv.slice(2);
const ORIGIN = "https://id.example.com";
const VERIFIER = "a-verifier-of-forty-three-characters-or-more";
const REDIRECT = "http://127.0.0.1:4711/callback";

let moved = 0;
const runtime = {
  ...(await createRuntime({
    memory: true,
    public_fetch: {
      exempt: [new URL(id).origin],
      ca: readFileSync(ca, "utf8"),
      resolve: async () => ["127.0.0.1"],
    },
  })),
  clock: { now: () => Date.now() + moved },
};
const auth = createParsedAuth(parseOptions({ encryption: { key: "a key of the test" } }), runtime);

const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  auth.fetch(
    new Request(`${ORIGIN}${path}`, { method, headers, ...(body !== undefined && { body }) }),
  );
const form = (path: string, fields: Record<string, string>, headers = {}) =>
  send(
    "POST",
    path,
    { "content-type": "application/x-www-form-urlencoded", ...headers },
    `${new URLSearchParams(fields)}`,
  );
const user = { alias: ["ada"], local: true, details: { name: "Ada", password: "correct horse" } };
await send("POST", "/auth/v1/users", { "content-type": "application/json" }, JSON.stringify(user));

async function signIn(): Promise<string> {
  const asked = new URLSearchParams({
    ...{ response_type: "code", client_id: id, redirect_uri: REDIRECT, scope: "openid" },
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
  });
  const begun = await send("GET", `/auth/oauth2/authorize?${asked}`, {});
  const consent = begun.headers.get("location") ?? "";
  if (begun.status !== 302) return `${begun.status} ${await begun.text()}`;
  const page = await (await send("GET", consent, { accept: "text/html", "x-user": "ada" })).text();
  const shown = page.includes(new URL(id).host) ? "its host is shown" : "its host is not shown";
  const decided = await form(
    "/auth/oauth2/consent",
    {
      flow: new URLSearchParams(consent.split("?")[1]).get("flow") ?? "",
      form_token: /name="form_token" value="([\w.-]+)"/.exec(page)?.[1] ?? "",
      action: "approve",
    },
    { "x-user": "ada" },
  );
  const back = new URL(decided.headers.get("location") ?? "about:blank");
  const token = await form("/auth/oauth2/token", {
    grant_type: "authorization_code",
    client_id: id,
    code: back.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  });
  const { access_token = "" } = await token.json();
  const claims = access_token && JSON.parse(atob(access_token.split(".")[1]));
  return `${token.status} ${claims?.azp === id ? "for the document" : "for nothing"}, ${shown}`;
}

console.log(`first: ${await signIn()}`);
moved = 301_000;
console.log(`later: ${await signIn()}`);
await auth.close();
