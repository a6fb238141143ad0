/** The whole setup: service, session and login in one Hono app, and an application behind them. */
import { Hono } from "hono";
import { createParsedLogin } from "../../src/login/create.ts";
import type { Login } from "../../src/login/login.ts";
import type { LoginOptions } from "../../src/login/login-options.ts";
import type { LoginMethods } from "../../src/login/login-parts.ts";
import { parseLogin } from "../../src/login/options.ts";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import type { AssetSource } from "../../src/runtime.ts";
import { setContext } from "../../src/session/context.ts";
import { createSession } from "../../src/session/create.ts";
import type { Session } from "../../src/session/session.ts";
import { internalsOf, type SessionInternals } from "../../src/session/session-internals.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "./auth.ts";
import { type TestRuntime, type TestRuntimeOptions, testRuntime } from "./runtime.ts";
import { addTelling, Jar, LOGIN_CLIENT, POSTERN_PROVIDER } from "./session.ts";
import { createAda, putClient, putSetting } from "./tokens.ts";

/** The code flow against the instance of the same process: no address is configured (L-O3). */
export const SSO_PROVIDER = {
  name: "Single sign-on",
  auth_middleware: "auth",
  priority: 1,
  oauth2: {
    client_id: LOGIN_CLIENT.id,
    client_secret: LOGIN_CLIENT.secret,
    scopes: ["openid", "profile", "email"],
  },
};

/** Scripts as a build would leave them in `public/login/`. */
const FILES: Readonly<Record<string, string>> = {
  "login/login.js": "/* page */",
  "login/password-rules.js": "/* rules */",
  "login/complete.js": "/* complete */",
  "login/status.js": "/* status */",
  "login/sdk.js": 'const moved = "__SVC_METHODS_PATH__"; export { moved };',
  "login/sdk.d.ts": "export declare const moved: string;",
};
const bytes = new Map(
  Object.entries(FILES).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);
const testAssets: AssetSource = { read: async (path) => bytes.get(path) };

export const gatewayRuntime = (options?: TestRuntimeOptions): TestRuntime => ({
  ...testRuntime(options),
  assets: testAssets,
});

export interface GatewayOptions {
  readonly login?: Partial<LoginOptions>;
  /** In place of those that there are. */
  readonly methods?: LoginMethods;
  readonly session?: SessionOptions;
  readonly auth?: AuthOptions;
  readonly runtime?: TestRuntime;
  readonly origin?: string;
  /** A further instance on a database that another gateway has prepared. */
  readonly joins?: boolean;
  /** Mounted between the login and everything else: a custom UI. */
  readonly ui?: Hono;
}

export interface TestGateway extends AsyncDisposable {
  readonly service: TestAuth;
  readonly runtime: TestRuntime;
  readonly session: SessionInternals;
  readonly login: Login;
  readonly app: Hono;
  jar(): Jar;
  /** A browser that signed in through the password flow. */
  signedIn(more?: Record<string, unknown>): Promise<Jar>;
}

export const JSON_TYPE = { "content-type": "application/json" };

/** JSON to a route of the login, as a page of the same origin sends it. */
export const postJson = (
  jar: Jar,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  jar.send("POST", path, { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

export const ADA_LOGIN = { username: "ada", password: "correct horse" };
export const TOKEN_ROUTE = "/login/auth/token/postern";
export const SESSION_COOKIE = "__Host-auth_session";

export const passwordLogin = (jar: Jar, more: Record<string, unknown> = {}) =>
  postJson(jar, TOKEN_ROUTE, { ...ADA_LOGIN, ...more });

/** Who the application behind the session sees. */
export const whoIs = async (jar: Jar): Promise<string | undefined> => {
  const { status, body } = await jar.get("/app");
  return status === 200 ? body.headers["x-user"] : undefined;
};

/** Ada, the client of the login page, and where people sign in. */
async function prepare(service: TestAuth, origin: string): Promise<void> {
  await createAda(service, {}, { uid: "ada" });
  await putClient(service, LOGIN_CLIENT.id, {
    client_name: "Login",
    client_secret: LOGIN_CLIENT.secret,
    grant_types: ["password", "authorization_code", "refresh_token"],
    redirect_uris: ["sso", "twin"].map((key) => `${origin}/login/auth/code/${key}`),
    skip_consent: true,
  });
  await putSetting(service, "authorize", { login_url: "/login/" });
}

export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const runtime = options.runtime ?? gatewayRuntime();
  const service = await testAuth(options.auth, runtime);
  const origin = options.origin ?? ORIGIN;
  if (!options.joins) await prepare(service, origin);
  const sessions: Record<string, Session> = {};
  const instances = { runtime, auth: { auth: service.auth.api }, session: sessions };
  const session = internalsOf(
    createSession(
      {
        store: { active: "memory" },
        provider: { postern: POSTERN_PROVIDER, sso: SSO_PROVIDER },
        auth_skip_paths: ["auth"],
        action: { token: { login_path: "/login/" } },
        ...options.session,
      },
      instances,
    ),
  );
  sessions.main = session;
  const login = createParsedLogin(
    parseLogin({ session_middleware: "main", path: { base: "/login/" }, ...options.login }),
    instances,
    options.methods,
  );
  const app = new Hono();
  app.use("/logout", setContext({ logout: true }));
  app.use("/sign-off", setContext({ logout: true, disable_redirect: true }));
  app.route("/", login.app);
  if (options.ui) app.route("/", options.ui);
  app.use("*", session.middleware);
  app.route("/", service.auth.app);
  addTelling(app);
  const jar = () => new Jar(async (request) => app.fetch(request), origin);
  return {
    service,
    runtime,
    session,
    login,
    app,
    jar,
    async signedIn(more = {}) {
      const browser = jar();
      const { status, text } = await passwordLogin(browser, more);
      if (status !== 204) throw new Error(`sign-in answered ${status}: ${text}`);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await login[Symbol.asyncDispose]();
      await session[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** One `Set-Cookie` line by the name of its cookie. */
export const cookieLine = ({ headers }: Answer, name: string): string | undefined =>
  headers.getSetCookie().find((line) => line.startsWith(`${name}=`));

export const locationIn = ({ headers }: Answer): string => headers.get("location") ?? "";
