/** What a standalone server does on every runtime and on both databases. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makePasskey, usePasskey } from "../support/authenticator.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import {
  adminToken,
  type RunningServer,
  type RuntimeName,
  type ServerOptions,
  SOURCES,
  send,
  startServer,
} from "../support/server.ts";
import { Jar } from "../support/session.ts";
import { approved, peopleContract } from "./contract-people.ts";
import { whoMayUseContract } from "./contract-who-may-use.ts";

/** Sends the beginning of a request, lets the server take it up, and closes the connection. */
async function breakOff(server: RunningServer, beginning: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(beginning);
  // Nothing tells from outside that a server waits for the rest of a body.
  await setTimeout(200);
  socket.resetAndDestroy();
}

const SECRET = "s3cret: with %, + and ü";

export function contract(
  runtime: RuntimeName,
  storage: "pglite" | "postgres",
  prepare: () => Promise<ServerOptions> = async () => ({}),
): void {
  describe(`${runtime} on ${storage}`, () => {
    const dataDir = temporaryFolder();
    let options: ServerOptions;
    let server: RunningServer;
    let admin: string;

    beforeAll(async () => {
      options = {
        runtime,
        file: SOURCES,
        dataDir,
        args: ["--log-level", "debug"],
        ...(await prepare()),
      };
      server = await startServer(options);
      admin = await adminToken(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const api = (method: string, path: string, json?: unknown) =>
      send(server, method, `/auth/v1${path}`, { bearer: admin, json });

    test("the printed demo credentials give a token that discovery and JWKS verify", async () => {
      const { demo } = server;
      expect(demo).toBeDefined();
      const issuer = new URL(`${server.url}/auth/oauth2`);
      const allow = { [oauth.allowInsecureRequests]: true };
      const as = await oauth
        .discoveryRequest(issuer, allow)
        .then((response) => oauth.processDiscoveryResponse(issuer, response));
      const requester = { client_id: demo?.id ?? "" };
      const response = await oauth.clientCredentialsGrantRequest(
        as,
        requester,
        oauth.ClientSecretBasic(demo?.secret ?? ""),
        {},
        allow,
      );
      const tokens = await oauth.processClientCredentialsResponse(as, requester, response);
      const keys = createRemoteJWKSet(new URL(as.jwks_uri ?? ""));
      const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
        issuer: issuer.href,
        audience: "postern",
      });
      expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "at+jwt" });
      expect(payload.azp).toBe("demo");
    });

    test("the administrator signs in by password and manages with the bearer token", async () => {
      const created = await api("POST", "/users", {
        alias: ["grace@example.com"],
        local: true,
        details: { name: "Grace", email: "grace@example.com", password: "a fine password" },
      });
      expect(created.status, created.text).toBe(200);
      const { id } = created.body.payload;
      const { body } = await api("GET", `/users/${id}`);
      expect(body.payload).toMatchObject({ alias: ["grace@example.com"], is_active: true });
      expect(body.payload.details.password).toBeUndefined();
      expect(body.payload.updated_by).toBe("admin");
    });

    test("H-3, L-W1: identity headers from outside count for nothing", async () => {
      const response = await fetch(`${server.url}/auth/v1/settings`, {
        headers: { "x-user": "admin" },
      });
      expect(response.status).toBe(401);
    });

    test("a browser signs in, sees its own account, and signs out", async () => {
      const { id: username = "", secret: password = "" } = server.admin ?? {};
      const browser = new Jar((request) => fetch(request, { redirect: "manual" }), server.url);
      expect((await browser.open("/")).headers.get("location")).toBe("/auth/ui/");
      const led = await browser.open("/auth/ui/");
      expect(led.headers.get("location")).toBe("/login/?redirect_path=%2Fauth%2Fui%2F");
      const page = await browser.open("/login/?redirect_path=%2Fauth%2Fui%2F");
      expect([page.status, page.text.includes("login-form")]).toEqual([200, true]);
      const script = /src="([^"]*login\.js[^"]*)"/.exec(page.text)?.[1] ?? "";
      expect((await browser.get(script)).headers.get("content-type")).toContain("javascript");
      const { body: methods } = await browser.get("/login/auth/methods");
      const [link] = methods.payload.provider.password;
      const wrong = await post(browser, link.url, { username, password: "wrong" });
      expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
      const right = await post(browser, link.url, { username, password });
      expect([right.status, right.text]).toEqual([204, ""]);
      expect((await browser.open("/auth/ui/")).text).toContain("Administrator");
      expect((await browser.open("/login/")).headers.get("location")).toBe("/");
      expect((await browser.get("/auth/v1/capabilities")).body.payload.is_admin).toBe(true);
      const kept = browser.header();
      const out = await browser.send("POST", "/logout", {
        headers: { "sec-fetch-site": "same-origin" },
      });
      expect([out.status, out.headers.get("location")]).toEqual([303, "/login/"]);
      expect((await browser.get("/auth/v1/me", { cookie: kept })).status).toBe(401);
    });

    const post = (browser: Jar, path: string, body: object) =>
      browser.send("POST", path, {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });

    test("openid-client: password login with ID token, refresh, and end by disabling", async () => {
      const saved = await api("PUT", "/oauth/clients/app", {
        config: { client_secret: SECRET, scope: ["openid", "profile"] },
      });
      expect(saved.status, saved.text).toBe(200);
      const config = await client.discovery(
        new URL(`${server.url}/auth/oauth2`),
        "app",
        undefined,
        client.ClientSecretBasic(SECRET),
        { execute: [client.allowInsecureRequests] },
      );
      const tokens = await client.genericGrantRequest(config, "password", {
        username: "grace@example.com",
        password: "a fine password",
      });
      expect(tokens.claims()).toMatchObject({ aud: "app", name: "Grace" });
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
      expect(refreshed.refresh_token).toBe(tokens.refresh_token);

      const { sub } = tokens.claims() ?? {};
      await api("PATCH", `/users/${sub}`, { is_active: false });
      await expect(
        client.refreshTokenGrant(config, tokens.refresh_token ?? ""),
      ).rejects.toMatchObject({ error: "invalid_grant" });
      await api("PATCH", `/users/${sub}`, { is_active: true });
    });

    test("a rule for sign-ins: with one more than it allows, the first one ends", async () => {
      const token = (form: Record<string, string>) =>
        send(server, "POST", "/auth/oauth2/token", {
          form: { client_id: "app", client_secret: SECRET, ...form },
        });
      const signIn = async () => {
        const username = "grace@example.com";
        const form = { grant_type: "password", username, password: "a fine password" };
        return (await token(form)).body.refresh_token as string;
      };
      const refresh = async (refresh_token: string) =>
        (await token({ grant_type: "refresh_token", refresh_token })).status;
      const saved = await api("PUT", "/settings/sign_ins", { value: { most: 1, idle: "1h" } });
      expect(saved.status, saved.text).toBe(200);
      const [first, second] = [await signIn(), await signIn()];
      expect([await refresh(first), await refresh(second)]).toEqual([400, 200]);
      await api("DELETE", "/settings/sign_ins");
    });

    test("a password is renewed by argon2id at a sign-in, and by bcrypt again", async () => {
      const username = "grace@example.com";
      const form = { grant_type: "password", username, password: "a fine password" };
      const signIn = async (password = form.password) =>
        (
          await send(server, "POST", "/auth/oauth2/token", {
            form: { client_id: "app", client_secret: SECRET, ...form, password },
          })
        ).status;
      for (const hash of ["argon2id", "bcrypt"]) {
        const saved = await api("PUT", "/settings/password", {
          value: { hash, argon2_memory: 8_192, argon2_passes: 1 },
        });
        expect(saved.status, saved.text).toBe(200);
        // The first of them renews it behind its answer; a wrong one is refused before and after.
        for (let round = 0; round < 3; round += 1) expect(await signIn()).toBe(200);
        expect(await signIn("a wrong password")).toBe(400);
      }
      await api("DELETE", "/settings/password");
    });

    test("openid-client: code flow with PKCE, refresh, userinfo, introspection, revocation", async () => {
      const callback = "https://rp.example.com/callback";
      const saved = await api("PUT", "/oauth/clients/rp", {
        config: { client_secret: SECRET, redirect_uris: [callback] },
      });
      expect(saved.status, saved.text).toBe(200);
      const config = await client.discovery(
        new URL(`${server.url}/auth/oauth2`),
        "rp",
        undefined,
        client.ClientSecretBasic(SECRET),
        { execute: [client.allowInsecureRequests] },
      );
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: "openid profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      // The browser of a signed-in user; the session in front reads its token.
      const led = await approved(server, admin, url.pathname + url.search);
      const tokens = await client.authorizationCodeGrant(config, led, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const sub = tokens.claims()?.sub ?? "";
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
      const claims = await client.fetchUserInfo(config, refreshed.access_token, sub);
      expect(claims.preferred_username).toBe("admin");
      expect(await client.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
        active: true,
        sub,
      });
      await client.tokenRevocation(config, tokens.refresh_token ?? "");
      expect(await client.tokenIntrospection(config, refreshed.access_token)).toEqual({
        active: false,
      });
    });

    test("openid-client: tokens bound to a key with DPoP, at userinfo and at the management API; stolen, they are of no use", async () => {
      const callback = "https://spa.example.com/callback";
      const config_ = { public: true, redirect_uris: [callback], dpop_bound_access_tokens: true };
      const saved = await api("PUT", "/oauth/clients/spa", { config: config_ });
      expect(saved.status, saved.text).toBe(200);
      const config = await client.discovery(
        new URL(`${server.url}/auth/oauth2`),
        "spa",
        undefined,
        client.None(),
        { execute: [client.allowInsecureRequests] },
      );
      const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: "openid",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        dpop_jkt: await DPoP.calculateThumbprint(),
      });
      const led = await approved(server, admin, url.pathname + url.search);
      const redeemed = { pkceCodeVerifier: verifier };
      const tokens = await client.authorizationCodeGrant(config, led, redeemed, undefined, {
        DPoP,
      });
      const sub = tokens.claims()?.sub ?? "";
      const again = await client.refreshTokenGrant(
        config,
        tokens.refresh_token ?? "",
        {},
        { DPoP },
      );
      const { access_token } = again;
      expect((await client.fetchUserInfo(config, access_token, sub, { DPoP })).sub).toBe(sub);
      const me = new URL(`${server.url}/auth/v1/me`);
      const options = { DPoP };
      const account = client.fetchProtectedResource(
        ...([config, access_token, me, "GET", null, undefined, options] as const),
      );
      // Its session takes the token; what it may do there is decided as for every other one.
      expect([200, 403]).toContain((await account.catch((error) => error)).status);
      for (const path of ["oauth2/userinfo", "v1/me"]) {
        const stolen = await fetch(`${server.url}/auth/${path}`, {
          headers: { authorization: `Bearer ${access_token}` },
        });
        expect([stolen.status, stolen.headers.get("www-authenticate")]).toEqual([
          401,
          expect.stringMatching(/^DPoP /),
        ]);
      }
    });

    test("openid-client: FAPI 2.0 with a pushed request, private_key_jwt and DPoP", async () => {
      const callback = "https://bank.example.com/callback";
      const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
      const { kid } = (await api("GET", "/settings/jwt")).body.payload.value;
      const algorithms = await api("PUT", "/settings/jwt", {
        value: { kid, algorithms: ["ES256"] },
      });
      expect(algorithms.status, algorithms.text).toBe(200);
      const saved = await api("PUT", "/oauth/clients/bank", {
        config: {
          ...{ profile: "fapi2", token_endpoint_auth_method: "private_key_jwt" },
          ...{ jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] } },
          ...{ dpop_bound_access_tokens: true, id_token_signed_response_alg: "ES256" },
          redirect_uris: [callback],
        },
      });
      expect(saved.status, saved.text).toBe(200);
      expect(saved.body.meta?.warnings ?? []).toEqual([]);
      const config = await client.discovery(
        new URL(`${server.url}/auth/oauth2`),
        "bank",
        { id_token_signed_response_alg: "ES256" },
        client.PrivateKeyJwt(privateKey as CryptoKey),
        { execute: [client.allowInsecureRequests] },
      );
      const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair("ES256"));
      const verifier = client.randomPKCECodeVerifier();
      const url = await client.buildAuthorizationUrlWithPAR(
        config,
        {
          ...{ redirect_uri: callback, scope: "openid", code_challenge_method: "S256" },
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
        },
        { DPoP },
      );
      expect([...url.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
      const led = await approved(server, admin, url.pathname + url.search);
      const tokens = await client.authorizationCodeGrant(
        ...([config, led, { pkceCodeVerifier: verifier }, undefined, { DPoP }] as const),
      );
      const sub = tokens.claims()?.sub ?? "";
      const claims = await client.fetchUserInfo(config, tokens.access_token, sub, { DPoP });
      expect(claims.sub).toBe(sub);
      const again = await send(server, "GET", url.pathname + url.search, { bearer: admin });
      expect(again.status, "the reference was used").toBe(400);
    });

    test("openid-client: the address that signs out, by discovery; the page asks, and its button ends the tokens", async () => {
      const callback = "https://rp.example.com/callback";
      const bye = "https://rp.example.com/bye";
      const saved = await api("PUT", "/oauth/clients/leaving", {
        config: {
          client_secret: SECRET,
          redirect_uris: [callback],
          post_logout_redirect_uris: [bye],
        },
      });
      expect(saved.status, saved.text).toBe(200);
      const config = await client.discovery(
        new URL(`${server.url}/auth/oauth2`),
        "leaving",
        undefined,
        client.ClientSecretBasic(SECRET),
        { execute: [client.allowInsecureRequests] },
      );
      // A sign-in of its own, which ends here.
      const bearer = await adminToken(server);
      const url = client.buildEndSessionUrl(config, { post_logout_redirect_uri: bye, state: "s" });
      const page = await send(server, "GET", url.pathname + url.search, { bearer });
      expect(page.status, page.text).toBe(200);
      const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      );
      const done = await send(server, "POST", `${url.pathname}/confirm`, {
        bearer,
        form: Object.fromEntries(fields),
      });
      expect([done.status, done.headers.get("location")]).toEqual([302, `${bye}?state=s`]);
      const after = await send(server, "GET", "/auth/oauth2/userinfo", { bearer });
      expect(after.status).toBe(401);
    });

    test("a client registers itself, looks after itself and ends; a document inside is not fetched", async () => {
      const value = { enabled: true };
      expect((await api("PUT", "/settings/registration", { value })).status).toBe(200);
      const redirect_uri = "http://127.0.0.1/callback";
      const metadata = { client_name: "Example Tool", redirect_uris: [redirect_uri] };
      const made = await send(server, "POST", "/auth/oauth2/register", { json: metadata });
      expect(made.status, made.text).toBe(201);
      const { client_id, registration_access_token: bearer } = made.body;
      const one = `/auth/oauth2/register/${client_id}`;
      expect((await send(server, "GET", one, { bearer })).body.client_name).toBe("Example Tool");
      const changed = { ...metadata, client_id, client_name: "Renamed" };
      const put = await send(server, "PUT", one, { bearer, json: changed });
      expect(put.body.client_name).toBe("Renamed");
      const asking = (id: string) => {
        const query = new URLSearchParams({ response_type: "code", client_id: id, redirect_uri });
        return send(server, "GET", `/auth/oauth2/authorize?${query}`, {});
      };
      expect((await asking(client_id)).status).toBe(302);
      expect((await send(server, "DELETE", one, { bearer })).status).toBe(204);
      expect((await asking(client_id)).status).toBe(400);
      const inside = await asking("https://127.0.0.1/client.json");
      expect([inside.status, inside.body.error]).toEqual([400, "invalid_client"]);
      expect(inside.body.error_description).toContain("the host of the URL is not public");
    });

    peopleContract(() => ({ server, admin }));
    whoMayUseContract(() => ({ server, admin }));

    test("a setting takes effect on the next token, without a restart", async () => {
      const { demo } = server;
      const saved = await api("PUT", "/settings/token", { value: { token_lifetime: "2m" } });
      expect(saved.status, saved.text).toBe(200);
      const { body } = await send(server, "POST", "/auth/oauth2/token", {
        basic: demo ?? { id: "", secret: "" },
        form: { grant_type: "client_credentials" },
      });
      expect(body.expires_in).toBe(120);
    });

    test("N-1: a body over 1 MiB is refused, the service goes on", async () => {
      const large = await api("POST", "/users", { alias: ["x"], description: "x".repeat(1 << 20) });
      expect(large.status).toBe(413);
      expect((await send(server, "GET", "/livez")).status).toBe(200);
    });

    test.each([
      ["of a declared length", "Content-Length: 1000", "grant"],
      ["in chunks", "Transfer-Encoding: chunked", "5\r\ngrant\r\n"],
    ])(
      "R-4: a body %s that its caller breaks off is 400 in the log and no alarm",
      async (_, length, part) => {
        const logged = () => server.output().slice(before);
        const before = server.output().length;
        const targets = [
          ["/auth/oauth2/token", "application/x-www-form-urlencoded"],
          ["/login/auth/token/postern", "application/json"],
        ] as const;
        for (const [path, type] of targets) {
          const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nOrigin: ${server.url}`;
          await breakOff(server, `${head}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${part}`);
          await vi.waitFor(
            () => expect(logged()).toContain(`"path":"${path}","status":400`),
            patient(10_000),
          );
        }
        expect(logged()).not.toMatch(/"level":"(?:warn|error)"/);
      },
    );

    test("I-10: HEAD has the headers of GET, its length too, and no body", async () => {
      for (const path of ["/auth/oauth2/certs", "/login/", "/login/auth/sdk.js", "/livez"]) {
        const [head, get] = [await send(server, "HEAD", path), await send(server, "GET", path)];
        expect([head.status, head.text], path).toEqual([get.status, ""]);
        const length = String(new TextEncoder().encode(get.text).byteLength);
        expect(head.headers.get("content-length"), path).toBe(length);
        expect(head.headers.get("content-type"), path).toBe(get.headers.get("content-type"));
      }
      expect((await send(server, "HEAD", "/logout")).status).toBe(405);
    });

    test.each(["ES256", "EdDSA", "RS256"] as const)("a passkey with a key of %s", async (kind) => {
      const begun = await api("POST", "/passkey/register", {});
      const { passkey, credential } = await makePasskey(begun.body.payload.options, server.url, {
        kind,
      });
      const { session_id } = begun.body.payload;
      const made = await api("POST", "/passkey/register", { session_id, credential });
      expect(made.status, made.text).toBe(200);
      const { id: client_id, secret: client_secret } = server.login ?? {};
      const sent = async (json: object) =>
        (await send(server, "POST", "/auth/oauth2/passkey", {
          json: { client_id, client_secret, ...json },
        })) as { status: number; text: string; body: Record<string, string> };
      const login = await sent({ username: "admin" });
      const assertion = await usePasskey(passkey, login.body.options, server.url);
      const done = await sent({ session_id: login.body.session_id, assertion });
      expect(done.status, done.text).toBe(200);
      expect(done.body.access_token).toBeDefined();
      const { body } = await api("GET", "/passkey/credentials");
      expect(body.payload.map(({ id }: { id: string }) => id)).toContain(passkey.id);
    });

    test("Swagger UI and the API description are served by us", async () => {
      const page = await send(server, "GET", "/auth/swagger/index.html");
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/(src|href)="https?:/);
      const { body } = await send(server, "GET", "/auth/swagger/swagger.json");
      expect(body.openapi).toBe("3.1.0");
      expect(body.paths["/auth/oauth2/token"]).toBeDefined();
    });

    test("R-12: ready tells everybody the state, administrators the detail", async () => {
      expect((await send(server, "GET", "/readyz")).body).toEqual({ status: "ready" });
      const { body } = await send(server, "GET", "/readyz", { bearer: admin });
      expect(body).toMatchObject({ status: "ready", runtime, storage, unreadable: [] });
    });

    test("R-11, R-1: SIGTERM ends with 0; what was acknowledged is there after a kill -9", async () => {
      const { demo } = server;
      expect(await server.stop("SIGTERM")).toBe(0);
      server = await startServer(options);
      expect(server.output()).not.toContain("is sealed");
      await server.stop("SIGKILL");
      server = await startServer(options);
      const { status, body } = await send(server, "POST", "/auth/oauth2/token", {
        basic: demo ?? { id: "", secret: "" },
        form: { grant_type: "client_credentials" },
      });
      expect(status).toBe(200);
      expect(body.expires_in, "the saved setting").toBe(120);
    });
  });
}
