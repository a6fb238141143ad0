import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Credentials, type TestAuth, testAuth } from "../support/auth.ts";
import { CALLBACK } from "../support/authorize.ts";
import { testRuntime } from "../support/runtime.ts";
import { claimsOf, putSetting, roleWithScopes } from "../support/tokens.ts";

const APP = { id: "app", secret: "app-secret" };
const OTHER = { id: "other", secret: "other-secret" };
const API = { id: "api", secret: "api-secret" };
const MONITOR = { id: "monitor", secret: "monitor-secret" };
const RESOURCE = "https://api.example.com/orders";

let service: TestAuth;
let user: string;

beforeAll(async () => {
  service = await testAuth();
  user = await service.createUser();
  const client = (id: string, config: object) =>
    service.json("PUT", `/auth/v1/oauth/clients/${id}`, { config });
  await client("app", { client_secret: APP.secret, scope: ["openid"] });
  await client("other", { client_secret: OTHER.secret });
  await client("api", { client_secret: API.secret, resources: ["https://api.example.com"] });
  await client("monitor", { client_secret: MONITOR.secret, introspection: "any" });
  await client("spa", { public: true });
});
beforeEach(() =>
  service.json("PATCH", `/auth/v1/users/${user}`, {
    details: { name: "Ada", email: "ada@example.com" },
  }),
);
afterAll(() => service[Symbol.asyncDispose]());

async function signIn(fields: Record<string, string> = {}, client: Credentials = APP) {
  const { status, body, text } = await service.form(
    "/auth/oauth2/token",
    { grant_type: "password", username: "ada", password: "correct horse", ...fields },
    client,
  );
  expect(status, text).toBe(200);
  return body as { access_token: string; refresh_token: string };
}

const introspect = (token: string, client: Credentials = APP) =>
  service.form("/auth/oauth2/introspect", { token }, client);
const revoke = (token: string, client: Credentials = APP) =>
  service.form("/auth/oauth2/revoke", { token }, client);
const refresh = (token: string, client: Credentials = APP) =>
  service.form("/auth/oauth2/token", { grant_type: "refresh_token", refresh_token: token }, client);
