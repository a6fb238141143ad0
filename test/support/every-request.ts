/** Everything that reads, and what people and clients begin: asked after a change of what is configured. */
import { expect } from "vitest";
import { openInternalCall } from "../../src/call.ts";
import { diagnose } from "../../src/doctor/doctor.ts";
import { allEndpoints } from "../../src/http/router/endpoints.ts";
import type { Answer } from "./auth.ts";
import { CALLBACK, parametersOf } from "./authorize.ts";
import { type LoginSetup, loginSetup } from "./login-setup.ts";
import { WEB } from "./tokens.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const DOCUMENT = { "content-type": "application/json" };
const READS = allEndpoints.filter(({ method, root }) => method === "get" && !root);

/** The 500s that the contract wants: a directory that fails, and an instance that the process does not have. */
export const AS_SPECIFIED =
  /^\{"message":"(ldap connection problem|failed |auth middleware .* not found)/;

/** Values of parameters of paths by name; others are `main`. */
export type Places = Readonly<Record<string, string>>;

const unlimited = { unlimited: true };
/** What is off by default is on, and nothing is counted. */
const OPEN: Readonly<Record<string, object>> = {
  authorize: { attempts: unlimited, pending_per_client: 1_000_000 },
  device: { attempts: unlimited, requests: unlimited },
  email: {
    ...{ from: "id@example.com", attempts: unlimited, sending: unlimited },
    smtp: { host: "127.0.0.1", port: 9 },
  },
  oauth2: { base_url: "https://id.example.com" },
  passkey: { attempts: unlimited, rp_id: "id.example.com", enrollment: { enabled: true } },
  password: { attempts: unlimited },
  registration: { enabled: true, requests: unlimited },
  signup: { enabled: true, password_reset: true, attempts: unlimited },
};

/** A service behind its login page, with everything on, one client, and limits on nothing. */
export async function openSetup(): Promise<LoginSetup> {
  const setup = await loginSetup();
  const put = async (path: string, body: object) => {
    const { status, text } = await setup.as("PUT", path, body);
    expect(status, `${path}: ${text}`).toBe(200);
  };
  const config = { client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true };
  await put(`/oauth/clients/${WEB.id}`, { enabled: true, config });
  for (const [namespace, more] of Object.entries(OPEN)) {
    const stored = await setup.as("GET", `/settings/${namespace}`);
    const value = { ...stored.body?.payload?.value, ...more };
    await put(`/settings/${namespace}`, { value });
  }
  return setup;
}

const EMAIL = "eva@example.com";

/** What the client sends to begin something. */
const forms = (
  client: string,
): readonly (readonly [string, Readonly<Record<string, string>>])[] => [
  ["device_authorization", { client_id: client, scope: "openid" }],
  ["token", { grant_type: "client_credentials" }],
  ["token", { grant_type: "password", username: "admin", password: "wrong" }],
  ["token", { grant_type: "authorization_code", code: "x", redirect_uri: CALLBACK }],
  ["token", { grant_type: "refresh_token", refresh_token: "a.b.c" }],
  ["introspect", { token: "a.b.c" }],
  ["revoke", { token: "a.b.c" }],
];

/** What browsers send to begin something. */
const documents = (provider: string): readonly (readonly [string, object])[] => [
  ["/auth/oauth2/register", { redirect_uris: ["https://a.example.com/"], client_name: "A" }],
  ["/auth/oauth2/signup", { email: EMAIL, password: "a long enough password", name: "Eva" }],
  ["/auth/oauth2/email", { email: EMAIL }],
  ["/auth/oauth2/password-reset", { email: EMAIL }],
  ["/auth/oauth2/passkey", {}],
  ["/auth/v1/check", { host: "app.example.com", path: "/", method: "GET" }],
  [`/login/auth/passkey/${provider}`, {}],
  [`/login/auth/signup/${provider}`, { email: EMAIL, password: "a long enough password" }],
  [`/login/auth/reset/${provider}`, { email: EMAIL }],
  [`/login/auth/email/${provider}`, { email: EMAIL }],
  [`/login/auth/token/${provider}`, { username: "admin", password: "wrong" }],
];

/** Statuses by what was asked; fails at an answer of 500, and where a stranger gets in. */
export async function askEverything(
  setup: LoginSetup,
  places: Places = {},
  client = WEB,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const note = (what: string, { status, text }: Answer) => {
    if (!AS_SPECIFIED.test(text)) expect(status, `${what}: ${text}`).not.toBe(500);
    statuses.set(what, status);
  };
  const place = (name: string) => encodeURIComponent(places[name] ?? "main");
  const { alias, password } = setup.first.admin;
  for (const { path } of READS) {
    const filled = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => place(name));
    note(`GET ${path}`, await setup.service.json("GET", `/auth${filled}`, undefined, alias));
  }
  const jar = setup.jar();
  const [record, group] = [place("provider"), place("group")];
  const provider = places.provider === undefined ? "postern" : record;
  for (const path of [
    `/auth/oauth2/authorize?${parametersOf({ client_id: client.id })}`,
    `/auth/oauth2/auth/${record}?${parametersOf({ client_id: client.id })}`,
    `/auth/saml/${record}/login?${parametersOf({ client_id: client.id })}`,
    ...["oauth-authorization-server", "openid-configuration"].map(
      (name) => `/.well-known/${name}/auth/oauth2`,
    ),
    ...["/.well-known/webauthn", "/auth/ui/", "/auth/ui/account", "/nothing"],
    ...["/login/", `/login/?group=${group}`, "/login/auth/methods"],
    ...[`/login/auth/methods/${group}`, "/login/auth/info/ui", "/login/auth/status"],
    ...[`/login/auth/code/${provider}`, `/login/auth/code/${provider}?code=a&state=b`],
  ]) {
    note(`browser ${path}`, await jar.get(path));
  }
  const authorization = `Basic ${btoa(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`)}`;
  for (const [path, fields] of forms(client.id)) {
    const init = { headers: { ...FORM, authorization }, body: new URLSearchParams(fields) };
    note(`POST ${path} ${fields.grant_type}`, await jar.send("POST", `/auth/oauth2/${path}`, init));
  }
  for (const [path, document] of documents(provider)) {
    // Routes of the service ask who the client is; the login page knows its own.
    const proven = path.startsWith("/auth/oauth2/") && { authorization };
    const init = { headers: { ...DOCUMENT, ...proven }, body: JSON.stringify(document) };
    note(`POST ${path}`, await jar.send("POST", path, init));
  }
  const signIn = (secret: string) =>
    jar.send("POST", "/login/auth/token/postern", {
      headers: DOCUMENT,
      body: JSON.stringify({ username: alias, password: secret }),
    });
  const wrong = await signIn("wrong");
  note("a wrong password", wrong);
  expect(wrong.status, wrong.text).toBeGreaterThanOrEqual(400);
  const stranger = await jar.get("/auth/v1/users");
  note("a stranger", stranger);
  expect(stranger.status, stranger.text).toBeGreaterThanOrEqual(400);
  note("the password", await signIn(password));
  note("account", await jar.get("/auth/ui/account"));
  note("me", await jar.get("/auth/v1/me"));
  note("flow", await jar.get(`/auth/oauth2/authorize?${parametersOf({ client_id: client.id })}`));
  await diagnose(openInternalCall(await setup.service.auth.service));
  return statuses;
}
