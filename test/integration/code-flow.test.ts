/** The code flow over two instances, one on Node and one on Bun, with every shared code store. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  eventually,
  redisMissing,
  startCluster,
  startRedis,
  type TestCluster,
  type TestRedis,
  withRedis,
} from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

const CALLBACK = "https://rp.example.com/callback";
const RP = { id: "rp", secret: "rp-secret" };
const OTHER = { id: "other", secret: "other-secret" };
const TOKEN = "/auth/oauth2/token";
const CONSENT = "/auth/oauth2/consent";
/** so soon does the other instance know. */
const SOON = 1_000;

let postgres: TestPostgres;
let node: RunningServer;
let bun: RunningServer;
/** Signed in for the browser as well: the session in front reads it (contract.ts does the same). */
let admin: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("code_flow"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  node = await startServer({ runtime: "node", env });
  bun = await startServer({ runtime: "bun", env });
  admin = await adminToken(node);
  for (const { id, secret } of [RP, OTHER]) {
    const config = { client_secret: secret, redirect_uris: [CALLBACK] };
    await manage("PUT", `/oauth/clients/${id}`, { config });
  }
  await manage("PUT", "/settings/token", { value: { refresh_rotation: "always" } });
  await settled();
});
afterAll(async () => {
  await Promise.all([node, bun].map((server) => server?.stop("SIGKILL")));
  await postgres?.stop();
});

async function manage(method: string, path: string, json: unknown): Promise<void> {
  const { status, text } = await send(node, method, `/auth/v1${path}`, { bearer: admin, json });
  expect(status, text).toBe(200);
}

/** Both instances read what was written last. */
async function settled(): Promise<void> {
  const version = async (server: RunningServer) =>
    (await send(server, "GET", "/readyz", { bearer: admin })).body.version as number;
  await eventually(async () => (await version(node)) === (await version(bun)), SOON);
}

const browse = (server: RunningServer, path: string, form?: Record<string, string>) =>
  send(server, form ? "POST" : "GET", path, { bearer: admin, ...(form && { form }) });

/** Path of the consent page of a new flow. */
async function begin(server: RunningServer): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: RP.id,
    redirect_uri: CALLBACK,
    scope: "openid",
    state: "s",
  });
  const { status, headers, text } = await browse(server, `/auth/oauth2/authorize?${query}`);
  expect(status, text).toBe(302);
  return headers.get("location") ?? "";
}

/** Opens the page; answers what its form would send. */
async function open(server: RunningServer, path: string): Promise<Record<string, string>> {
  const { status, text } = await browse(server, path);
  expect(status, text).toBe(200);
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";
  return { flow: field("flow"), form_token: field("form_token"), action: "approve" };
}

const codeIn = (headers: Headers): string =>
  new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";

async function approve(server: RunningServer, form: Record<string, string>): Promise<string> {
  const { status, headers, text } = await browse(server, CONSENT, form);
  expect(status, text).toBe(302);
  return codeIn(headers);
}

/** Begun on one instance, decided on the other. */
const newCode = async (one: RunningServer, other: RunningServer) =>
  approve(other, await open(other, await begin(one)));

const redeem = (server: RunningServer, code: string, basic = RP) =>
  send(server, "POST", TOKEN, {
    basic,
    form: { grant_type: "authorization_code", code, redirect_uri: CALLBACK },
  });

const refresh = (server: RunningServer, refresh_token: string) =>
  send(server, "POST", TOKEN, {
    basic: RP,
    form: { grant_type: "refresh_token", refresh_token },
  });

const userinfo = async (server: RunningServer, bearer: string) =>
  (await send(server, "GET", "/auth/oauth2/userinfo", { bearer })).status;

async function tokensOf(answer: ReturnType<typeof redeem>) {
  const { status, body, text } = await answer;
  expect(status, text).toBe(200);
  return body as { access_token: string; refresh_token: string };
}

const refusal = ({ status, body }: { status: number; body: { error?: string } | undefined }) => ({
  status,
  error: body?.error,
});
const INVALID_GRANT = { status: 400, error: "invalid_grant" };

/** Twenty of the same at once, in turn on one instance and the other. */
const twenty = <T>(ask: (server: RunningServer) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? bun : node)));

