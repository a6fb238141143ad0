/** The guide to the Foundation's suite (docs/conformance.md), word by word: each command is run, and what it makes is used (O-2). */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { importJWK, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, readBlocks } from "../protocol/docs/blocks.ts";
import { S256, VERIFIER } from "../support/authorize.ts";
import { throughProxy } from "../support/behind-proxy.ts";
import { assertionOf, provenBy } from "../support/client-keys.ts";
import { Visitor } from "../support/conformance/browser.ts";
import { proofKey, proofOf } from "../support/dpop.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";

const ORIGIN = "https://op.example.org";
const ISSUER = `${ORIGIN}/auth/oauth2`;
const CALLBACK = "https://www.certification.openid.net/test/a/postern/callback";

type Fields = Record<string, string>;
interface Party {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly jwks?: { readonly keys: readonly JWK[] };
}

const commands = readBlocks("docs/conformance.md").filter(({ language }) => language === "sh");
/** The command that holds these words. */
function command(words: string): string {
  const found = commands.filter(({ text }) => text.includes(words));
  expect(
    found.map(({ line }) => line),
    words,
  ).toHaveLength(1);
  return found[0]?.text ?? "";
}

let folder: string;
let server: RunningServer;
/** What the commands have exported. */
let exported: Fields;

const shell = (text: string, more: Fields = {}) =>
  execFileSync("bash", ["-euo", "pipefail", "-c", text], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...exported, ...more },
  });
const read = (file: string) => readFileSync(join(folder, file), "utf8");

beforeAll(async () => {
  folder = temporaryFolder();
  symlinkSync(join(ROOT, "examples"), join(folder, "examples"));
  exported = {};
  shell(command("> seed.yaml"));
  // The last words start the program; here they tell what it is started with.
  const start = command("CONFORMANCE_PASSWORD=");
  const told = shell(start.replace("postern serve --port 8080", "env -0"));
  expect(told, "the program is started").not.toBe("");
  const all = told.split("\0").map((line): [string, string] => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  exported = Object.fromEntries(all.filter(([name]) => /^(CONFORMANCE|POSTERN)_/.test(name)));
  server = await startServer({ cwd: folder, env: exported });
});
afterAll(() => server?.stop("SIGKILL"));

/** A person who signs in as the suite does. */
const visitor = () => {
  const fetch = throughProxy(server, ORIGIN);
  return new Visitor({ origin: ORIGIN, browser: () => new Jar(fetch, ORIGIN) });
};
const person = () => ({
  "login-form": { username: "conformance", password: exported.CONFORMANCE_PASSWORD ?? "" },
  "consent-form": { action: "approve" },
});

async function post(path: string, fields: Fields, headers: Fields = {}) {
  const request = new Request(`${ISSUER}/${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
  const response = await throughProxy(server, ORIGIN)(request);
  return { status: response.status, body: (await response.json()) as Fields };
}

/** The code of a request, whose address the caller knows. */
async function codeOf(query: Fields): Promise<string> {
  const url = new URL(`${ISSUER}/authorize?${new URLSearchParams(query)}`);
  const { callback, page } = await visitor().visit(url, undefined, person());
  expect(callback?.href.startsWith(CALLBACK), `${callback} ${page.text}`).toBe(true);
  return callback?.searchParams.get("code") ?? "";
}

test("the configurations are whole, and each client of them signs the user in", async () => {
  shell(command("for file in openid back-channel"));
  const parties: Party[] = [];
  for (const file of ["openid.json", "back-channel.json"]) {
    const text = read(file);
    expect(text, file).not.toMatch(/@[A-Z_]+@|id\.example\.com/);
    const { client, client2, client_secret_post, server: provider } = JSON.parse(text);
    expect(provider.discoveryUrl).toBe(`${ISSUER}/.well-known/openid-configuration`);
    parties.push(...[client, client2, client_secret_post].filter(Boolean));
  }
  expect(parties).toHaveLength(4);
  for (const { client_id, client_secret = "" } of parties) {
    const request = { response_type: "code", client_id, redirect_uri: CALLBACK, scope: "openid" };
    const grant = { grant_type: "authorization_code", redirect_uri: CALLBACK };
    const code = await codeOf(request);
    const { status, body } = await post("token", { ...grant, code, client_id, client_secret });
    expect([client_id, status, typeof body.id_token]).toEqual([client_id, 200, "string"]);
  }
});

test("what the configurations press and wait for is on the pages", async () => {
  const request = { response_type: "code", client_id: "conformance-one", redirect_uri: CALLBACK };
  const url = new URL(`${ISSUER}/authorize?${new URLSearchParams({ ...request, scope: "email" })}`);
  const login = await visitor().look(url);
  for (const id of ["login-title", "login-form", "username", "password"]) {
    expect(login.page.text, id).toContain(`id="${id}"`);
  }
  const { "login-form": form } = person();
  const consent = await visitor().visit(url, undefined, { "login-form": form });
  for (const id of ["consent-approve", "consent-deny"]) {
    expect(consent.page.text, id).toContain(`id="${id}"`);
  }
  const unknown = new URL(`${ISSUER}/authorize?client_id=unknown`);
  expect((await visitor().look(unknown)).page.text).toContain('id="error-title"');
});

test("FAPI 2.0: the keys, the clients and the configuration of the commands sign the user in", async () => {
  const TOKEN = await adminToken(server);
  const there = (text: string) => text.replaceAll(ORIGIN, server.url);
  // What the page asks for in the console.
  const path = "/auth/v1/settings/jwt";
  const { body } = await send(server, "GET", path, { bearer: TOKEN });
  const value = { ...body.payload.value, algorithms: ["ES256"] };
  const saved = await send(server, "PUT", path, { bearer: TOKEN, json: { value } });
  expect(saved.status, saved.text).toBe(200);
  for (const words of ["generateKey", "conformance-fapi-$name"]) {
    const told = shell(there(command(words)), { TOKEN });
    expect(told, words).not.toMatch(/"error"|warnings/);
  }
  shell(command("examples/conformance/fapi2.json"));
  const text = read("fapi2.json");
  expect(text).not.toMatch(/@[A-Z_]+@|id\.example\.com/);
  const { client, client2 } = JSON.parse(text) as Record<"client" | "client2", Party>;
  for (const { client_id, jwks } of [client, client2]) {
    const [jwk = {}] = jwks?.keys ?? [];
    const privateKey = (await importJWK(jwk)) as CryptoKey;
    const key = { alg: "ES256", kid: jwk.kid ?? "", privateKey, jwk: {} };
    const proof = async () =>
      provenBy(await assertionOf(client_id, key, { claims: { aud: ISSUER } }));
    const redirect_uri =
      client_id === "conformance-fapi-two" ? `${CALLBACK}?dummy1=lorem&dummy2=ipsum` : CALLBACK;
    const request = { response_type: "code", redirect_uri, scope: "openid email", ...S256 };
    const pushed = await post("par", { client_id, ...request, ...(await proof()) });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(201);
    const { request_uri = "" } = pushed.body;
    const code = await codeOf({ client_id, request_uri });
    const dpop = await proofOf(await proofKey(), "POST", `${ISSUER}/token`);
    const grant = { grant_type: "authorization_code", redirect_uri, code_verifier: VERIFIER };
    const { status, body } = await post(
      ...(["token", { ...grant, code, client_id, ...(await proof()) }, { dpop }] as const),
    );
    expect([status, body.token_type], JSON.stringify(body)).toEqual([200, "DPoP"]);
  }
});
