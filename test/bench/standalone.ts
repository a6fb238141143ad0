/** What `postern serve` answers with, in this process and without a server: for the cost of our code alone. */
import { nodeRuntime } from "../../src/adapters/node/runtime.ts";
import { createParsedAuth } from "../../src/auth.ts";
import { byItself, type Service } from "../../src/call.ts";
import { loadConfig } from "../../src/cli/config.ts";
import { type FirstRun, sealFirstRun } from "../../src/first-run/sealed.ts";
import { loginPath, openGateway } from "../../src/server/gateway.ts";
import { createStandalone } from "../../src/server/standalone.ts";
import { allowNotes, manager } from "./notes.ts";

const HOST = "127.0.0.1:8080";
export const ORIGIN = `http://${HOST}`;
/** As the Node adapter hands over a connection of the loopback interface. */
const PEER = { incoming: { headers: { host: HOST }, socket: { remoteAddress: "127.0.0.1" } } };

export interface Setup extends AsyncDisposable {
  ask(request: Request): Response | Promise<Response>;
  readonly first: FirstRun;
  readonly service: Service;
  /** Access token of the administrator. */
  readonly token: string;
  /** Opens so many sessions of the administrator, and answers their cookies. */
  signIn(sessions: number): Promise<readonly string[]>;
}

/** @param flags as `postern serve` takes them; the embedded database is in memory */
export async function openSetup(...flags: readonly string[]): Promise<Setup> {
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: console.error };
  const argv = ["--set", "encryption.key=a key of the bench that is long enough", ...flags];
  const { config } = loadConfig({ argv, env: {}, cwd: "/", readFile: () => undefined });
  const runtime = nodeRuntime({ memory: true, log });
  const auth = createParsedAuth(config.auth, runtime);
  const gateway = openGateway(config, auth, runtime);
  const { prefix_path: prefix } = config.auth;
  const standalone = createStandalone(auth, runtime, { prefix, gateway });
  const place = { login_path: loginPath(config), code_path: config.login.path.code };
  const first = await sealFirstRun(byItself(await auth.service), place, { demo: true });
  if (!first) throw new Error("the database is not empty");
  standalone.open();
  const { admin, login_client: client } = first;
  const tokens = await auth.api.token(
    {
      grant_type: "password",
      client_id: client.id,
      client_secret: client.secret,
      username: admin.alias,
      password: admin.password,
      scope: "openid profile email",
    },
    ORIGIN,
  );
  const { access_token: token, refresh_token, id_token, expires_in = 0 } = tokens;

  async function signInOnce(): Promise<string> {
    const asked = {
      request: new Request(`${ORIGIN}/login/`),
      connection: { host: HOST, tls: false },
    };
    const headers = await gateway.session.signIn(asked, {
      provider: "postern",
      method: "password",
      remember_me: false,
      tokens: {
        access_token: token,
        expires_at: Math.floor(Date.now() / 1_000) + expires_in,
        ...(refresh_token && { refresh_token }),
        ...(id_token && { id_token }),
      },
    });
    const [, line = ""] = headers.find(([header]) => header === "Set-Cookie") ?? [];
    return line.split(";")[0] ?? "";
  }

  await allowNotes(manager((request) => standalone.fetch(request, PEER), ORIGIN, token));
  return {
    ask: (request) => standalone.fetch(request, PEER),
    first,
    service: await auth.service,
    token,
    async signIn(sessions) {
      const cookies: string[] = [];
      while (cookies.length < sessions) cookies.push(await signInOnce());
      return cookies;
    },
    async [Symbol.asyncDispose]() {
      await gateway.login[Symbol.asyncDispose]();
      await gateway.session[Symbol.asyncDispose]();
      await auth.close();
    },
  };
}
