/** Who can speak for the administrator, and where: every caller at every act of one installation; prints JSON. */
import { Hono } from "hono";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { createRuntime } from "../../../src/adapters/current.ts";
import type { AuthApi } from "../../../src/api.ts";
import { createParsedAuth } from "../../../src/auth.ts";
import { sha256Hex } from "../../../src/crypto/digest.ts";
import { forwardAuth } from "../../../src/guards/forward-auth.ts";
import { iamCheck } from "../../../src/guards/iam-check.ts";
import { createLogin } from "../../../src/login/create.ts";
import { parseOptions } from "../../../src/options.ts";
import { createSession } from "../../../src/session/create.ts";
import type { Instances } from "../../../src/session/instances.ts";
import type { LoginTokens } from "../../../src/session/record.ts";
import type { Session } from "../../../src/session/session.ts";

const ORIGIN = "https://id.example.com";
const PASSWORD = "correct horse battery";
const KEY = `tak_${"a1".repeat(32)}`;
const JWKS = "https://op.example.org/jwks";
const OP = "https://op.example.org";
const TARGET = "https://third.example.com/callback";

const { privateKey, publicKey } = await generateKeyPair("RS256", { modulusLength: 2048 });
const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "op" };
const host = await createRuntime({ memory: true });
const runtime: typeof host = {
  ...host,
  // Only the key set of the other provider is elsewhere.
  http: async (request) =>
    request.url === JWKS ? Response.json({ keys: [jwk] }) : new Response(null, { status: 404 }),
};

const auth = createParsedAuth(
  parseOptions({ encryption: { key: "a key of the attack matrix" } }),
  runtime,
);
const sessions: Record<string, Session> = {};
const apis: Record<string, AuthApi> = { auth: auth.api };
const instances: Instances = { runtime, auth: apis, session: sessions };

const own = {
  auth_middleware: "auth",
  password_flow: true,
  api_key: true,
  x_user: ["preferred_username"],
  oauth2: { client_id: "login", client_secret: "secret-of-the-login", scopes: ["openid"] },
};
const elsewhere = { client_id: "postern", cert_url: JWKS, issuer: OP };
const session = createSession(
  {
    store: { active: "memory" },
    auth_skip_paths: ["auth"],
    skip_paths: ["/auth/**"],
    action: { token: { login_path: "/login/" } },
    provider: {
      postern: own,
      // A provider whose record names no claims, and one that trusts what the provider calls people.
      op: { oauth2: elsewhere },
      mapped: {
        x_user: ["email", "preferred_username"],
        oauth2: { ...elsewhere, issuer: `${OP}/m` },
      },
    },
  },
  instances,
);
sessions.browser = session;
const login = createLogin({ session_middleware: "browser", path: { base: "/login" } }, instances);

const app = new Hono();
app.route("/", login.app);
app.all(
  "/forward-auth",
  forwardAuth({ auth_middleware: "auth", session_middleware: "browser" }, instances),
);
app.use("*", session.middleware);
app.route("/", auth.app);
app.use("/reports", iamCheck({ auth_middleware: "auth" }, instances));
app.all("*", (c) => c.text(c.req.header("x-user") ?? ""));

const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  app.request(`${ORIGIN}${path}`, { method, headers, ...(body !== undefined && { body }) });

/** Before the plane is closed, without a session in front. */
async function manage(method: string, path: string, json: unknown): Promise<{ id: string }> {
  const headers = { "content-type": "application/json" };
  const request = new Request(`${ORIGIN}/auth/v1${path}`, {
    ...{ method, headers, body: JSON.stringify(json) },
  });
  const response = await auth.fetch(request);
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()).payload;
}

const everything = [{ hosts: ["*"], paths: ["/auth/**", "/reports"], methods: ["*"] }];
const permission = await manage("POST", "/permissions", { name: "admin", resources: everything });
const role = await manage("POST", "/roles", { name: "admin", permission_ids: [permission.id] });
const user = (alias: string, more: object) =>
  manage("POST", "/users", { alias: [alias], local: true, ...more });
const admin = await user("admin", {
  role_ids: [role.id],
  details: { name: "Administrator", uid: "admin", email: "admin@example.com", password: PASSWORD },
});
const ada = await user("ada", { details: { name: "admin", uid: "admin", password: PASSWORD } });
await manage("POST", "/service-accounts", {
  alias: ["demo"],
  details: { secret: "secret-of-the-demo" },
});
const client = (id: string, config: object) =>
  manage("PUT", `/oauth/clients/${id}`, {
    config: { client_secret: `secret-of-${id}`, ...config },
  });
