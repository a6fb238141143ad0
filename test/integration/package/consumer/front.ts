/** Session, login and guards of a strict application, from the entries that are theirs. */
import { Hono } from "hono";
import type { AuthApi, Runtime } from "postern";
import {
  forwardAuth,
  type IamCheckOptions,
  iamCheck,
  requireRole,
  requireScope,
  resourceServer,
  sessionInfo,
} from "postern/guards";
import { createLogin, type Login, type LoginOptions } from "postern/login";
import {
  createSession,
  type Flags,
  getSession,
  type Identity,
  type Instances,
  type Session,
  type SessionOptions,
  type SessionProviderOptions,
  type SessionState,
  type SignIn,
  setContext,
} from "postern/session";

declare const runtime: Runtime;
declare const api: AuthApi;

const sessions: Record<string, Session> = {};
const instances: Instances = { runtime, auth: { main: api }, session: sessions };

const provider: SessionProviderOptions = {
  name: "Password",
  auth_middleware: "main",
  password_flow: true,
  x_user: ["preferred_username"],
  claim_header: { "X-Team": "team" },
  oauth2: { client_id: "app", client_secret: "a secret", scopes: ["openid"], auth_header_style: 0 },
};

export const sessionOptions: SessionOptions = {
  session_key: ["the-new-key-of-this-fleet", "the-old-key-of-this-fleet"],
  store: { active: "redis", redis: { address: ["redis.example.com:6379"], key_prefix: "s_" } },
  options: { path: "/", max_age: 604_800, secure: true, same_site: "lax" },
  cookie_name_hosts: [{ host: "app.example.com", cookie_name: "app" }],
  provider: { password: provider },
  provider_source: { url: "https://id.example.com/auth/v1/session-providers", ttl: "1m" },
  skip_paths: ["/assets/**"] as const,
  protected_resource: { resource: "https://app.example.com/mcp" },
  action: { active: "token", token: { login_path: "/login/" } },
  base_url: "https://app.example.com",
};
const loginOptions: LoginOptions = {
  session_middleware: "browser",
  path: { base: "/login" },
  info: { title: "Sign in" },
  state_cookie: { max_age: 120, same_site: "none", secure: true },
  redirect_white_list: ["https://app.example.com/callback"],
};
const checkOptions: IamCheckOptions = {
  auth_middleware: "main",
  public: [{ paths: ["/assets/**"], methods: ["GET"] }],
  responses: [{ path: "/admin/**", message: "Ask your administrator for access." }],
};

const session: Session = createSession(sessionOptions, instances);
const login: Login = createLogin(loginOptions, instances);
sessions.browser = session;

const flags: Flags = { disable_redirect: true, token_header: true };
export const app = new Hono();
app.use("/logout", setContext({ logout: true }));
app.use("/api/*", setContext(flags), setContext({ auth_noop: true }));
app.route("/", login.app);
app.use("*", session.middleware, iamCheck(checkOptions, instances));
app.use("/reports/*", requireRole({ roles: ["editor"], methods: ["POST"] }));
app.use("/api/*", requireScope({ scopes: ["api"] }));
app.use("/mcp/*", resourceServer({ auth_middleware: "main", required_scopes: ["mcp"] }, instances));
app.all(
  "/forward-auth",
  forwardAuth({ check_api: "https://id.example.com/auth/check" }, instances),
);
app.get(
  "/session",
  sessionInfo({ session_middleware: "browser", information: { values: ["name"] } }, instances),
);

app.get("/", (c) => {
  const state: SessionState | undefined = c.get("postern");
  const claims: Readonly<Record<string, unknown>> | undefined = c.get("claims");
  const key: string | undefined = c.get("provider");
  const isPublic: boolean | undefined = c.get("public_access");
  const cookie: string | undefined = c.var.cookie_name;
  const identity: Identity | undefined = getSession(c)?.identity;
  const methods: readonly string[] = identity?.amr ?? [];
  return c.json({ peer: state?.connection.remoteAddress, claims, key, isPublic, cookie, methods });
});

/** Without Hono. */
export async function admit(request: Request, signIn: SignIn): Promise<Response> {
  const asked = { request, connection: runtime.connection(request, undefined), flags };
  const admission = await session.admit(asked);
  if (admission.kind === "answer") return admission.response;
  const headers = new Headers(admission.state.identity ? admission.set : {});
  for (const [name, value] of await session.signIn(asked, signIn)) headers.append(name, value);
  const provider = (await session.providers()).get(signIn.provider);
  const record = await session.stored(asked);
  await using closing = session;
  closing.unauthorized();
  const ends = record?.tokens.expires_at ?? 0;
  return new Response(`${provider?.name ?? ""} until ${ends}`, { headers });
}
