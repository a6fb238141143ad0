/** Services of others, started from the folder that `BENCH_PEERS` names, each on the loopback interface alone. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CLIENT } from "./flow-scripts.ts";
import { basic, formHeaders, type Running, startProgram } from "./processes.ts";

/** Programs as the folder holds them: two binaries, Keycloak's distribution unpacked, and a folder in which npm has installed better-auth. */
export const PROGRAMS = {
  "better-auth": "better-auth/package.json",
  hydra: "hydra",
  keycloak: "keycloak/bin/kc.sh",
  "oauth2-proxy": "oauth2-proxy",
} as const;
type ProgramName = keyof typeof PROGRAMS;

/** The file of a program; undefined when it is not there. */
export function programOf(name: ProgramName): string | undefined {
  const folder = process.env.BENCH_PEERS;
  const file = folder && join(folder, PROGRAMS[name]);
  return file && existsSync(file) ? file : undefined;
}

/** A service that issues tokens, with `CLIENT` known to it. */
export interface Issuer {
  readonly server: Running;
  /** Path of the token endpoint. */
  readonly token: string;
  /** Introspection; Hydra has it on another port of the same process. */
  readonly introspection: { readonly server: Running; readonly path: string };
}

async function succeed(what: string, response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

const sendJson = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/**
 * With JWT access tokens.
 * @param dsn of its database; "memory" needs a build with SQLite
 */
export async function startHydra(file: string, dsn: string): Promise<Issuer> {
  if (dsn !== "memory") await promisify(execFile)(file, ["migrate", "sql", "up", "--yes", dsn]);
  const server = await startProgram(2, (port = 0, admin = 0) => ({
    file,
    args: ["serve", "all", "--dev", "--sqa-opt-out"],
    env: {
      DSN: dsn,
      SECRETS_SYSTEM: "a secret of the bench that is long enough",
      URLS_SELF_ISSUER: `http://127.0.0.1:${port}/`,
      SERVE_PUBLIC_HOST: "127.0.0.1",
      SERVE_PUBLIC_PORT: String(port),
      SERVE_ADMIN_HOST: "127.0.0.1",
      SERVE_ADMIN_PORT: String(admin),
      STRATEGIES_ACCESS_TOKEN: "jwt",
      LOG_LEVEL: "error",
    },
    readyUrl: `http://127.0.0.1:${admin}/health/ready`,
  }));
  const admin = { ...server, port: server.ports[1] ?? 0 };
  const client = {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: "client_secret_basic",
  };
  await succeed("Hydra", await sendJson(`http://127.0.0.1:${admin.port}/admin/clients`, client));
  return {
    server,
    token: "/oauth2/token",
    introspection: { server: admin, path: "/admin/oauth2/introspect" },
  };
}

export const KEYCLOAK_ADMIN = { name: "admin", password: "a password of the bench" };

/** In memory, in its own development mode, which differs in caches of pages and in checks of host names. */
export async function startKeycloak(file: string): Promise<Issuer> {
  const admin = KEYCLOAK_ADMIN;
  const server = await startProgram(1, (port = 0) => ({
    file,
    args: ["start-dev", "--http-host=127.0.0.1", `--http-port=${port}`, "--db=dev-mem"],
    env: { KC_BOOTSTRAP_ADMIN_USERNAME: admin.name, KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password },
    readyUrl: `http://127.0.0.1:${port}/realms/master`,
  }));
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const path = "/realms/master/protocol/openid-connect/token";
    const form = new URLSearchParams({
      grant_type: "password",
      client_id: "admin-cli",
      username: admin.name,
      password: admin.password,
    });
    const signIn = await fetch(`${origin}${path}`, { method: "POST", body: form });
    const { access_token } = (await succeed("Keycloak", signIn)) as { access_token: string };
    const client = {
      clientId: CLIENT.id,
      secret: CLIENT.secret,
      publicClient: false,
      standardFlowEnabled: false,
      serviceAccountsEnabled: true,
    };
    const bearer = { Authorization: `Bearer ${access_token}` };
    await succeed(
      "Keycloak",
      await sendJson(`${origin}/admin/realms/master/clients`, client, bearer),
    );
    return { server, token: path, introspection: { server, path: `${path}/introspect` } };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export const TOKEN_FORM = "grant_type=client_credentials";
export const clientHeaders = (client: { readonly id: string; readonly secret: string }) => ({
  ...formHeaders,
  Authorization: basic(client),
});

const NAME_OF_COOKIE = "_oauth2_proxy";

export interface Proxy {
  readonly server: Running;
  /** What a browser sends after its sign-in. */
  readonly cookie: string;
}

/**
 * oauth2-proxy with its session in the cookie, signed in at an issuer.
 * @param prepare makes the client known, for this address to come back to
 * @param userHeaders what the issuer knows the browser's user by
 */
export async function startOauth2Proxy(
  file: string,
  issuer: string,
  prepare: (callback: string) => Promise<void>,
  userHeaders: Readonly<Record<string, string>>,
): Promise<Proxy> {
  const server = await startProgram(1, (port = 0) => ({
    file,
    args: [
      `--http-address=127.0.0.1:${port}`,
      "--provider=oidc",
      `--oidc-issuer-url=${issuer}`,
      `--redirect-url=http://127.0.0.1:${port}/oauth2/callback`,
      `--client-id=${CLIENT.id}`,
      `--client-secret=${CLIENT.secret}`,
      "--cookie-secret=0123456789abcdef0123456789abcdef",
      `--cookie-name=${NAME_OF_COOKIE}`,
      "--cookie-secure=false",
      "--code-challenge-method=S256",
      "--email-domain=*",
      "--oidc-email-claim=sub",
      "--scope=openid profile",
      "--upstream=static://202",
      "--request-logging=false",
      "--auth-logging=false",
      "--standard-logging=false",
    ],
    readyUrl: `http://127.0.0.1:${port}/ping`,
  }));
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    await prepare(`${origin}/oauth2/callback`);
    return { server, cookie: await signInAt(origin, userHeaders) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const cookiesOf = (response: Response, known = "") =>
  [known, ...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "")]
    .filter(Boolean)
    .join("; ");

function targetOf(what: string, response: Response): string {
  const target = response.headers.get("location");
  if (!target) throw new Error(`${what} answered ${response.status} and sent nowhere`);
  return target;
}

/** The issuer's own pages on the way. */
const MAX_HOPS = 5;

/** To the issuer, which asks nothing, and back with a code. */
async function signInAt(
  origin: string,
  userHeaders: Readonly<Record<string, string>>,
): Promise<string> {
  const stay = { redirect: "manual" } as const;
  const begun = await fetch(`${origin}/oauth2/start?rd=/`, stay);
  let back = targetOf("oauth2-proxy", begun);
  for (let hop = 0; hop < MAX_HOPS && !back.startsWith(origin); hop++) {
    const asked = await fetch(back, { ...stay, headers: { Accept: "text/html", ...userHeaders } });
    back = new URL(targetOf("the issuer", asked), back).href;
  }
  const ended = await fetch(back, { ...stay, headers: { Cookie: cookiesOf(begun) } });
  const cookie = cookiesOf(ended);
  if (!cookie.includes(NAME_OF_COOKIE)) {
    throw new Error(`the sign-in ended with ${ended.status}: ${await ended.text()}`);
  }
  return cookie
    .split("; ")
    .filter((one) => !one.startsWith(`${NAME_OF_COOKIE}_csrf`))
    .join("; ");
}
