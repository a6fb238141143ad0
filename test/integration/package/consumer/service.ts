/** A strict application around the service: options, in-process gateway, health. */
import { Hono } from "hono";
import {
  type AcceptedToken,
  type AuthApi,
  AuthError,
  type AuthOptions,
  type AuthService,
  createAuth,
  type DatabaseOptions,
  type ErrorCode,
  type Health,
  type PrincipalView,
  type ProviderCatalog,
  type RequestContext,
  SESSION_KEY,
  type SessionContext,
  StartError,
  type TokenResponse,
} from "postern";
import { bunRuntime } from "postern/bun";
import { denoRuntime } from "postern/deno";
import { edgeRuntime } from "postern/edge";
import { nodeRuntime, type RuntimeOptions } from "postern/node";

// Values of the environment may be absent.
declare const environment: Readonly<Record<string, string | undefined>>;

const database: DatabaseOptions = {
  dsn: environment.DATABASE_URL,
  max_open_conns: 10,
  conn_max_lifetime: "15m",
  migration: { disabled: true, values: { app_role: "postern" }, table: "auth_migrations" },
};

export const options: AuthOptions = {
  prefix_path: "/id",
  database,
  encryption: { key: environment.ENCRYPTION_KEY },
  cache: {
    poll_interval: "5s",
    code_store: { active: "redis", redis: { address: ["redis.example.com:6379"], tls: null } },
  },
  ldap: { addr: "ldaps://ldap.example.com:636", disable_sync: true },
  session_providers: {
    host_replacements: { "id.example.com": "id.internal.example.com:8443" },
    overrides: { op: { oauth2: { token_url: "https://op.example.com/token" } } },
  },
  trusted_proxies: ["10.0.0.0/8"],
  surface: "public",
};

const place: RuntimeOptions = { data_dir: "./data", memory: false };
export const services: readonly AuthService[] = [
  createAuth(options, nodeRuntime(place)),
  createAuth({}, bunRuntime(place)),
  createAuth({}, denoRuntime()),
  createAuth({ surface: "public" }, edgeRuntime()),
];

export async function useApi(api: AuthApi): Promise<string> {
  const tokens: TokenResponse = await api.token({
    grant_type: "client_credentials",
    client_id: "backup-job",
    client_secret: "a-long-random-secret",
    resource: ["https://app.example.com/api"],
  });
  const accepted: AcceptedToken = await api.verify(tokens.access_token);
  const { allowed } = await api.check({
    alias: accepted.principal,
    host: "app.example.com",
    path: "/reports/7",
    method: "GET",
  });
  const principal: PrincipalView | undefined = await api.principal(accepted.sub);
  const catalog: ProviderCatalog = await api.sessionProviders();
  const issuers = [...catalog.merged.values()].map((provider) => provider.oauth2?.issuer ?? "");
  const names: readonly string[] = principal?.alias ?? [];
  const roles = principal?.roles?.map((role) => role.name) ?? [];
  return [allowed ? "yes" : "no", accepted.acr ?? "", ...names, ...roles, ...issuers].join(" ");
}

export async function run(auth: AuthService): Promise<Health> {
  const session: SessionContext = { principal: "ada", auth_time: 1_767_225_600, amr: ["pwd"] };
  const context: RequestContext = {
    connection: { remoteAddress: "192.0.2.7", tls: true },
    session,
  };
  await auth.ready;
  const answer: Response = await auth.fetch(
    new Request("https://app.example.com/id/oauth2/certs"),
    undefined,
    context,
  );
  const isAdmin: boolean = await auth.isAdmin(session);
  const health = await auth.health();
  await auth.close();
  return answer.ok && isAdmin ? health : { ...health, status: "degraded" };
}

/** A host with a session of its own names the variable itself. */
const app = new Hono<{ Variables: { [SESSION_KEY]: RequestContext } }>();
app.use(async (c, next) => {
  c.set(SESSION_KEY, { session: {} });
  await next();
});
for (const auth of services) app.route("/", auth.app);
app.onError((error, c) => {
  const code: ErrorCode | undefined = error instanceof AuthError ? error.code : undefined;
  return c.text(error instanceof StartError ? error.message : (code ?? "unknown"), 500);
});

export { app };
