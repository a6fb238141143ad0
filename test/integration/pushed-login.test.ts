/**
 * Pushed at one instance, authorized at the other through the real login page, redeemed at the first (RFC 9126), on each
 * shared code store: who brings a reference twice, late, or as another client.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { S256, VERIFIER } from "../support/authorize.ts";
import { BEHIND_PROXY, throughProxy } from "../support/behind-proxy.ts";
import { assertionOf, type ClientKey, clientKey, provenBy } from "../support/client-keys.ts";
import { Visitor } from "../support/conformance/browser.ts";
import { PERSON } from "../support/conformance/world.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  eventually,
  redisMissing,
  startRedis,
  type TestRedis,
  withRedis,
} from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";

const ORIGIN = "https://id.example.com";
const CALLBACK = "https://rp.example.com/callback";
const [RP, OTHER, JOB] = ["rp", "other", "job"];
/** so soon does the other instance know. */
const SOON = 1_000;

let postgres: TestPostgres;
let first: RunningServer;
let second: RunningServer;
let admin: string;
const keys = new Map<string, ClientKey>();

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("pushed_login"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
    POSTERN_OAUTH2__BASE_URL: ORIGIN,
  };
  first = await startServer({ runtime: "node", env, args: BEHIND_PROXY });
  second = await startServer({ runtime: "bun", env, args: BEHIND_PROXY });
  admin = await adminToken(first);
  for (const id of [RP, OTHER]) {
    const key = await clientKey();
    keys.set(id, key);
    await manage("PUT", `/oauth/clients/${id}`, {
      config: {
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [key.jwk] },
        redirect_uris: [CALLBACK],
        require_pushed_authorization_requests: true,
      },
    });
  }
  const own = await clientKey();
  keys.set(JOB, own);
  await manage("POST", "/service-accounts", {
    ...{ alias: [JOB], details: { jwks: { keys: [own.jwk] } }, is_active: true },
  });
  const { username, password } = PERSON;
  await manage("POST", "/users", { alias: [username], local: true, details: { password } });
  await settled();
});
afterAll(async () => {
  await Promise.all([first, second].map((server) => server?.stop("SIGKILL")));
  await postgres?.stop();
});

async function manage(method: string, path: string, json: unknown): Promise<void> {
  const { status, text } = await send(first, method, `/auth/v1${path}`, { bearer: admin, json });
  expect(status, text).toBe(200);
}

/** Both instances read what was written last. */
async function settled(): Promise<void> {
  const version = async (server: RunningServer) =>
    (await send(server, "GET", "/readyz", { bearer: admin })).body.version as number;
  await eventually(async () => (await version(first)) === (await version(second)), SOON);
}

async function use(code_store: unknown): Promise<void> {
  await manage("PUT", "/settings/cache", { value: { code_store } });
  await settled();
}

const proof = async (id = RP) => {
  const key = keys.get(id);
  if (!key) throw new Error(`no key of ${id}`);
  return provenBy(await assertionOf(id, key));
};
const post = (server: RunningServer, path: string, form: Record<string, string>) =>
  send(server, "POST", `/auth/oauth2/${path}`, { form });

async function push(server: RunningServer, id = RP): Promise<string> {
  const request = { response_type: "code", redirect_uri: CALLBACK, scope: "openid", state: "s" };
  const fields = { client_id: id, ...request, ...S256, ...(await proof(id)) };
  const { status, text, body } = await post(server, "par", fields);
  expect(status, text).toBe(201);
  return body.request_uri;
}

/** A browser without cookies, at one instance. */
const browser = (server: RunningServer) => {
  const fetch = throughProxy(server, ORIGIN);
  return new Visitor({ origin: ORIGIN, browser: () => new Jar(fetch, ORIGIN) });
};
const address = (request_uri: string, client_id = RP) =>
  new URL(`${ORIGIN}/auth/oauth2/authorize?${new URLSearchParams({ client_id, request_uri })}`);

