/** RFC 6749 §6 with the remember-me rules of token rule 10 (K-8, K-10, K-12; decisions 4a T-1). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHER = { id: "other", secret: "other-secret" };
const INVALID_GRANT = { status: 400, error: "invalid_grant" };
let service: TestAuth;
let adaId: string;

beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.UTC(2030, 0, 1) }));
  adaId = await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, OTHER.id, { client_secret: OTHER.secret });
  await putClient(service, "spa", { public: true });
});
afterAll(() => service[Symbol.asyncDispose]());

const advance = (milliseconds: number) => service.runtime.advance(milliseconds);
const login = async (fields: Record<string, string> = {}, client = WEB) => {
  const { status, text, body } = await service.form(TOKEN, { ...ADA, ...fields }, client);
  expect(status, text).toBe(200);
  return body;
};
const refresh = (refresh_token: string, fields: Record<string, string> = {}, client = WEB) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token, ...fields }, client);

describe("rule 10 without remember-me", () => {
  test("the original refresh token stays reusable until its fixed refresh_lifetime expiry", async () => {
    const first = await login();
    advance(23 * HOUR);
    const { body } = await refresh(first.refresh_token);
    expect(body.refresh_token).toBe(first.refresh_token);
    expect(body).toMatchObject({ expires_in: 900, refresh_expires_in: 3600 });
    expect(claimsOf(body.access_token).jti).not.toBe(claimsOf(first.access_token).jti);
    advance(HOUR - 1000);
    expect((await refresh(first.refresh_token)).status).toBe(200);
    advance(1000);
    expect(refusal(await refresh(first.refresh_token))).toEqual(INVALID_GRANT);
  });

  test("sid, auth_time and session_exp are kept; an access token never outlives the session", async () => {
    const first = await login();
    const begun = claimsOf(first.access_token);
    advance(24 * HOUR - 5 * MINUTE);
    const { body } = await refresh(first.refresh_token);
    const { sid, auth_time, session_exp, remember_me } = begun;
    expect(claimsOf(body.access_token)).toMatchObject({
      sid,
      auth_time,
      session_exp,
      remember_me,
      exp: session_exp,
    });
    expect(body.expires_in).toBe(300);
  });

  test("OpenID Connect Core §12.2: an ID token of a refresh has iss, sub, aud and auth_time of the first, and an iat of its own", async () => {
    const first = await login({ scope: "openid" });
    const { iss, sub, aud, auth_time, iat } = claimsOf(first.id_token);
    advance(MINUTE);
    const { body } = await refresh(first.refresh_token);
    expect(claimsOf(body.id_token)).toMatchObject({ iss, sub, aud, auth_time, iat: iat + 60 });
  });

  test("it cannot change the remember-me choice (rule 4)", async () => {
    const { refresh_token } = await login();
    const { body } = await refresh(refresh_token, { remember_me: "true" });
    expect(body.refresh_token).toBe(refresh_token);
    expect(claimsOf(body.access_token).remember_me).toBe(false);
  });

  test("T-1: `token.refresh_rotation` always rotates inside the fixed window", async () => {
    const { refresh_token } = await login();
    const begun = claimsOf(refresh_token);
    await withSetting(service, "token", { refresh_rotation: "always" }, async () => {
      advance(HOUR);
      const { body } = await refresh(refresh_token);
      expect(body.refresh_token).not.toBe(refresh_token);
      expect(claimsOf(body.refresh_token)).toMatchObject({
        sid: begun.sid,
        session_exp: begun.session_exp,
        exp: begun.session_exp,
      });
    });
  });
});

describe("rule 10 with remember-me", () => {
  test("each refresh mints a new refresh token with a sliding refresh_lifetime window", async () => {
    const first = await login({ remember_me: "true" });
    advance(20 * HOUR);
    const { body: second } = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.refresh_expires_in).toBe(24 * 3600);
    advance(20 * HOUR);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    expect(refusal(await refresh(first.refresh_token)), "its own window is over").toEqual(
      INVALID_GRANT,
    );
  });

  test("the window is capped by the immutable absolute boundary of the family", async () => {
    let { refresh_token } = await login({ remember_me: "true" });
    const { session_exp, sid } = claimsOf(refresh_token);
    for (let hours = 0; hours < 700; hours += 20) {
      advance(20 * HOUR);
      const { body } = await refresh(refresh_token);
      refresh_token = body.refresh_token;
      expect(claimsOf(refresh_token)).toMatchObject({ session_exp, sid, remember_me: true });
    }
    expect(claimsOf(refresh_token).exp, "700 of 720 hours are over").toBe(session_exp);
    advance(20 * HOUR);
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
  });

  test("K-8: the absolute end never moves, also when the setting grows", async () => {
    const { refresh_token } = await login({ remember_me: "true" });
    const { session_exp } = claimsOf(refresh_token);
    const longer = { refresh_lifetime: "2000h", refresh_absolute_lifetime: "4000h" };
    await withSetting(service, "token", longer, async () => {
      const { body } = await refresh(refresh_token);
      expect(claimsOf(body.refresh_token)).toMatchObject({ session_exp, exp: session_exp });
    });
  });
});

describe("K-8: bound to client, user, scope, resource, sid", () => {
  test("another client's use is 400 invalid_grant, and the token stays usable", async () => {
    const { refresh_token } = await login();
    expect(refusal(await refresh(refresh_token, {}, OTHER))).toEqual(INVALID_GRANT);
    const publicly = { grant_type: "refresh_token", refresh_token, client_id: "spa" };
    expect(refusal(await service.form(TOKEN, publicly))).toEqual(INVALID_GRANT);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test("a refresh may ask for less scope, never for more; the token keeps what was granted", async () => {
    const { refresh_token } = await login({ scope: "openid a b", remember_me: "true" });
    const narrowed = await refresh(refresh_token, { scope: "a" });
    expect(narrowed.body.scope).toBe("a");
    expect(narrowed.body).not.toHaveProperty("id_token");
    const { body: full } = await refresh(narrowed.body.refresh_token);
    expect(full.scope.split(" ").sort()).toEqual(["a", "b", "openid"]);
    expect(claimsOf(full.id_token)).toMatchObject({ sid: claimsOf(refresh_token).sid });
    expect(refusal(await refresh(refresh_token, { scope: "a c" }))).toEqual({
      status: 400,
      error: "invalid_scope",
    });
  });

  test("claims follow the current record of the user", async () => {
    const { refresh_token } = await login();
    await service.json("PATCH", `/auth/v1/users/${adaId}`, { details: { name: "Countess" } });
    const { body } = await refresh(refresh_token);
    expect(claimsOf(body.access_token)).toMatchObject({ name: "Countess", sub: adaId });
  });
});

describe("K-12: tokens are never accepted in each other's place", () => {
  test("an access token or ID token presented as refresh token", async () => {
    const { access_token, id_token } = await login({ scope: "openid" });
    expect(refusal(await refresh(access_token))).toEqual(INVALID_GRANT);
    expect(refusal(await refresh(id_token))).toEqual(INVALID_GRANT);
  });

  test("a refresh token or ID token presented as access token", async () => {
    const { refresh_token, id_token } = await login({ scope: "openid" });
    for (const token of [refresh_token, id_token]) {
      await expect(service.auth.api.verify(token)).rejects.toMatchObject({ code: "invalid_token" });
    }
  });
});

describe("K-10 and the errors of auth-wire 5.5", () => {
  let refresh_token: string;
  let userId: string;
  let users = 0;
  beforeEach(async () => {
    const name = `user${++users}`;
    userId = await createAda(service, { alias: [name] });
    ({ refresh_token } = await login({ username: name }));
  });

  test("a disabled user gets nothing; K-11: enabling again does not bring the family back", async () => {
    const patch = (is_active: boolean) =>
      service.json("PATCH", `/auth/v1/users/${userId}`, { is_active });
    await patch(false);
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    await patch(true);
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    const again = await login({ username: `user${users}` });
    expect((await refresh(again.refresh_token)).status).toBe(200);
  });

  test("a deleted user, also when the alias is given to another (K-15)", async () => {
    await service.json("DELETE", `/auth/v1/users/${userId}`);
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    await createAda(service, { alias: [`user${users}`] });
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
  });

  test("a disabled or deleted client: 401 invalid_client", async () => {
    await putClient(service, "leaving", { client_secret: "s" });
    const leaving = { id: "leaving", secret: "s" };
    const token = (await login({}, leaving)).refresh_token;
    const gone = { status: 401, error: "invalid_client" };
    await putClient(service, "leaving", {}, false);
    expect(refusal(await refresh(token, {}, leaving))).toEqual(gone);
    await putClient(service, "leaving", {});
    expect((await refresh(token, {}, leaving)).status, "the secret was kept").toBe(200);
    await service.json("DELETE", "/auth/v1/oauth/clients/leaving");
    expect(refusal(await refresh(token, {}, leaving))).toEqual(gone);
  });

  test("`refresh token not provided` is 400 invalid_request; empty counts as absent", async () => {
    for (const fields of [{}, { refresh_token: "" }]) {
      const answer = await service.form(TOKEN, { grant_type: "refresh_token", ...fields }, WEB);
      expect(answer.body).toEqual({
        error: "invalid_request",
        error_description: "refresh token not provided",
      });
    }
  });

  test("garbage is 400 invalid_grant", async () => {
    for (const token of ["x", "a.b.c", "..", `${refresh_token}x`, "x".repeat(20_000)]) {
      expect(refusal(await refresh(token)), token.slice(0, 20)).toEqual(INVALID_GRANT);
    }
  });

  test("rotating the signing key makes outstanding tokens invalid (specification, jwt)", async () => {
    const { access_token } = await login();
    expect((await service.json("POST", "/auth/v1/jwt/rotate")).status).toBe(200);
    expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    await expect(service.auth.api.verify(access_token)).rejects.toMatchObject({
      code: "invalid_token",
    });
    expect((await refresh((await login()).refresh_token)).status).toBe(200);
  });

  test("a refresh token of another audience setting is refused", async () => {
    await withSetting(service, "token", { audience: "renamed" }, async () => {
      expect(refusal(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    });
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});
