/** Real OpenID providers as upstreams, on three runtimes, both databases and two instances (U-1 to U-4; P-9). */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type OpenidProvider,
  PROVIDER_CLIENT,
  startOpenidProvider,
  visitor,
} from "../support/openid-provider.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  type RunningServer,
  type RuntimeName,
  send,
  startServer,
} from "../support/server.ts";
import { claimsOf } from "../support/tokens.ts";

const APP = { id: "app", secret: "the secret of the application" };
const CALLBACK = "https://app.example.com/callback";
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const callbackOf = ({ url }: RunningServer, provider: string) =>
  `${url}/auth/oauth2/code/${provider}`;
const startAt = ({ url }: RunningServer, provider: string, state = "s") =>
  `${url}/auth/oauth2/auth/${provider}?${new URLSearchParams({
    ...{ client_id: APP.id, redirect_uri: CALLBACK, scope: "openid", state },
  })}`;
const redeem = (server: RunningServer, code: string) =>
  send(server, "POST", "/auth/oauth2/token", {
    basic: APP,
    form: { grant_type: "authorization_code", code, redirect_uri: CALLBACK },
  });

/** The service, a client, a role, and two providers that know its callbacks. */
async function setUp(servers: readonly [RunningServer, ...RunningServer[]]) {
  const [first] = servers;
  const token = await adminToken(first);
  const providers = await Promise.all(
    ["company", "partner"].map((id) =>
      startOpenidProvider(servers.map((server) => callbackOf(server, id))),
    ),
  );
  const [company, partner] = providers as [OpenidProvider, OpenidProvider];
  const put = async (path: string, json: object, method = "PUT") => {
    const answer = await send(first, method, `/auth/v1${path}`, { bearer: token, json });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const { payload: role } = await put("/roles", { name: "engineers" }, "POST");
  await put("/settings/oauth2", { value: { internal_hosts: ["127.0.0.1"] } });
  const config = { client_secret: APP.secret, redirect_uris: [CALLBACK], skip_consent: true };
  await put(`/oauth/clients/${APP.id}`, { config });
  const claim_mapping = {
    register: true,
    roles_claim: "groups",
    role_map: { staff: ["engineers"] },
  };
  for (const [id, { issuer }] of [
    ["company", company],
    ["partner", partner],
  ] as const) {
    await put(`/oauth/providers/${id}`, { config: { ...PROVIDER_CLIENT, issuer, claim_mapping } });
  }
  const user = async (id: string) =>
    (await send(first, "GET", `/auth/v1/users/${id}`, { bearer: token })).body.payload;
  const dispose = () => Promise.all(providers.map((one) => one[Symbol.asyncDispose]()));
  return { company, partner, put, user, role: role.id as string, dispose };
}

async function signsIn(server: RunningServer, provider: string, name: string) {
  const browser = visitor();
  const { url } = await browser.open(startAt(server, provider), name);
  const { code, ...rest } = Object.fromEntries(url.searchParams);
  expect(rest, url.href).toEqual({ state: "s", iss: `${server.url}/auth/oauth2` });
  const { status, body, text } = await redeem(server, code ?? "");
  expect(status, text).toBe(200);
  return { browser, claims: claimsOf(body.access_token) };
}

const RUNTIMES: readonly (readonly [RuntimeName, "pglite" | "postgres"])[] = [
  ["node", "pglite"],
  ["bun", "postgres"],
  ["deno", "pglite"],
];

describe.each(RUNTIMES)("%s on %s", (runtime, storage) => {
  test("a person signs in, has the roles of the groups, loses them, and the provider goes away", async () => {
    const env: Record<string, string> =
      storage === "postgres"
        ? {
            POSTERN_DATABASE__DSN: await postgres.createDatabase(`upstream_${runtime}`),
            POSTERN_ENCRYPTION__KEY: "a key of the operator",
          }
        : {};
    await using server = await startServer({ runtime, env });
    const { company, user, role, dispose } = await setUp([server]);
    const { claims } = await signsIn(server, "company", "grace");
    expect(await user(claims.sub)).toMatchObject({
      alias: ["grace@example.com"],
      local: false,
      sync_role_ids: [role],
    });
    company.groups = [];
    const again = await signsIn(server, "company", "grace");
    expect(again.claims.sub).toBe(claims.sub);
    expect((await user(claims.sub)).sync_role_ids).toEqual([]);

    company.pause();
    const led = await fetch(startAt(server, "company"), { redirect: "manual" });
    expect(led.status, "discovery is kept").toBe(307);
    const state = new URL(led.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const [cookie = ""] = (led.headers.get("set-cookie") ?? "").split(";");
    const back = await fetch(
      `${callbackOf(server, "company")}?code=c&state=${state}&iss=${encodeURIComponent(company.issuer)}`,
      {
        redirect: "manual",
        headers: { cookie },
      },
    );
    expect(new URL(back.headers.get("location") ?? "").searchParams.get("error_description")).toBe(
      "the sign-in provider is not reachable",
    );
    const other = await signsIn(server, "partner", "ada");
    expect(other.claims.sub, "the other provider goes on").not.toBe(claims.sub);
    await dispose();
  });
});

test("a new sign-in that an application demands is made at the provider, whose time is told", async () => {
  await using server = await startServer({ runtime: "node", env: {} });
  const { company, put, dispose } = await setUp([server]);
  const claim_mapping = { register: true };
  const forward = ["prompt", "max_age", "login_hint"];
  const acr_map = { "urn:example:gold": "mfa" };
  const config = { ...PROVIDER_CLIENT, issuer: company.issuer, claim_mapping, forward, acr_map };
  await put("/oauth/providers/company", { config });
  const browser = visitor();
  const sign = async (fields: Record<string, string>) => {
    const { url } = await browser.open(
      `${startAt(server, "company")}&${new URLSearchParams(fields)}`,
      "grace",
    );
    const { code, error } = Object.fromEntries(url.searchParams);
    if (!code) return { error };
    const { status, body, text } = await redeem(server, code);
    expect(status, text).toBe(200);
    return claimsOf(body.id_token);
  };
  const shown = () => browser.visited.filter((url) => /\/interaction\//.test(url)).length;
  const first = await sign({ max_age: "600" });
  expect(first.auth_time).toBeGreaterThan(0);
  const pages = shown();
  const same = await sign({ max_age: "600" });
  expect([same.auth_time, shown()], "the session there is new enough").toEqual([
    first.auth_time,
    pages,
  ]);
  const again = await sign({ prompt: "login" });
  expect(shown(), "the person signs in there once more").toBeGreaterThan(pages);
  expect(again.auth_time).toBeGreaterThanOrEqual(first.auth_time);
  // It offers no such level, and says so or says nothing: both are the same to the application.
  const wish = await sign({ acr_values: "mfa" });
  expect([wish.sub, wish.acr]).toEqual([first.sub, undefined]);
  const none = await visitor().open(`${startAt(server, "company")}&prompt=none`, "grace");
  expect(none.url.searchParams.get("error")).toBe("login_required");
  await dispose();
});

describe("two instances of one Postgres, on Node and Bun", () => {
  let servers: [RunningServer, RunningServer];
  let setup: Awaited<ReturnType<typeof setUp>>;

  beforeAll(async () => {
    const env = {
      POSTERN_DATABASE__DSN: await postgres.createDatabase("upstream_two"),
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    };
    const first = await startServer({ env });
    servers = [first, await startServer({ runtime: "bun", env })];
    setup = await setUp(servers);
    // What the first wrote is in force at the second before it is asked.
    const known = async () =>
      (await fetch(startAt(servers[1], "partner"), { redirect: "manual" })).status;
    await vi.waitFor(async () => expect(await known()).toBe(307), {
      timeout: patient(5_000),
      interval: 50,
    });
  });
  afterAll(async () => {
    await setup?.dispose();
    await Promise.all(servers?.map((server) => server[Symbol.asyncDispose]()) ?? []);
  });

  test("U-1: a sign-in may begin at one and end at the other, and counts once on both", async () => {
    const [first, second] = servers;
    const browser = visitor();
    // Stops before the callback, as if the way back led to the other instance.
    const led = await fetch(startAt(first, "company"), { redirect: "manual" });
    const [cookie = ""] = (led.headers.get("set-cookie") ?? "").split(";");
    const atProvider = new URL(led.headers.get("location") ?? "");
    atProvider.searchParams.set("redirect_uri", callbackOf(second, "company"));
    const { url, status } = await browser
      .open(atProvider.href, "ada")
      .then(({ url, status }) => ({ url, status }));
    expect(status, "another browser: it has no cookie").toBe(400);
    const back = (server: RunningServer) =>
      fetch(`${callbackOf(server, "company")}${url.search}`, {
        redirect: "manual",
        headers: { cookie },
      });
    // The provider issued its code for the second's address, and the first asked for its own.
    const refused = await back(second);
    expect(new URL(refused.headers.get("location") ?? "").searchParams.get("error")).toBe(
      "server_error",
    );
    expect((await back(first)).status, "used up").toBe(400);
  });

  test("parallel callbacks at both: one wins", async () => {
    const [first, second] = servers;
    const led = await fetch(startAt(first, "company"), { redirect: "manual" });
    const state = new URL(led.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const [cookie = ""] = (led.headers.get("set-cookie") ?? "").split(";");
    const answers = await Promise.all(
      [first, second, first, second].map((server) =>
        fetch(
          `${callbackOf(server, "company")}?error=access_denied&state=${state}&iss=${encodeURIComponent(setup.company.issuer)}`,
          {
            redirect: "manual",
            headers: { cookie },
          },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400]);
  });

  test("parallel first sign-ins of one person make one user", async () => {
    const [first, second] = servers;
    const both = await Promise.all([
      signsIn(first, "company", "grace"),
      signsIn(second, "company", "grace"),
    ]);
    const [a, b] = both.map(({ claims }) => claims.sub);
    expect(a).toBe(b);
  });

  test("mix-up: a code of one provider is worth nothing at the other's callback", async () => {
    const [first] = servers;
    const { browser } = await signsIn(first, "partner", "eve");
    const callback = browser.visited.find((one) => one.includes("/code/partner")) ?? "";
    const { search } = new URL(callback);
    const mixed = await fetch(`${callbackOf(first, "company")}${search}`, {
      redirect: "manual",
      headers: { cookie: browser.cookies(first.url) },
    });
    expect(mixed.status).toBe(400);
  });
});