/** What holds on every store that instances share. */
function codeFlow(): void {
  test("begun on one, seen on the other, decided on the first, redeemed on the other", async () => {
    for (const [one, other] of [
      [node, bun],
      [bun, node],
    ] as const) {
      const form = await open(other, await begin(one));
      const tokens = await tokensOf(redeem(other, await approve(one, form)));
      expect(await userinfo(one, tokens.access_token)).toBe(200);
      const next = await tokensOf(refresh(one, tokens.refresh_token));
      expect(await userinfo(other, next.access_token)).toBe(200);
    }
  });

  test("K-3, K-5: twenty parallel redemptions over both: one wins, nineteen get invalid_grant, and what the winner got is revoked on both", async () => {
    const code = await newCode(node, bun);
    const answers = await twenty((server) => redeem(server, code));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const losers = answers.filter((answer) => answer !== winner);
    expect(losers.map(refusal)).toEqual(Array(19).fill(INVALID_GRANT));
    expect(new Set(losers.map(({ body }) => body.error_description))).toEqual(
      new Set(["code not found"]),
    );

    const { access_token, refresh_token } = winner?.body ?? {};
    for (const server of [node, bun]) {
      await eventually(async () => (await userinfo(server, access_token)) === 401, SOON);
      expect(refusal(await refresh(server, refresh_token))).toEqual(INVALID_GRANT);
    }
  });

  test("K-5: a replay on the other instance ends refreshed tokens too and leaves other sessions alone", async () => {
    const code = await newCode(bun, node);
    const first = await tokensOf(redeem(node, code));
    const bystander = await tokensOf(redeem(bun, await newCode(bun, node)));
    const later = await tokensOf(refresh(bun, first.refresh_token));
    expect(refusal(await redeem(bun, code))).toEqual(INVALID_GRANT);
    for (const server of [node, bun]) {
      for (const { access_token } of [first, later]) {
        await eventually(async () => (await userinfo(server, access_token)) === 401, SOON);
      }
      expect(refusal(await refresh(server, later.refresh_token))).toEqual(INVALID_GRANT);
      expect(await userinfo(server, bystander.access_token)).toBe(200);
    }
  });

  test("B-5: a consent decided on both at once counts once", async () => {
    const form = await open(bun, await begin(node));
    const answers = await twenty((server) => browse(server, CONSENT, form));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(302));
    const codes = new Set(answers.map(({ headers }) => codeIn(headers)));
    expect(codes.size, "the same answer, also of the other instance").toBe(1);
    const [code = ""] = codes;
    await tokensOf(redeem(node, code));
    expect((await redeem(bun, code)).status).toBe(400);
  });

  test("B-5: approved on one while denied on the other: one of the two, never both", async () => {
    const form = await open(node, await begin(bun));
    const answers = await Promise.all([
      browse(node, CONSENT, form),
      browse(bun, CONSENT, { ...form, action: "deny" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 404]);
  });

  test("K-9: parallel refresh with rotation `always` over both gives one successor", async () => {
    const { refresh_token } = await tokensOf(redeem(bun, await newCode(node, bun)));
    const answers = await twenty((server) => refresh(server, refresh_token));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const successors = new Set(answers.map(({ body }) => body.refresh_token as string));
    expect(successors.size).toBe(1);
    const [successor = ""] = successors;
    expect(successor).not.toBe(refresh_token);
    const next = await tokensOf(refresh(bun, successor));
    expect(next.refresh_token).not.toBe(successor);
    const again = await tokensOf(refresh(node, successor));
    expect(again.refresh_token, "the other instance knows the successor").toBe(next.refresh_token);
  });

  test("K-6: each kind is refused elsewhere, on both, and stays usable where it belongs", async () => {
    const page = await begin(node);
    const flow = new URL(page, node.url).searchParams.get("flow") ?? "";
    for (const server of [node, bun]) {
      expect(refusal(await redeem(server, flow)), "a flow id is no code").toEqual(INVALID_GRANT);
      expect(refusal(await refresh(server, flow))).toEqual(INVALID_GRANT);
    }
    const form = await open(bun, page);
    expect(refusal(await redeem(node, form.form_token ?? ""))).toEqual(INVALID_GRANT);
    const code = await approve(node, form);
    for (const server of [node, bun]) {
      expect((await browse(server, `${CONSENT}?flow=${code}`)).status, "no flow").toBe(404);
      expect((await browse(server, CONSENT, { ...form, flow: code })).status).toBe(404);
      expect(refusal(await refresh(server, code)), "no refresh token").toEqual(INVALID_GRANT);
      expect(await userinfo(server, code), "no access token").toBe(401);
    }
    const { access_token, refresh_token } = await tokensOf(redeem(bun, code));
    for (const server of [node, bun]) {
      for (const token of [access_token, refresh_token]) {
        expect(refusal(await redeem(server, token)), "a token is no code").toEqual(INVALID_GRANT);
      }
      expect(refusal(await refresh(server, access_token))).toEqual(INVALID_GRANT);
      expect(await userinfo(server, refresh_token)).toBe(401);
      expect(await userinfo(server, access_token)).toBe(200);
    }
    await tokensOf(refresh(node, refresh_token));
  });

  test("rule 12: another client's redemption on the other instance consumes the code", async () => {
    const code = await newCode(node, bun);
    const foreign = await redeem(bun, code, OTHER);
    expect(refusal(foreign)).toEqual(INVALID_GRANT);
    expect(foreign.body.error_description).toBe("code was issued to another client");
    expect(refusal(await redeem(node, code))).toEqual(INVALID_GRANT);
  });
}

/** Switches both at run time. */
async function use(code_store: unknown): Promise<void> {
  await manage("PUT", "/settings/cache", { value: { code_store } });
  await settled();
}

const flowRows = async () => {
  const [row] = await postgres.query(
    "select count(*)::int as count from auth_flow_codes where kind not like 'revoked%'",
    "code_flow",
  );
  return row?.count as number;
};

describe("database, the default", () => {
  test("a pending flow is a row", async () => {
    const before = await flowRows();
    await begin(node);
    expect(await flowRows()).toBe(before + 1);
  });
  codeFlow();

  test("K-10: a client disabled on one ends its code, refresh and access tokens on the other", async () => {
    const config = { client_secret: RP.secret, redirect_uris: [CALLBACK] };
    const { access_token, refresh_token } = await tokensOf(redeem(bun, await newCode(node, bun)));
    const pending = await newCode(node, bun);
    await manage("PUT", `/oauth/clients/${RP.id}`, { enabled: false, config });
    await eventually(async () => (await userinfo(bun, access_token)) === 401, SOON);
    for (const answer of [await redeem(bun, pending), await refresh(bun, refresh_token)]) {
      expect(refusal(answer)).toEqual({ status: 401, error: "invalid_client" });
    }
    await manage("PUT", `/oauth/clients/${RP.id}`, { enabled: true, config });
    await settled();
  });

  test("ADR 0123: a role that is taken away on one ends what the other would have given", async () => {
    const shared = { client_secret: RP.secret, redirect_uris: [CALLBACK] };
    const me = (await send(node, "GET", "/auth/v1/me", { bearer: admin })).body.payload;
    const made = await send(node, "POST", "/auth/v1/roles", {
      ...{ bearer: admin, json: { name: "readers" } },
    });
    const access = { role_ids: [made.body.payload.id] };
    const person = `/users/${me.id}`;
    const granted = { ...access, expires_in: "1h" };
    await manage("POST", `${person}/access`, granted);
    const config = { ...shared, allowed_role_ids: access.role_ids };
    await manage("PUT", `/oauth/clients/${RP.id}`, { config });
    await settled();
    const { refresh_token, access_token } = await tokensOf(redeem(bun, await newCode(node, bun)));
    const next = await tokensOf(refresh(bun, refresh_token));
    const code = await newCode(bun, node);
    const pending = await begin(bun);

    await manage("POST", `${person}/access`, access);
    await settled();
    for (const answer of [await refresh(bun, next.refresh_token), await redeem(bun, code)]) {
      expect(refusal(answer)).toEqual(INVALID_GRANT);
    }
    for (const path of [pending, await begin(node)]) {
      expect((await browse(bun, path)).status, "a page that says so").toBe(403);
    }
    expect(await userinfo(bun, access_token), "what was handed out lives to its end").toBe(200);

    await manage("POST", `${person}/access`, granted);
    await settled();
    await tokensOf(refresh(bun, next.refresh_token));
    await manage("PUT", `/oauth/clients/${RP.id}`, { config: shared });
    await settled();
  });
});

describe.skipIf(redisMissing)(withRedis("Redis, switched to at run time"), () => {
  let redis: TestRedis;
  let rows: number;
  beforeAll(async () => {
    redis = await startRedis();
    await use({ active: "redis", key_prefix: "flow:", redis: { address: [redis.address] } });
    rows = await flowRows();
  });
  afterAll(() => redis.stop());

  codeFlow();

  test("all of it was in Redis, none of it in the database", async () => {
    expect(Number(await redis.cli("dbsize"))).toBeGreaterThan(0);
    expect(await flowRows()).toBe(rows);
  });

  test("back to the database: what is in Redis no longer counts, new flows do", async () => {
    const code = await newCode(node, bun);
    await use({ active: "database" });
    expect(refusal(await redeem(bun, code))).toEqual(INVALID_GRANT);
    await tokensOf(redeem(bun, await newCode(node, bun)));
  });
});

describe.skipIf(redisMissing)(withRedis("Redis Cluster, found from one address"), () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startCluster();
    const address = cluster.nodes.slice(0, 1).map((one) => one.address);
    await use({ active: "redis", key_prefix: "flow:", redis: { address } });
  });
  afterAll(() => cluster.stop());

  codeFlow();

  test("its nodes share the keys", async () => {
    for (let count = 0; count < 30; count++) await begin(count % 2 ? bun : node);
    for (const one of cluster.nodes) expect(Number(await one.cli("dbsize"))).toBeGreaterThan(0);
  });
});