/** Brings the reference, signs in at the page and allows. */
async function signIn(server: RunningServer, request_uri: string): Promise<URL> {
  const { callback, page, seen } = await browser(server).visit(address(request_uri));
  expect(seen, page.text).toEqual(["login-form", "consent-form"]);
  expect(callback?.href.startsWith(CALLBACK), page.text).toBe(true);
  return callback ?? new URL(CALLBACK);
}
const redeem = async (server: RunningServer, answer: URL, id = RP) =>
  post(server, "token", {
    grant_type: "authorization_code",
    code: answer.searchParams.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...(await proof(id)),
  });
/** A page of ours, and nothing to sign in to. */
async function isRefused(server: RunningServer, request_uri: string, client_id?: string) {
  const { callback, page, seen } = await browser(server).visit(address(request_uri, client_id));
  expect([callback, seen]).toEqual([undefined, []]);
  expect([page.status, page.text.includes('id="error-title"')]).toEqual([400, true]);
}

/** What holds on every store that instances share. */
function pushedFlow(expire: (request_uri: string) => Promise<void>): void {
  test("pushed at one, signed in and allowed at the other, redeemed at the first", async () => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const answer = await signIn(other, await push(one));
      expect(Object.fromEntries(answer.searchParams)).toMatchObject({
        iss: `${ORIGIN}/auth/oauth2`,
        state: "s",
      });
      const { status, text, body } = await redeem(one, answer);
      expect(status, text).toBe(200);
      const userinfo = await send(other, "GET", "/auth/oauth2/userinfo", {
        bearer: body.access_token,
      });
      expect(userinfo.status).toBe(200);
    }
  });

  test("used twice: refused at either, and the code that it gave is good once", async () => {
    const request_uri = await push(first);
    const answer = await signIn(second, request_uri);
    for (const server of [first, second]) await isRefused(server, request_uri);
    expect((await redeem(first, answer)).status).toBe(200);
    for (const server of [first, second]) {
      expect((await redeem(server, answer)).body.error).toBe("invalid_grant");
    }
  });

  test("used late: refused at either", async () => {
    const request_uri = await push(second);
    await expire(request_uri);
    for (const server of [first, second]) await isRefused(server, request_uri);
  });

  test("by another client: refused at either, and it stays good for its own", async () => {
    const request_uri = await push(first);
    for (const server of [first, second]) await isRefused(server, request_uri, OTHER);
    const answer = await signIn(second, request_uri);
    expect((await redeem(first, answer, OTHER)).body.error).toBe("invalid_grant");
  });

  test("K-13: a proof that one instance has taken does not count at the other", async () => {
    const sent = await proof();
    const revoke = (server: RunningServer) => post(server, "revoke", { token: "t", ...sent });
    const answers = await Promise.all([first, second].map(revoke));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    for (const server of [first, second]) expect((await revoke(server)).status).toBe(401);
    const own = { grant_type: "client_credentials", ...(await proof(JOB)) };
    const asked = await Promise.all([first, second].map((server) => post(server, "token", own)));
    expect(asked.map(({ status }) => status).toSorted(), "a service account").toEqual([200, 401]);
  });
}

describe("Postgres", () => {
  pushedFlow(async () => {
    const updated = await postgres.query(
      "update auth_flow_codes set expires_at = now() - interval '1 second' where kind = 'pushed_request' returning kind",
      "pushed_login",
    );
    expect(updated.length).toBeGreaterThan(0);
  });
});

describe.skipIf(redisMissing)(withRedis("Redis"), () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    await use({ active: "redis", key_prefix: "flow:", redis: { address: [redis.address] } });
  });
  afterAll(() => redis.stop());

  pushedFlow(async () => {
    const found = (await redis.cli("--scan", "--pattern", "flow:*")).split("\n");
    const waiting = found.filter((name) => name.includes("pushed"));
    expect(waiting).not.toEqual([]);
    for (const name of waiting) expect(Number(await redis.cli("pttl", name))).toBeGreaterThan(0);
    // What the time does at its end.
    await redis.cli("unlink", ...waiting);
  });
});