const userinfo = (token: string) =>
  service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${token}` },
  });

const readRoles = (claims: Record<string, unknown>, path: string): unknown =>
  path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], claims);

describe("RFC 7662 introspection", () => {
  test("an active token: its claims, the client as azp and client_id (auth-wire 5.7)", async () => {
    const { access_token, refresh_token } = await signIn();
    const { status, headers, body } = await introspect(access_token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      active: true,
      token_type: "Bearer",
      sub: user,
      azp: "app",
      client_id: "app",
      aud: "postern",
      scope: "openid",
      email: "ada@example.com",
      username: "ada",
    });
    expect((await introspect(refresh_token)).body).toMatchObject({ active: true, typ: "Refresh" });
  });

  test("`active` plus all claims of the token: names, roles at their path, times, remember-me", async () => {
    const role = await roleWithScopes(service, "staff", {
      staff: { reports: ["viewer", "editor"] },
    });
    await service.json("PATCH", `/auth/v1/users/${user}`, { role_ids: [role] });
    for (const roles_claim of ["roles", "realm_access.roles"]) {
      await putSetting(service, "token", { roles_claim });
      const tokens = await signIn({ scope: "reports", remember_me: "true" });
      const { iss: _, ...claims } = claimsOf(tokens.access_token);
      expect(readRoles(claims, roles_claim)).toEqual(["viewer", "editor"]);
      expect(claims).toMatchObject({ name: "Ada", remember_me: true });
      const { body } = await introspect(tokens.access_token);
      expect(body).toEqual({
        ...claims,
        active: true,
        token_type: "Bearer",
        iss: "https://id.example.com/auth/oauth2",
        username: "ada",
      });
      const { iss: __, ...refresh } = claimsOf(tokens.refresh_token);
      expect((await introspect(tokens.refresh_token)).body).toMatchObject({
        ...refresh,
        active: true,
      });
    }
    await service.json("DELETE", "/auth/v1/settings/token");
    await service.json("PATCH", `/auth/v1/users/${user}`, { role_ids: [] });
  });

  test("no claim of a token says whether it is active", async () => {
    await putSetting(service, "token", { roles_claim: "active" });
    const role = await roleWithScopes(service, "any", { any: { any: ["false"] } });
    await service.json("PATCH", `/auth/v1/users/${user}`, { role_ids: [role] });
    const { access_token } = await signIn({ scope: "any" });
    expect((await introspect(access_token)).body.active).toBe(true);
    await service.json("DELETE", "/auth/v1/settings/token");
    await service.json("PATCH", `/auth/v1/users/${user}`, { role_ids: [] });
  });

  test("X-3: unknown, expired, foreign and malformed tokens answer exactly {active:false}", async () => {
    const { access_token, refresh_token } = await signIn();
    const [header, payload] = access_token.split(".");
    const tokens = ["", "x", "a.b.c", `${header}.${payload}.AAAA`, `${access_token}x`];
    for (const token of tokens) expect((await introspect(token)).body).toEqual({ active: false });
    expect((await introspect(access_token, OTHER)).body, "another client's").toEqual({
      active: false,
    });
    expect((await introspect(refresh_token, MONITOR)).body, "refresh tokens never").toEqual({
      active: false,
    });
  });

  test("W9: a resource server sees tokens that are addressed to it, a monitor sees all", async () => {
    const { access_token: addressed } = await signIn({ resource: RESOURCE });
    const { access_token: plain } = await signIn();
    expect((await introspect(addressed, API)).body).toMatchObject({ active: true });
    expect((await introspect(plain, API)).body).toEqual({ active: false });
    expect((await introspect(plain, MONITOR)).body).toMatchObject({ active: true });
  });

  test("the client must be confidential and authenticate", async () => {
    const { access_token } = await signIn();
    const spa = await service.form("/auth/oauth2/introspect", {
      token: access_token,
      client_id: "spa",
    });
    expect(spa.status).toBe(401);
    expect((await introspect(access_token, { ...APP, secret: "wrong" })).status).toBe(401);
    expect((await service.form("/auth/oauth2/introspect", { token: "x" })).status).toBe(401);
  });
});

describe("RFC 7009 revocation", () => {
  test("an access token is denied by jti; the rest of its session lives on", async () => {
    const { access_token, refresh_token } = await signIn();
    const { status, text, headers } = await revoke(access_token);
    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await introspect(access_token)).body).toEqual({ active: false });
    expect((await userinfo(access_token)).status).toBe(401);
    await expect(service.auth.api.verify(access_token)).rejects.toThrow("token revoked");
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test("X-2: a refresh token ends its whole family, access tokens included", async () => {
    const { access_token, refresh_token } = await signIn();
    const { body: refreshed } = await refresh(refresh_token);
    await revoke(refresh_token);
    for (const token of [access_token, refreshed.access_token, refresh_token]) {
      expect((await introspect(token)).body).toEqual({ active: false });
    }
    const refused = await refresh(refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_grant"]);
    expect(refused.body.error_description).toBe("refresh token revoked");
  });

  test("X-2: another client's token is left alone; unknown tokens are 200; no token is 400", async () => {
    const { access_token } = await signIn();
    expect((await revoke(access_token, OTHER)).status).toBe(200);
    expect((await introspect(access_token)).body).toMatchObject({ active: true });
    expect((await revoke("unknown")).status).toBe(200);
    expect((await revoke("")).body.error).toBe("invalid_request");
  });

  test("repeating a revocation changes nothing, not even the version", async () => {
    const { access_token } = await signIn();
    await revoke(access_token);
    const version = async () => (await service.json("GET", "/auth/v1/info")).body.payload.version;
    const before = await version();
    await revoke(access_token);
    expect(await version()).toBe(before);
  });

  test("the revocation survives a reload of the read model", async () => {
    const { access_token } = await signIn();
    await revoke(access_token);
    await service.json("POST", "/auth/v1/sync");
    expect((await introspect(access_token)).body).toEqual({ active: false });
  });
});

describe("K-10, D13: a disabled principal", () => {
  beforeEach(async () => {
    await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: true });
  });

  test("is refused by userinfo, introspects as inactive, gets no refresh", async () => {
    const { access_token, refresh_token } = await signIn();
    await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: false });
    expect((await userinfo(access_token)).status).toBe(401);
    expect((await introspect(access_token)).body).toEqual({ active: false });
    expect((await refresh(refresh_token)).body.error).toBe("invalid_grant");
    await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: true });
  });
});

describe("K-11: what ended stays ended", () => {
  const status = async (token: string) => (await introspect(token)).body.active;
  const cases: Record<string, () => Promise<unknown>> = {
    "a new password by an administrator": () =>
      service.json("PATCH", `/auth/v1/users/${user}`, {
        details: { name: "Ada", email: "ada@example.com", password: "correct horse" },
      }),
    "the own password": async () => {
      const body = { current_password: "correct horse", new_password: "correct horse" };
      const { status: answered, text } = await service.json(
        "POST",
        "/auth/v1/me/password",
        body,
        "ada",
      );
      expect(answered, text).toBe(200);
    },
    "disabling, also after the account is enabled again": async () => {
      await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: false });
      await service.json("PATCH", `/auth/v1/users/${user}`, { is_active: true });
    },
  };
  for (const [what, change] of Object.entries(cases)) {
    test(`${what} ends the refresh families; a later login works`, async () => {
      const { access_token, refresh_token } = await signIn();
      await change();
      expect(await status(access_token)).toBe(false);
      const { body } = await refresh(refresh_token);
      expect([body.error, body.error_description]).toEqual([
        "invalid_grant",
        "refresh token revoked",
      ]);
      const later = await signIn();
      expect(await status(later.access_token)).toBe(true);
    });
  }

  describe("in one and the same second", () => {
    /** The first millisecond of a second that has not begun yet, so that no clock helps. */
    const AT = Math.floor(Date.now() / 1_000) * 1_000 + 5_000;
    let still: TestAuth;
    let ada: string;
    const token = (fields: Record<string, string>) => still.form("/auth/oauth2/token", fields, APP);
    const login = () =>
      token({ grant_type: "password", username: "ada", password: "correct horse" });
    const refreshed = (refresh_token: string) =>
      token({ grant_type: "refresh_token", refresh_token });
    const active = async (text: string) =>
      (await still.form("/auth/oauth2/introspect", { token: text }, APP)).body.active;
    const enable = (is_active: boolean) =>
      still.json("PATCH", `/auth/v1/users/${ada}`, { is_active });

    beforeAll(async () => {
      still = await testAuth({}, testRuntime({ now: AT }));
      ada = await still.createUser();
      await still.json("PUT", "/auth/v1/oauth/clients/app", {
        config: { client_secret: APP.secret, redirect_uris: [CALLBACK], skip_consent: true },
      });
    });
    afterAll(() => still[Symbol.asyncDispose]());

    test("K-11: a sign-in after the password change lives, every token from before it is dead", async () => {
      const before = (await login()).body;
      const passwords = { current_password: "correct horse", new_password: "correct horse" };
      expect((await still.json("POST", "/auth/v1/me/password", passwords, "ada")).status).toBe(200);
      const after = (await login()).body;
      expect(claimsOf(after.access_token).iat).toBe(claimsOf(before.access_token).iat);
      expect(await active(before.access_token)).toBe(false);
      expect((await refreshed(before.refresh_token)).body.error).toBe("invalid_grant");
      expect(await active(after.access_token)).toBe(true);
      const next = await refreshed(after.refresh_token);
      expect(next.status, next.text).toBe(200);
      expect(await active(next.body.access_token), "and so does its family").toBe(true);
    });

    test("K-11: the same after disable and enable", async () => {
      const before = (await login()).body;
      await enable(false);
      await enable(true);
      const after = (await login()).body;
      expect(await active(before.access_token)).toBe(false);
      expect(await active(after.access_token)).toBe(true);
      expect((await refreshed(after.refresh_token)).status).toBe(200);
    });

    test("K-11: a code that was consented before the change gives nothing afterwards", async () => {
      const consented = async () => {
        const query = new URLSearchParams({
          response_type: "code",
          client_id: APP.id,
          redirect_uri: CALLBACK,
        });
        const asked = await still.request("GET", `/auth/oauth2/authorize?${query}`);
        const answered = await still.request("GET", asked.headers.get("location") ?? "", {
          headers: { "x-user": "ada" },
        });
        return new URL(answered.headers.get("location") ?? "").searchParams.get("code") ?? "";
      };
      const redeemed = (code: string) =>
        token({ grant_type: "authorization_code", code, redirect_uri: CALLBACK });
      const before = await consented();
      await enable(false);
      await enable(true);
      expect((await redeemed(before)).body.error).toBe("invalid_grant");
      const { status: answered, body } = await redeemed(await consented());
      expect(answered).toBe(200);
      expect(await active(body.access_token)).toBe(true);
    });

    test("K-11: a login that is being decided while the password changes gives nothing that lives", async () => {
      const { passwords } = still.runtime;
      const { verify } = passwords;
      const held = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      passwords.verify = async (...given) => {
        passwords.verify = verify;
        const matches = await verify(...given);
        reached.resolve();
        await held.promise;
        return matches;
      };
      const slow = login();
      await reached.promise;
      await still.json("PATCH", `/auth/v1/users/${ada}`, {
        details: { password: "another horse" },
      });
      held.resolve();
      const { status: answered, headers } = await slow;
      expect(answered).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
      await still.json("PATCH", `/auth/v1/users/${ada}`, {
        details: { password: "correct horse" },
      });
    });
  });

  test("a change of something else ends nothing", async () => {
    const { access_token } = await signIn();
    await service.json("PATCH", `/auth/v1/users/${user}`, { description: "changed" });
    expect(await status(access_token)).toBe(true);
  });
});

describe("UserInfo (OpenID Connect Core §5.3, K-19)", () => {
  test("values come from the current record, roles from the token", async () => {
    const { access_token } = await signIn();
    await service.json("PATCH", `/auth/v1/users/${user}`, {
      details: { name: "Ada L.", email: "ada@example.com", phone_number: "+1 555 0100" },
    });
    const { status, body } = await userinfo(access_token);
    expect(status).toBe(200);
    expect(body).toEqual({
      sub: user,
      name: "Ada L.",
      preferred_username: "ada",
      email: "ada@example.com",
    });
    const { access_token: withPhone } = await signIn({ scope: "phone profile" });
    expect((await userinfo(withPhone)).body).toMatchObject({ phone_number: "+1 555 0100" });
  });

  test("POST takes the token in the header or the form, never both, never the URL", async () => {
    const { access_token } = await signIn();
    const path = "/auth/oauth2/userinfo";
    const authorization = `Bearer ${access_token}`;
    expect((await service.form(path, { access_token })).status).toBe(200);
    expect((await service.request("POST", path, { headers: { authorization } })).status).toBe(200);
    const both = await service.request("POST", path, {
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: `access_token=${access_token}`,
    });
    expect([both.status, both.body.error]).toEqual([400, "invalid_request"]);
    const url = await service.request("GET", `${path}?access_token=${access_token}`);
    expect(url.status).toBe(401);
    expect(url.headers.get("www-authenticate")).toBe('Bearer realm="oauth2"');
  });

  test("K-12: refresh and ID tokens are refused with a challenge", async () => {
    const tokens = (await signIn()) as Record<string, string>;
    for (const name of ["refresh_token", "id_token"]) {
      const { status, headers } = await userinfo(tokens[name] ?? "");
      expect(status, name).toBe(401);
      expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
  });
});

describe("custom_info", () => {
  test("adds, overwrites and removes claims; protocol claims stay (T-11); a failing template leaves its claim", async () => {
    await service.json("PUT", "/auth/v1/settings/custom_info", {
      value: {
        sets: {
          legacy: {
            claims: {
              department: "{{ .user.Details.department }}",
              name: "{{ .claims.name | upper }}",
              email: "",
              sub: "someone else",
              given_name: "{{ .user.NoSuchField }}",
              leak: "{{ with .user.Details.password }}leaked{{ end }}",
            },
          },
        },
      },
    });
    await service.json("PATCH", `/auth/v1/users/${user}`, {
      details: { name: "Ada", given_name: "Ada", email: "a@example.com", department: "R&D" },
    });
    const { access_token } = await signIn();
    const { status, body } = await service.request("GET", "/auth/oauth2/userinfo/legacy", {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      sub: user,
      name: "ADA",
      preferred_username: "ada",
      given_name: "Ada",
      department: "R&D",
    });
    expect(service.runtime.lines.some(({ fields }) => fields.claim === "given_name")).toBe(true);
    const discovery = await service.request(
      "GET",
      "/auth/oauth2/openid/legacy/.well-known/openid-configuration",
    );
    expect(discovery.body.userinfo_endpoint).toMatch(/\/userinfo\/legacy$/);
  });

  test("N-6: an unknown set is 404, whatever its name", async () => {
    const { access_token } = await signIn();
    for (const name of ["unknown", "toString", "constructor"]) {
      const { status } = await service.request("GET", `/auth/oauth2/userinfo/${name}`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      expect(status, name).toBe(404);
    }
  });

  test("preview renders an unsaved set and names the first failing template (M-1)", async () => {
    const preview = (claims: Record<string, string>) =>
      service.json("POST", "/auth/v1/custom-info/preview", {
        claims: { sub: "x", email: "a@example.com" },
        user: { details: { team: "blue", password: "hidden" } },
        set: { claims },
      });
    const good = await preview({ team: "{{ .user.Details.team | upper }}", email: "" });
    expect(good.body.payload).toEqual({ sub: "x", team: "BLUE" });
    const bad = await preview({ x: "{{ .user.Nope }}" });
    expect(bad.status).toBe(400);
    expect(bad.body.message).toMatch(/^claim "x": /);
    const broken = await preview({ x: "{{ if }}" });
    expect(broken.status).toBe(400);
    const endless = await preview({
      x: '{{ define "t" }}{{ template "t" . }}{{ template "t" . }}{{ end }}{{ template "t" . }}',
    });
    expect(endless.status).toBe(400);
  });
});
