/**
 * Keys outside over a fleet on Postgres: one list for all instances, and signatures by it on Node, Bun and Deno, over TLS
 * by an authority of the operator (R-2, K-13; ADR 0081).
 */
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byItself } from "../../src/call.ts";
import { KEY, type TestAuth, testAuth } from "../support/auth.ts";
import { createAuthority, SERVER } from "../support/certificates.ts";
import { tendOutsideKeys } from "../support/inside.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { RUNTIMES, send, startServer } from "../support/server.ts";
import { heldKey, type Signer, startSigner } from "../support/signer.ts";
import { ADA, createAda, headerOf, putClient, TOKEN, WEB } from "../support/tokens.ts";

const MINUTE = 60_000;
const HSM = heldKey("hsm-1");
let postgres: TestPostgres;
let signer: Signer;

beforeAll(async () => {
  postgres = await startPostgres();
  const authority = createAuthority("/CN=Authority of the signer");
  const issued = authority.issue({ subject: "/CN=localhost", extensions: SERVER });
  signer = await startSigner([HSM], { ...issued, ca_file: authority.certFile });
});
afterAll(async () => {
  await postgres?.stop();
  await signer?.[Symbol.asyncDispose]();
});

/** An instance whose clock is behind by more than a new key is published before it signs. */
const early = (dsn: string): Promise<TestAuth> =>
  testAuth(
    { database: { dsn }, signer: signer.options },
    testRuntime({ now: Date.now() - 16 * MINUTE }),
  );

async function furnish(service: TestAuth) {
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
}

const look = async (service: TestAuth) => tendOutsideKeys(byItself(await service.auth.service));
const login = async (service: TestAuth) =>
  (await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB)).body;
const kidsOf = async (service: TestAuth) => {
  await (await service.auth.service).snapshots.refresh();
  const { body } = await service.json("GET", "/auth/v1/jwt/keys");
  return body.payload.map(({ kid }: { kid: string }) => kid).toSorted();
};

test("two instances that look at the same moment write one entry, with one secret for refresh tokens", async () => {
  const dsn = await postgres.createDatabase("outside");
  await using first = await early(dsn);
  await furnish(first);
  await using second = await early(dsn);
  signer.listed = [heldKey("hsm-2"), HSM];
  await Promise.all([look(first), look(second), look(first), look(second)]);
  expect(await kidsOf(first)).toEqual(await kidsOf(second));
  expect((await kidsOf(first)).filter((kid: string) => kid.startsWith("hsm"))).toEqual(["hsm-2"]);
  for (const instance of [first, second]) instance.runtime.advance(16 * MINUTE);
  const { access_token, refresh_token } = await login(first);
  expect(headerOf(access_token).kid).toBe("hsm-2");
  await second.auth.api.verify(access_token);
  const form = { grant_type: "refresh_token", refresh_token };
  expect((await second.form(TOKEN, form, WEB)).status).toBe(200);
  signer.listed = [HSM];
});

test("Node, Bun and Deno sign by it, and refuse a signer of another authority", async () => {
  const dsn = await postgres.createDatabase("runtimes");
  {
    await using service = await early(dsn);
    await furnish(service);
  }
  const { url, token, ca_file = "" } = signer.options;
  const common = {
    ...{ POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: KEY },
    ...{ POSTERN_SIGNER__URL: url, POSTERN_SIGNER__TOKEN: token },
  };
  for (const runtime of RUNTIMES) {
    await using server = await startServer({
      ...{ runtime, env: { ...common, POSTERN_SIGNER__CA_FILE: ca_file } },
    });
    const form = { ...ADA, scope: "openid" };
    const answer = await send(server, "POST", TOKEN, { basic: WEB, form });
    expect(answer.status, `${runtime}: ${answer.text}`).toBe(200);
    const keys = createLocalJWKSet((await send(server, "GET", "/auth/oauth2/certs")).body);
    for (const signed of [answer.body.access_token, answer.body.id_token]) {
      expect(headerOf(signed).kid, runtime).toBe("hsm-1");
      await jwtVerify(signed, keys);
    }
    const refresh = { grant_type: "refresh_token", refresh_token: answer.body.refresh_token };
    expect((await send(server, "POST", TOKEN, { basic: WEB, form: refresh })).status).toBe(200);

    await using distrustful = await startServer({ runtime, env: common });
    const refused = await send(distrustful, "POST", TOKEN, { basic: WEB, form });
    expect(refused.status, `${runtime}: ${refused.text}`).toBe(503);
  }
});
