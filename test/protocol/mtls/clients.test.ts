/** RFC 8705: certificates as client authentication, and tokens that are bound to them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resourceServer } from "../../../src/guards.ts";
import {
  type Authority,
  createAuthority,
  selfSigned,
  type TestCertificate,
} from "../../support/certificates.ts";
import type { Connection } from "../../support/inside.ts";
import {
  PROXY_SETTINGS,
  proxied,
  type TlsAuth,
  type TlsSetup,
  tlsSetup,
  withCertificate,
  withUnverified,
} from "../../support/mtls.ts";
import { ADA, claimsOf, putClient, putSetting, refusal, TOKEN, WEB } from "../../support/tokens.ts";
import { guarded } from "../guards/fixture.ts";

const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const INVALID_TOKEN = { status: 401, error: "invalid_token" };
const PROXY: Connection = { remoteAddress: "10.0.0.7" };
const APP = "https://app.example.com/api";
const TYPE = { "content-type": "application/x-www-form-urlencoded" };

let tls: TlsSetup;
let service: TlsAuth;
let root: Authority;
let gateway: TestCertificate;
let own: TestCertificate;
let other: TestCertificate;

const x5c = (...certificates: TestCertificate[]) => ({
  keys: certificates.map(({ der }) => ({ kty: "EC", x5c: [der.toString("base64")] })),
});
const settings = (more: object = {}) => putSetting(service, "mtls", { enabled: true, ...more });
const login = (client_id: string, more: Record<string, string> = {}) => ({
  ...ADA,
  client_id,
  ...more,
});
const form = (peer: Connection, path: string, fields: Record<string, string>) =>
  service.as(peer)("POST", path, { headers: TYPE, body: new URLSearchParams(fields) });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const userinfo = (peer: Connection, token: string, headers: Record<string, string> = {}) =>
  service.as(peer, headers)("GET", "/auth/oauth2/userinfo", { headers: bearer(token) });

beforeAll(async () => {
  tls = await tlsSetup();
  ({ service } = tls);
  root = createAuthority();
  gateway = root.issue({
    subject: "/O=Example/CN=gateway",
    extensions: [
      "extendedKeyUsage=clientAuth",
      "subjectAltName=DNS:gateway.example.com,URI:spiffe://example.com/gateway,IP:10.1.2.3,email:gateway@example.com",
    ],
  });
  own = selfSigned("/CN=own");
  other = root.issue({ subject: "/CN=other" });
  await settings({ self_signed: true });
  const dn = { tls_client_auth_subject_dn: "CN=gateway,O=Example" };
  const bound = { tls_client_certificate_bound_access_tokens: true };
  const method = (name: string) => ({ token_endpoint_auth_method: name });
  await putClient(service, "gateway", { ...method("tls_client_auth"), ...dn });
  await putClient(service, "bound", { ...method("tls_client_auth"), ...dn, ...bound });
  await putClient(service, "self", {
    ...method("self_signed_tls_client_auth"),
    jwks: x5c(selfSigned("/CN=older"), own),
  });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, "spa", { public: true, ...bound });
});
afterAll(() => tls.setup[Symbol.asyncDispose]());

describe("§2: client authentication", () => {
  test("§2.1 tls_client_auth: by the subject, and by no other certificate or secret", async () => {
    const peer = withCertificate(gateway);
    expect((await service.token(peer, login("gateway"))).status).toBe(200);
    expect(refusal(await service.token({}, login("gateway")))).toEqual(INVALID_CLIENT);
    for (const wrong of [withCertificate(other), withUnverified(gateway)]) {
      expect(refusal(await service.token(wrong, login("gateway")))).toEqual(INVALID_CLIENT);
    }
    const secret = { ...login("gateway"), client_secret: "anything" };
    expect(refusal(await service.token(peer, secret))).toEqual(INVALID_CLIENT);
  });

  test("attack: a secret that the record still has does not open what the certificate closes", async () => {
    await putClient(service, "moved", { client_secret: "an old secret" });
    await putClient(service, "moved", {
      token_endpoint_auth_method: "tls_client_auth",
      tls_client_auth_subject_dn: "CN=gateway,O=Example",
    });
    const secret = { ...login("moved"), client_secret: "an old secret" };
    expect(refusal(await service.token({}, secret))).toEqual(INVALID_CLIENT);
    expect((await service.token(withCertificate(gateway), login("moved"))).status).toBe(200);
  });

  test.each([
    ["dns", "GATEWAY.example.com", true],
    ["dns", "way.example.com", false],
    ["dns", "*.example.com", false],
    ["uri", "spiffe://example.com/gateway", true],
    ["uri", "spiffe://example.com/gate", false],
    ["ip", "10.1.2.3", true],
    ["ip", "::ffff:10.1.2.3", true],
    ["ip", "10.1.2.4", false],
    ["email", "gateway@example.com", true],
    ["email", "gateway.example.com", false],
  ])("§2.1.2: tls_client_auth_san_%s %s", async (kind, name, right) => {
    await putClient(service, "alternative", {
      token_endpoint_auth_method: "tls_client_auth",
      [`tls_client_auth_san_${kind}`]: name,
    });
    const { status } = await service.token(withCertificate(gateway), login("alternative"));
    expect(status).toBe(right ? 200 : 401);
  });

  test("§2.2 self_signed_tls_client_auth: the registered certificate and no other", async () => {
    expect((await service.token(withUnverified(own), login("self"))).status).toBe(200);
    const twin = selfSigned("/CN=own");
    for (const wrong of [withUnverified(twin), withCertificate(other), {}]) {
      expect(refusal(await service.token(wrong, login("self")))).toEqual(INVALID_CLIENT);
    }
  });

  test("§2.2 through a proxy that says so, in its one word", async () => {
    await settings({ ...PROXY_SETTINGS, self_signed: true });
    const verify = "FAILED:self-signed certificate";
    const asked = (word: string) => service.token(PROXY, login("self"), proxied(own, word));
    expect((await asked(verify)).status).toBe(200);
    expect(refusal(await asked("FAILED:certificate has expired"))).toEqual(INVALID_CLIENT);
    expect(refusal(await asked("NONE"))).toEqual(INVALID_CLIENT);
    // It vouches for nothing else: another client's name in it is worth nothing.
    const alike = proxied(selfSigned("/O=Example/CN=gateway"), verify);
    expect(refusal(await service.token(PROXY, login("gateway"), alike))).toEqual(INVALID_CLIENT);
    await settings({ self_signed: true });
  });

  test("every endpoint that authenticates a client takes the certificate", async () => {
    const peer = withCertificate(gateway);
    const { body } = await service.token(peer, login("gateway"));
    const fields = { client_id: "gateway", token: body.access_token };
    const introspection = await form(peer, "/auth/oauth2/introspect", fields);
    expect(introspection.body).toMatchObject({ active: true, client_id: "gateway" });
    expect(refusal(await form({}, "/auth/oauth2/introspect", fields))).toEqual(INVALID_CLIENT);

    const device = { client_id: "gateway" };
    const started = await form(peer, "/auth/oauth2/device_authorization", device);
    expect(started.status, started.text).toBe(200);
    expect(refusal(await form({}, "/auth/oauth2/device_authorization", device))).toEqual(
      INVALID_CLIENT,
    );

    expect(refusal(await form({}, "/auth/oauth2/revoke", fields))).toEqual(INVALID_CLIENT);
    expect((await form(peer, "/auth/oauth2/revoke", fields)).status).toBe(200);
    expect(refusal(await userinfo({}, body.access_token))).toEqual(INVALID_TOKEN);
  });

  test("methods with other keys are refused where they are written, and a client_assertion proves nothing", async () => {
    const shared = { token_endpoint_auth_method: "client_secret_jwt", jwks: x5c(own) };
    const refused = await service.json("PUT", "/auth/v1/oauth/clients/asserting", {
      config: shared,
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("client_secret_jwt is not offered");
    const uri = { jwks_uri: "https://app.example.com/keys" };
    const config = { token_endpoint_auth_method: "self_signed_tls_client_auth", ...uri };
    const keyless = await service.json("PUT", "/auth/v1/oauth/clients/asserting", { config });
    expect([keyless.status, keyless.text]).toEqual([
      400,
      expect.stringContaining("jwks: is required with self_signed_tls_client_auth"),
    ]);
    for (const complete of [
      { token_endpoint_auth_method: "self_signed_tls_client_auth", jwks: x5c(own) },
      { client_secret: "a secret of enough letters" },
    ]) {
      const answer = await service.json("PUT", "/auth/v1/oauth/clients/asserting", {
        config: { ...complete, ...uri },
      });
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining(
          "jwks_uri: is read with private_key_jwt or request_object_signing_alg alone; put certificates of the client into jwks",
        ),
      ]);
      const empty = await service.json("PUT", "/auth/v1/oauth/clients/asserting", {
        config: { ...complete, jwks_uri: "" },
      });
      expect(empty.status, empty.text).toBe(200);
    }
    expect((await service.json("DELETE", "/auth/v1/oauth/clients/asserting")).status).toBe(200);
    const assertion = {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: "e30.e30.",
    };
    for (const client of ["gateway", "self", WEB.id]) {
      const answer = await service.token({}, { ...login(client), ...assertion });
      expect(refusal(answer), client).toEqual(INVALID_CLIENT);
    }
  });

  test("in this process there is no certificate, so there is no such client", async () => {
    await expect(service.auth.api.token(login("gateway"))).rejects.toMatchObject({
      code: "invalid_client",
    });
  });

  test("O-4: the metadata tell what is switched on", async () => {
    const document = async () =>
      (await service.request("GET", "/auth/oauth2/.well-known/openid-configuration")).body;
    const both = ["tls_client_auth", "self_signed_tls_client_auth"];
    const on = await document();
    for (const endpoint of ["token", "introspection", "revocation"]) {
      expect(on[`${endpoint}_endpoint_auth_methods_supported`]).toEqual(
        expect.arrayContaining(both),
      );
    }
    expect(on).toMatchObject({ tls_client_certificate_bound_access_tokens: true });
    expect(on).not.toHaveProperty("mtls_endpoint_aliases");

    await settings({ alias_origin: "https://mtls.example.com/" });
    const aliased = await document();
    expect(aliased.token_endpoint_auth_methods_supported).not.toContain(both[1]);
    expect(aliased.mtls_endpoint_aliases).toMatchObject({
      token_endpoint: "https://mtls.example.com/auth/oauth2/token",
      userinfo_endpoint: "https://mtls.example.com/auth/oauth2/userinfo",
    });

    await settings({ enabled: false });
    const off = await document();
    expect(off.token_endpoint_auth_methods_supported).not.toContain(both[0]);
    expect(off).not.toHaveProperty("tls_client_certificate_bound_access_tokens");
    await settings({ self_signed: true });
  });
});

describe("§3: access tokens that are bound to a certificate", () => {
  const thumbprint = () => ({ "x5t#S256": gateway.thumbprint });
  const granted = async (client = "bound", more: Record<string, string> = {}) => {
    const { status, body, text } = await service.token(
      withCertificate(gateway),
      login(client, more),
    );
    expect(status, text).toBe(200);
    return body as { access_token: string; refresh_token: string; id_token?: string };
  };

  test("§3.1: cnf is in the access token and nowhere else, and introspection tells it", async () => {
    const { access_token, refresh_token, id_token } = await granted("bound", { scope: "openid" });
    expect(claimsOf(access_token).cnf).toEqual(thumbprint());
    expect(claimsOf(refresh_token)).not.toHaveProperty("cnf");
    expect(claimsOf(id_token ?? "")).not.toHaveProperty("cnf");
    const fields = { client_id: "bound", token: access_token };
    const { body } = await form(withCertificate(gateway), "/auth/oauth2/introspect", fields);
    expect(body).toMatchObject({ active: true, cnf: thumbprint() });
  });

  test("a client whose tokens are bound gets none without a certificate", async () => {
    await putClient(service, "bound-secret", {
      client_secret: "a secret",
      tls_client_certificate_bound_access_tokens: true,
    });
    const fields = { ...login("bound-secret"), client_secret: "a secret" };
    const without = await service.token({}, fields);
    expect(refusal(without)).toEqual({ status: 400, error: "invalid_request" });
    expect(without.body.error_description).toBe(
      "the tokens are bound to a certificate: client certificate not found",
    );
    const { body } = await service.token(withCertificate(other), fields);
    expect(claimsOf(body.access_token).cnf).toEqual({ "x5t#S256": other.thumbprint });
  });

  test("a service account, too, when its details say so", async () => {
    await service.createServiceAccount({
      alias: ["job"],
      details: {
        cert_subject: "CN=gateway,O=Example",
        tls_client_certificate_bound_access_tokens: "true",
      },
    });
    const fields = { grant_type: "client_credentials", client_id: "job" };
    const { body } = await service.token(withCertificate(gateway), fields);
    expect(claimsOf(body.access_token).cnf).toEqual(thumbprint());
  });

  test("attack: a stolen token at userinfo, with no certificate, another, or headers of a stranger", async () => {
    const { access_token } = await granted("bound", { scope: "openid" });
    expect((await userinfo(withCertificate(gateway), access_token)).status).toBe(200);
    for (const peer of [{}, withCertificate(other), withUnverified(own)]) {
      const answer = await userinfo(peer, access_token);
      expect(refusal(answer)).toEqual(INVALID_TOKEN);
      expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
    await settings({ ...PROXY_SETTINGS });
    expect((await userinfo(PROXY, access_token, proxied(gateway))).status).toBe(200);
    const stranger = { remoteAddress: "10.0.0.8" };
    expect(refusal(await userinfo(stranger, access_token, proxied(gateway)))).toEqual(
      INVALID_TOKEN,
    );
    expect(refusal(await userinfo(PROXY, access_token, proxied(gateway, "NONE")))).toEqual(
      INVALID_TOKEN,
    );
    await settings({ enabled: false });
    expect(refusal(await userinfo(withCertificate(gateway), access_token))).toEqual(INVALID_TOKEN);
    await settings({ self_signed: true });
  });

  test("the session in front of /v1 and of an application checks it at every request", async () => {
    const { access_token } = await granted();
    const { app } = tls.setup;
    for (const url of ["/auth/v1/me", "/anything"]) {
      const statuses = [];
      for (const peer of [
        withCertificate(gateway),
        withCertificate(other),
        {},
        withCertificate(gateway),
      ]) {
        statuses.push((await tls.ask(app, peer, url, bearer(access_token))).status);
      }
      expect(statuses, url).toEqual([200, 401, 401, 200]);
    }
  });

  test("the resource server guard checks it", async () => {
    const { access_token } = await granted("bound", { resource: APP });
    const { runtime } = tls.setup;
    const guard = resourceServer({ auth_middleware: "auth", resource: APP }, {
      runtime,
      auth: { auth: service.auth.api },
    } as never);
    const app = guarded(guard);
    const ask = (peer: Connection) => tls.ask(app, peer, APP, bearer(access_token));
    expect((await ask(withCertificate(gateway))).status).toBe(200);
    for (const peer of [{}, withCertificate(other)]) {
      expect(refusal(await ask(peer))).toEqual(INVALID_TOKEN);
    }
  });

  test("AuthApi.verify accepts it with its request and not alone", async () => {
    const { access_token } = await granted();
    const { api } = service.auth;
    const request = new Request("https://id.example.com/");
    const asked = { request, connection: withCertificate(gateway) };
    expect((await api.verify(access_token, asked)).thumbprint).toBe(gateway.thumbprint);
    await expect(api.verify(access_token)).rejects.toMatchObject({ code: "invalid_token" });
  });

  test("attack: an exchange does not take the binding off", async () => {
    const { access_token } = await granted();
    const fields = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: access_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      client_id: WEB.id,
      client_secret: WEB.secret,
    };
    expect(refusal(await service.token({}, fields))).toEqual({
      status: 400,
      error: "invalid_request",
    });
    const { body } = await service.token(withCertificate(other), fields);
    expect(claimsOf(body.access_token).cnf).toEqual({ "x5t#S256": other.thumbprint });
  });

  test("T-11: no roles path writes the claim", async () => {
    await putSetting(service, "token", { roles_claim: "cnf.x5t#S256" });
    const { body } = await service.form(TOKEN, ADA, WEB);
    expect(claimsOf(body.access_token)).not.toHaveProperty("cnf");
    await service.json("DELETE", "/auth/v1/settings/token");
  });
});

describe("§4: refresh tokens", () => {
  const refresh = (peer: Connection, client_id: string, refresh_token: string) =>
    service.token(peer, { grant_type: "refresh_token", client_id, refresh_token });

  /** A public client gets its tokens by a code; the mint is the same for all grants. */
  async function publicTokens(peer: Connection) {
    const started = await form(peer, "/auth/oauth2/device_authorization", { client_id: "spa" });
    expect(started.status, started.text).toBe(200);
    const { device_code, user_code } = started.body;
    const looked = await service.json("GET", `/auth/v1/device/${user_code}`, undefined, "ada");
    expect(looked.status, looked.text).toBe(200);
    const approved = await service.json("POST", "/auth/v1/device", { user_code }, "ada");
    expect(approved.status, approved.text).toBe(200);
    return service.token(peer, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      client_id: "spa",
      device_code,
    });
  }

  test("a public client's are bound to its certificate, which need chain to nothing", async () => {
    const peer = withUnverified(own);
    const { status, body, text } = await publicTokens(peer);
    expect(status, text).toBe(200);
    const cnf = { "x5t#S256": own.thumbprint };
    expect(claimsOf(body.access_token).cnf).toEqual(cnf);
    expect(claimsOf(body.refresh_token).cnf).toEqual(cnf);

    // Attack: a stolen refresh token. It ends nothing either: the owner still has its session.
    for (const wrong of [{}, withCertificate(other)]) {
      expect(refusal(await refresh(wrong, "spa", body.refresh_token))).toEqual({
        status: 400,
        error: "invalid_grant",
      });
    }
    const renewed = await refresh(peer, "spa", body.refresh_token);
    expect(renewed.status, renewed.text).toBe(200);
    expect(claimsOf(renewed.body.access_token).cnf).toEqual(cnf);

    // It stays bound when the record no longer asks for it.
    await putClient(service, "spa", { public: true });
    expect(refusal(await refresh({}, "spa", renewed.body.refresh_token))).toMatchObject({
      error: "invalid_grant",
    });
    const kept = await refresh(peer, "spa", renewed.body.refresh_token);
    expect(claimsOf(kept.body.access_token).cnf).toEqual(cnf);
  });

  test("a confidential client may have a new certificate by then", async () => {
    const { body } = await service.token(withCertificate(gateway), login("bound"));
    const next = root.issue({ subject: "/O=Example/CN=gateway" });
    const renewed = await refresh(withCertificate(next), "bound", body.refresh_token);
    expect(claimsOf(renewed.body.access_token).cnf).toEqual({ "x5t#S256": next.thumbprint });
  });
});
