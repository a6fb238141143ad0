/** Forms that are sent twice, to instances on Node, Bun and Deno that share a Postgres, and with Redis as the code store (B-5, P-4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { caughtUp } from "../support/caught-up.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";

const PASSWORD = "correct horse battery";
let postgres: TestPostgres;
let redis: TestRedis | undefined;
let servers: readonly RunningServer[] = [];
let bearer = "";

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("twice");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  // The first one makes the tables and the client.
  const first = await startServer({ env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  servers = [first, ...(await Promise.all(others.map((runtime) => startServer({ runtime, env }))))];
  bearer = await adminToken(first);
  await put("api_key", { self_service: true });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  await redis?.stop();
  await postgres?.stop();
});

const first = () => servers[0] as RunningServer;

/** Every instance serves what the first one has written. */
const settled = () => caughtUp(servers, bearer);

async function put(namespace: string, value: object): Promise<void> {
  const path = `/auth/v1/settings/${namespace}`;
  const { status, text } = await send(first(), "PUT", path, { bearer, json: { value } });
  expect(status, text).toBe(200);
  await settled();
}

/** Cookies of one browser that reaches the instances by turns. */
class Browser {
  readonly #cookies = new Map<string, string>();

  cookies = (): string => [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
  }

  async tokenOf(path: string): Promise<string> {
    const headers = { accept: "text/html", cookie: this.cookies() };
    const response = await fetch(`${first().url}${path}`, { headers, redirect: "manual" });
    this.take(response);
    const [, token = ""] = /name="form_token" value="([^"]+)"/.exec(await response.text()) ?? [];
    expect(token, path).not.toBe("");
    return token;
  }

  /** The form at every instance at once, with the cookies of now. */
  everywhere(path: string, fields: Record<string, string>): Promise<Response[]> {
    const headers = { accept: "text/html", cookie: this.cookies() };
    const sent = servers.map(({ url }) =>
      fetch(`${url}${path}`, {
        ...{ method: "POST", headers, redirect: "manual" },
        body: new URLSearchParams(fields),
      }),
    );
    return Promise.all(sent);
  }
}

const sessionIn = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.includes("auth_session="));

async function formsAreOnce(name: string): Promise<void> {
  const user = { alias: [name], local: true, details: { password: PASSWORD } };
  const created = await send(first(), "POST", "/auth/v1/users", { bearer, json: user });
  expect(created.status, created.text).toBe(200);
  const own = await send(first(), "POST", "/auth/oauth2/token", {
    basic: first().login ?? { id: "", secret: "" },
    form: { grant_type: "password", username: name, password: PASSWORD },
  });
  const person = { bearer: own.body.access_token };
  const registered = await send(first(), "POST", "/auth/v1/totp/register", { ...person, json: {} });
  const { secret } = registered.body.payload;
  await earlyInPeriod();
  const json = { code: codeAt(secret, Date.now() - 30_000) };
  const confirmed = await send(first(), "POST", "/auth/v1/totp/confirm", { ...person, json });
  expect(confirmed.status, confirmed.text).toBe(200);
  await settled();

  const browser = new Browser();
  const form_token = await browser.tokenOf("/login/");
  const login = { form_token, username: name, password: PASSWORD };
  const totp = codeAt(secret, Date.now());
  const signedIn = await browser.everywhere("/login/", { ...login, totp });
  expect(signedIn.map(({ status }) => status)).toEqual(servers.map(() => 303));
  expect(new Set(signedIn.map(sessionIn)).size).toBe(1);
  browser.take(signedIn[0] as Response);

  const page = await browser.tokenOf("/auth/ui/account");
  const fields = { form_token: page, name: "deploy", expires_in: "24h" };
  const made = await browser.everywhere("/auth/ui/api-keys", fields);
  const shown = await Promise.all(made.map((response) => response.text()));
  const keys = shown.map((text) => /id="account-new-key"[^>]*><code>([^<]+)/.exec(text)?.[1]);
  expect([new Set(keys).size, keys[0]?.slice(0, 4)]).toEqual([1, "tak_"]);
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(shown[0] ?? "") ?? [];
  expect(shown[0]?.match(/name="id"/g)).toHaveLength(1);
  const ended = await browser.everywhere("/auth/ui/api-keys/end", { form_token: page, id });
  expect(ended.map(({ status }) => status)).toEqual(servers.map(() => 302));
}

test("a code of the second factor at all instances at once is one session; a key is made and ended once", () =>
  formsAreOnce("postgres"));

test.skipIf(redisMissing)(withRedis("the same with Redis as the code store"), async () => {
  redis = await startRedis();
  await put("cache", { code_store: { active: "redis", redis: { address: [redis.address] } } });
  await formsAreOnce("redis");
});
