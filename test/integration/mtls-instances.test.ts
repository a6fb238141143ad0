/** Client certificates with two instances on one Postgres (F-8, P-9; RFC 8705 §3): each knows what the other was told. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { KEY } from "../support/auth.ts";
import { type Authority, createAuthority, type TestCertificate } from "../support/certificates.ts";
import {
  PROXY_SETTINGS,
  proxied,
  type TlsAuth,
  tlsAuth,
  withCertificate,
} from "../support/mtls.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { claimsOf, putClient, putSetting, refusal, WEB } from "../support/tokens.ts";

const GRANT = { grant_type: "client_credentials" };
const SUBJECT = "CN=job,O=Example";
const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const INVALID_TOKEN = { status: 401, error: "invalid_token" };

let postgres: TestPostgres;
let first: TlsAuth;
let second: TlsAuth;
let root: Authority;
let job: TestCertificate;
let other: TestCertificate;

beforeAll(async () => {
  root = createAuthority();
  job = root.issue({ subject: "/O=Example/CN=job" });
  other = root.issue({ subject: "/O=Example/CN=other" });
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("mtls");
  const options = { database: { dsn }, encryption: { key: KEY } };
  first = await tlsAuth(options, { loops: true });
  second = await tlsAuth(options, { loops: true });
  await putSetting(first, "mtls", { enabled: true });
  await putClient(first, WEB.id, { client_secret: WEB.secret });
});
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

const versionOf = async ({ auth }: TlsAuth) => (await auth.service).snapshots.current.version;

/** Waits until the second instance serves what the first one has written, and the other way round. */
async function settled() {
  await vi.waitFor(async () => expect(await versionOf(first)).toBe(await versionOf(second)), {
    timeout: patient(10_000),
  });
}

const account = (alias: string, details: object) =>
  first.createServiceAccount({ alias: [alias], details });
const bound = { tls_client_certificate_bound_access_tokens: true };

async function tokenOf(service: TlsAuth, client_id: string, certificate = job) {
  return service.token(withCertificate(certificate), { ...GRANT, client_id });
}

async function granted(service: TlsAuth, client_id: string): Promise<string> {
  const { status, body, text } = await tokenOf(service, client_id);
  expect(status, text).toBe(200);
  return body.access_token;
}

const userinfo = (service: TlsAuth, certificate: TestCertificate | undefined, token: string) =>
  service.as(certificate ? withCertificate(certificate) : {})("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${token}` },
  });

describe("an account that one instance was told of", () => {
  test("F-8: gets a token at the other by its fingerprint, and with no other certificate", async () => {
    await account("pinned", { cert_fingerprint: job.fingerprint });
    await settled();
    await granted(second, "pinned");
    const twin = root.issue({ subject: "/O=Example/CN=job" });
    for (const wrong of [other, twin]) {
      const { status, body } = await tokenOf(second, "pinned", wrong);
      expect([status, body.error_description]).toEqual([401, "client certificate not match"]);
    }
  });

  test("a new fingerprint ends the old certificate at both", async () => {
    const id = await account("renewed", { cert_fingerprint: job.fingerprint });
    await settled();
    await granted(second, "renewed");
    const details = { cert_fingerprint: other.fingerprint };
    const path = `/auth/v1/service-accounts/${id}`;
    expect((await first.json("PATCH", path, { details })).status).toBe(200);
    await settled();
    for (const service of [first, second]) {
      expect(refusal(await tokenOf(service, "renewed"))).toEqual(INVALID_CLIENT);
      expect((await tokenOf(service, "renewed", other)).status).toBe(200);
    }
  });

  test("that is disabled at one gets no token at the other, and the one it has opens nothing", async () => {
    const id = await account("ended", { cert_subject: SUBJECT, ...bound });
    await settled();
    const token = await granted(second, "ended");
    expect((await userinfo(first, job, token)).status).toBe(200);
    const path = `/auth/v1/service-accounts/${id}`;
    expect((await first.json("PATCH", path, { is_active: false })).status).toBe(200);
    await settled();
    for (const service of [first, second]) {
      const refused = await tokenOf(service, "ended");
      expect(refused.body.error_description).toBe("principal is disabled");
      expect(refusal(await userinfo(service, job, token))).toEqual(INVALID_TOKEN);
    }
  });
});

describe("RFC 8705 §3: a token that one instance bound to a certificate", () => {
  test("is accepted at the other with that certificate, and refused without it and with another", async () => {
    await account("bound", { cert_subject: SUBJECT, ...bound });
    await settled();
    const token = await granted(first, "bound");
    expect(claimsOf(token).cnf).toEqual({ "x5t#S256": job.thumbprint });
    expect((await userinfo(second, job, token)).status).toBe(200);
    // Another certificate of the same subject is another one.
    const twin = root.issue({ subject: "/O=Example/CN=job" });
    for (const wrong of [undefined, other, twin]) {
      expect(refusal(await userinfo(second, wrong, token))).toEqual(INVALID_TOKEN);
    }
    const { body } = await second.as({})("POST", "/auth/oauth2/introspect", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: WEB.id, client_secret: WEB.secret, token }),
    });
    // Another client learns nothing of it.
    expect(body).toEqual({ active: false });
  });

  test("that was revoked at one is refused at the other, with its certificate too", async () => {
    await account("revoking", { cert_subject: SUBJECT, ...bound });
    await settled();
    const token = await granted(first, "revoking");
    expect((await userinfo(second, job, token)).status).toBe(200);
    const revoked = await first.as(withCertificate(job))("POST", "/auth/oauth2/revoke", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: "revoking", token }),
    });
    expect(revoked.status, revoked.text).toBe(200);
    await vi.waitFor(
      async () => expect(refusal(await userinfo(second, job, token))).toEqual(INVALID_TOKEN),
      { timeout: patient(10_000) },
    );
  });

  test("attack: the trust in a proxy that one instance took back counts at the other no longer", async () => {
    const peer = { remoteAddress: "10.0.0.7" };
    await putSetting(first, "mtls", PROXY_SETTINGS);
    await account("proxied", { cert_subject: SUBJECT, ...bound });
    await settled();
    const ask = () => second.token(peer, { ...GRANT, client_id: "proxied" }, proxied(job));
    expect((await ask()).status).toBe(200);
    await putSetting(first, "mtls", { ...PROXY_SETTINGS, trusted_proxy_cidrs: ["10.0.0.9"] });
    await settled();
    expect((await ask()).body.error_description).toBe(
      "client certificate header came from an untrusted proxy",
    );
    await putSetting(first, "mtls", { enabled: false });
    await settled();
    expect((await ask()).status).toBe(401);
  });
});
