/** A setup with a session in front: the service, one session, and an application that tells what it sees. */
import { Hono } from "hono";
import type { TokenParameters } from "../../src/api.ts";
import { authenticationOf } from "../../src/identity.ts";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { getSession } from "../../src/session/context.ts";
import { createSession } from "../../src/session/create.ts";
import type { LoginTokens } from "../../src/session/record.ts";
import type { Session } from "../../src/session/session.ts";
import { internalsOf, type SessionInternals } from "../../src/session/session-internals.ts";
import type { SessionOptions } from "../../src/session/session-options.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "./auth.ts";
import { type TestRuntime, testRuntime } from "./runtime.ts";
import { claimsOf, createAda, putClient } from "./tokens.ts";

export const LOGIN_CLIENT = { id: "login", secret: "login-secret" };

/** The provider that most sessions of tests use. */
export const POSTERN_PROVIDER = {
  name: "Password",
  auth_middleware: "auth",
  password_flow: true,
  oauth2: {
    client_id: LOGIN_CLIENT.id,
    client_secret: LOGIN_CLIENT.secret,
    scopes: ["openid", "profile", "email"],
  },
};

/** A browser's cookies, and what it asks. */
export class Jar {
  readonly cookies = new Map<string, string>();
  /** Of cookies whose path is not `/` (RFC 6265 §5.1.4). */
  readonly #paths = new Map<string, string>();
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #origin: string;

  constructor(fetch: (request: Request) => Promise<Response>, origin = ORIGIN) {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  /** Keeps what the answer sets. */
  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const path = attributes.find((one) => one.startsWith("Path="))?.slice(5) ?? "/";
      if (path !== "/") this.#paths.set(name, path);
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(pair.indexOf("=") + 1));
    }
  }

  header(cookies: Iterable<readonly [string, string]> = this.cookies): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** What a browser sends to this path. */
  sentTo(path: string): string {
    const { pathname } = new URL(path, this.#origin);
    const sent = [...this.cookies].filter(([name]) => {
      const within = this.#paths.get(name) ?? "/";
      return `${pathname}/`.startsWith(within.endsWith("/") ? within : `${within}/`);
    });
    return this.header(sent);
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    const url = path.startsWith("http") ? path : `${this.#origin}${path}`;
    const cookies = this.sentTo(url);
    if (cookies !== "" && !headers.has("cookie")) headers.set("cookie", cookies);
    const response = await this.#fetch(new Request(url, { method, ...init, headers }));
    this.take(response.headers);
    const text = await response.text();
    const isJson = response.headers
      .get("content-type")
      ?.toLowerCase()
      .startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send("GET", path, { headers });

  /** As a browser that opens a page. */
  open = (path: string, headers: Record<string, string> = {}) =>
    this.get(path, { accept: "text/html", ...headers });
}

export interface SessionSetup extends AsyncDisposable {
  readonly service: TestAuth;
  readonly runtime: TestRuntime;
  readonly session: SessionInternals;
  readonly app: Hono;
  jar(): Jar;
  /** Tokens of a password login, as a login page would store them. */
  tokens(more?: TokenParameters): Promise<LoginTokens>;
  /** A browser that is signed in. */
  signedIn(how?: { readonly remember_me?: boolean; readonly provider?: string }): Promise<Jar>;
}

export interface SetupOptions {
  readonly session?: SessionOptions;
  readonly auth?: AuthOptions;
  readonly runtime?: TestRuntime;
}

/** What stands behind the session: everything that reached it. */
function tellingApp(session: Session): Hono {
  const app = new Hono();
  app.use("*", session.middleware);
  return app;
}

export function addTelling(app: Hono): void {
  app.all("*", (c) => {
    const claims = c.get("claims");
    return c.json({
      headers: Object.fromEntries(c.req.raw.headers),
      claims: claims ?? null,
      provider: c.get("provider") ?? null,
      public_access: c.get("public_access") ?? false,
      authentication: authenticationOf(getSession(c)?.identity ?? {}),
    });
  });
}

export async function sessionSetup(options: SetupOptions = {}): Promise<SessionSetup> {
  const runtime = options.runtime ?? testRuntime();
  const service = await testAuth(options.auth, runtime);
  await createAda(service, {}, { uid: "ada" });
  await putClient(service, LOGIN_CLIENT.id, {
    client_name: "Login",
    client_secret: LOGIN_CLIENT.secret,
    grant_types: ["password", "authorization_code", "refresh_token"],
    skip_consent: true,
  });
  const session = internalsOf(
    createSession(
      {
        store: { active: "memory" },
        provider: { postern: POSTERN_PROVIDER },
        action: { token: { login_path: "/login/" } },
        ...options.session,
      },
      { runtime, auth: { auth: service.auth.api } },
    ),
  );
  const app = tellingApp(session);
  app.route("/", service.auth.app);
  addTelling(app);

  async function tokens(more: TokenParameters = {}): Promise<LoginTokens> {
    const answer = await service.auth.api.token(
      {
        grant_type: "password",
        client_id: LOGIN_CLIENT.id,
        client_secret: LOGIN_CLIENT.secret,
        username: "ada",
        password: "correct horse",
        scope: "openid profile email",
        ...more,
      },
      ORIGIN,
    );
    const { access_token, refresh_token, id_token, scope } = answer;
    return {
      access_token,
      expires_at: claimsOf(access_token).exp,
      ...(refresh_token && { refresh_token }),
      ...(id_token && { id_token }),
      ...(scope && { scope }),
    };
  }

  const jar = () => new Jar(async (request) => app.fetch(request));
  return {
    service,
    runtime,
    session,
    app,
    jar,
    tokens,
    async signedIn({ remember_me = false, provider = "postern" } = {}) {
      const browser = jar();
      const asked = { request: new Request(`${ORIGIN}/login/`), connection: {} };
      const method = "password" as const;
      const login = { provider, method, remember_me };
      const given = await tokens(remember_me ? { remember_me: "true" } : {});
      const answer = await session.signIn(asked, { ...login, tokens: given });
      browser.take(new Headers(answer.map(([name, value]) => [name, value])));
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