await client("login", { client_secret: "secret-of-the-login", redirect_uris: [`${ORIGIN}/cb`] });
await client("third", { client_name: "Third party", redirect_uris: [TARGET] });
await client("web", { redirect_uris: [`${ORIGIN}/web`] });
const { store } = await auth.service;
await store.driver.session(async (database) =>
  database.query(
    `insert into auth_api_keys (id, user_id, name, key_hash, role_ids, permission_ids, details, disabled)
     values ('reader', $1, 'admin', $2, '[]', '[]', '{"email":"admin@example.com"}', false)`,
    [ada.id, sha256Hex(KEY)],
  ),
);
await (await auth.service).snapshots.reload();
await manage("PUT", "/settings/api_key", { value: { self_service: true } });
await manage("PUT", "/settings/admin", {
  value: { permission: "admin", allow_missing_x_user: false },
});

const credentials = { client_id: "login", client_secret: "secret-of-the-login" };
const tokensOf = (username: string, more: object = {}) =>
  auth.api.token(
    { grant_type: "password", username, password: PASSWORD, ...credentials, ...more },
    ORIGIN,
  );
const asked = { request: new Request(`${ORIGIN}/login/`), connection: {} };
async function cookieOf(provider: string, tokens: LoginTokens): Promise<string> {
  const signIn = { provider, method: "password" as const, tokens, remember_me: false };
  const headers = new Headers((await session.signIn(asked, signIn)).map(([n, v]) => [n, v]));
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
const exp = Math.floor(Date.now() / 1000) + 3_600;
const signedIn = async (username: string) => {
  const { access_token } = await tokensOf(username);
  return { cookie: await cookieOf("postern", { access_token, expires_at: exp }) };
};
const foreignToken = (claims: JWTPayload, iss = OP) =>
  new SignJWT({ sub: "u-1", azp: "postern", ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "op" })
    .setIssuer(iss)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(privateKey);
const foreign = async (claims: JWTPayload) => ({
  cookie: await cookieOf("op", { access_token: await foreignToken(claims), expires_at: exp }),
});
const mapped = async (claims: JWTPayload) => {
  const access_token = await foreignToken(claims, `${OP}/m`);
  return { cookie: await cookieOf("mapped", { access_token, expires_at: exp }) };
};
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/** The administrator consents to a third party once, for `openid`. */
async function thirdPartyToken(): Promise<string> {
  const cookies = await signedIn("admin");
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: "third", redirect_uri: TARGET, scope: "openid" },
  });
  const begun = await send("GET", `/auth/oauth2/authorize?${query}`, cookies);
  const page = await send("GET", begun.headers.get("location") ?? "", {
    ...{ ...cookies, accept: "text/html" },
  });
  const text = await page.text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1];
  const form = new URLSearchParams({
    ...{ flow: field("flow") ?? "", form_token: field("form_token") ?? "", action: "approve" },
  });
  const decided = await send(
    "POST",
    "/auth/oauth2/consent",
    {
      ...{ ...cookies, "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    },
    String(form),
  );
  const code = new URL(decided.headers.get("location") ?? ORIGIN).searchParams.get("code") ?? "";
  const { access_token } = await auth.api.token(
    {
      ...{ grant_type: "authorization_code", code, redirect_uri: TARGET, client_id: "third" },
      client_secret: "secret-of-third",
    },
    ORIGIN,
  );
  return access_token;
}

const web = { client_id: "web", client_secret: "secret-of-web" };
const ofResource = await tokensOf("admin", { ...web, resource: ["https://mcp.example.com/mcp"] });
const ofAdmin = await tokensOf("admin", { scope: "openid" });
const ofDemo = await auth.api.token(
  {
    ...{ grant_type: "client_credentials", client_id: "demo" },
    client_secret: "secret-of-the-demo",
  },
  ORIGIN,
);
const callers: Record<string, Record<string, string>> = {
  "administrator, session": await signedIn("admin"),
  "administrator, own token": bearer(ofAdmin.access_token),
  anonymous: {},
  "anonymous with X-User: admin": { "x-user": "admin" },
  "user ada (name and uid are admin)": await signedIn("ada"),
  "service account demo": bearer(ofDemo.access_token),
  "token of a third party, scope openid": bearer(await thirdPartyToken()),
  "token for another resource": bearer(ofResource.access_token),
  "ID token of the administrator": bearer(ofAdmin.id_token),
  "refresh token of the administrator": bearer(ofAdmin.refresh_token),
  "foreign session, preferred_username admin": await foreign({ preferred_username: "admin" }),
  "foreign session, name admin": await foreign({ name: "admin" }),
  "foreign session, unverified admin@example.com": await foreign({
    ...{ email: "admin@example.com", email_verified: false },
  }),
  "foreign session, fullwidth admin": await foreign({ preferred_username: "ＡＤＭＩＮ" }),
  "foreign session with x_user, name admin": await mapped({ name: "admin" }),
  "foreign session with x_user, unverified address": await mapped({
    ...{ email: "admin@example.com", email_verified: false },
  }),
  "foreign session with x_user, fullwidth admin": await mapped({
    preferred_username: "ＡＤＭＩＮ",
  }),
  "foreign session with x_user, api-key:reader": await mapped({
    preferred_username: "api-key:reader",
  }),
  "foreign token, preferred_username admin": bearer(
    await foreignToken({ preferred_username: "admin" }),
  ),
  "foreign token of another client": bearer(
    await foreignToken({ preferred_username: "admin", azp: "someone-else" }),
  ),
  "foreign ID token": bearer(
    await foreignToken({ preferred_username: "admin", aud: "postern", nonce: "n" }),
  ),
  "API key of ada, named admin": { "x-api-key": KEY },
};

const json = { "content-type": "application/json" };
const text = async (response: Response) => `${response.status} ${await response.text()}`.trim();
const status = (response: Response) => String(response.status);
/** The code goes to the client, or the request to where the person is asked. */
const led = (response: Response) => {
  const location = response.headers.get("location");
  if (!location) return String(response.status);
  const { searchParams, pathname } = new URL(location, ORIGIN);
  return searchParams.has("code") ? "code" : pathname;
};
const mint = (id: string, target: string) => (headers: Record<string, string>) =>
  send(
    "GET",
    `/login/?${new URLSearchParams({ response_type: "code", client_id: id, redirect_uri: target })}`,
    headers,
  ).then(led);

const acts: Record<string, (headers: Record<string, string>) => Promise<string>> = {
  "read users": async (headers) => status(await send("GET", "/auth/v1/users", headers)),
  "write a setting": async (headers) =>
    status(
      await send("PUT", "/auth/v1/settings/probe", { ...headers, ...json }, '{"value":{"a":1}}'),
    ),
  "make a key of the administrator": async (headers) => {
    const body = JSON.stringify({ user_id: admin.id, name: "probe" });
    return status(await send("POST", "/auth/v1/api-key-principals", { ...headers, ...json }, body));
  },
  "make an own key": async (headers) =>
    status(await send("POST", "/auth/v1/api-keys", { ...headers, ...json }, '{"name":"probe"}')),
  "own profile": async (headers) => {
    const response = await send("GET", "/auth/v1/me", headers);
    const body = await response.json();
    return [response.status, body.payload?.alias[0]].filter(Boolean).join(" ");
  },
  check: async (headers) => {
    const question = JSON.stringify({
      ...{ host: "id.example.com", path: "/reports", method: "GET" },
    });
    const response = await send("POST", "/auth/check", { ...headers, ...json }, question);
    const { allowed } = await response.json();
    return [response.status, allowed === undefined ? "" : `allowed ${allowed}`].join(" ").trim();
  },
  info: async (headers) => status(await send("GET", "/auth/info", headers)),
  "code for a third party": mint("third", TARGET),
  "code for demo elsewhere": mint("demo", "https://evil.example/x"),
  guard: async (headers) => text(await send("GET", "/reports", headers)),
  "forward auth": async (headers) => {
    const forwarded = {
      ...{ "x-forwarded-host": "id.example.com", "x-forwarded-method": "GET" },
      ...{ "x-forwarded-uri": "/reports", "x-forwarded-proto": "https" },
    };
    const response = await send("GET", "/forward-auth", { ...headers, ...forwarded });
    return [response.status, response.headers.get("x-user")].filter(Boolean).join(" ");
  },
  "X-User at an application": async (headers) => text(await send("GET", "/app", headers)),
};

const table: Record<string, Record<string, string>> = {};
for (const [caller, headers] of Object.entries(callers)) {
  const row: Record<string, string> = {};
  for (const [act, perform] of Object.entries(acts)) row[act] = await perform(headers);
  table[caller] = row;
}
await auth.close();
console.log(JSON.stringify({ admin: admin.id !== "", table }));
