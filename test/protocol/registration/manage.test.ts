/** RFC 7592: a client looks after its registration (auth-wire 5.8; G-3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { decide, newCode, redeem, startWith } from "../../support/authorize.ts";
import {
  manage,
  NOTES,
  OPEN,
  REDIRECT,
  REGISTER,
  type Registered,
  registered,
} from "../../support/registration.ts";
import { createAda, putSetting, refusal, TOKEN } from "../../support/tokens.ts";

let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putSetting(service, "registration", OPEN);
});
afterAll(() => service[Symbol.asyncDispose]());

const tokenOf = ({ registration_access_token }: Registered) => registration_access_token;
const credentials = ({ client_id, client_secret = "" }: Registered) => ({
  id: client_id,
  secret: client_secret,
});

/** Tokens of a person for this client. */
async function signedIn(client: Registered) {
  const code = await newCode(service, { client_id: client.client_id, redirect_uri: REDIRECT });
  const answer = await redeem(service, code, { redirect_uri: REDIRECT }, credentials(client));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

test("GET tells what is registered, with the secret and without the registration token", async () => {
  const made = await registered(service, {
    scope: "openid",
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "client_secret_post",
  });
  const { registration_access_token, ...told } = made;
  const answer = await manage(service, "GET", made.client_id, registration_access_token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  // C10: what was registered, not the defaults.
  expect(answer.body).toEqual(told);
});

describe("the token opens its own client alone", () => {
  test("missing, malformed, wrong and foreign tokens; unknown and hand-made clients", async () => {
    const [mine, other] = [await registered(service), await registered(service)];
    await service.json("PUT", "/auth/v1/oauth/clients/by-hand", {
      config: { dynamic: true, client_secret: "s" },
    });
    const asked: [string, string | undefined][] = [
      [mine.client_id, undefined],
      [mine.client_id, "x"],
      [mine.client_id, "0".repeat(64)],
      [mine.client_id, tokenOf(other)],
      [mine.client_id, mine.client_secret],
      ["dcr-00000000000000000000000000", tokenOf(mine)],
      [mine.client_id.toUpperCase(), tokenOf(mine)],
      ["by-hand", tokenOf(mine)],
      ["__proto__", tokenOf(mine)],
    ];
    for (const [id, token] of asked) {
      for (const method of ["GET", "PUT", "DELETE"] as const) {
        const body = method === "PUT" ? { ...NOTES, client_id: id } : undefined;
        const answer = await manage(service, method, id, token, body);
        expect(refusal(answer), `${method} ${id}`).toEqual({ status: 401, error: "invalid_token" });
        expect(answer.headers.get("www-authenticate")).toContain('Bearer realm="oauth2"');
        expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
      }
    }
    const basic = await service.request("GET", `${REGISTER}/${mine.client_id}`, {
      headers: { authorization: `Basic ${btoa(`${mine.client_id}:${mine.client_secret}`)}` },
    });
    expect(basic.status).toBe(401);
    expect((await manage(service, "GET", mine.client_id, tokenOf(mine))).status).toBe(200);
  });

  test("K-12: neither an access token nor a person gets in", async () => {
    const made = await registered(service, { scope: "openid" });
    const { access_token } = await signedIn(made);
    expect((await manage(service, "GET", made.client_id, access_token)).status).toBe(401);
    const person = await service.request("GET", `${REGISTER}/${made.client_id}`, {
      headers: { "x-user": "ada" },
    });
    expect(person.status).toBe(401);
  });

  test("it cannot enable a client that an administrator has disabled", async () => {
    const made = await registered(service);
    const { snapshots } = await service.auth.service;
    const config = snapshots.current.oauth_clients.get(made.client_id)?.stored;
    await service.json("PUT", `/auth/v1/oauth/clients/${made.client_id}`, {
      enabled: false,
      config,
    });
    const body = { ...NOTES, client_id: made.client_id, enabled: true };
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const sent = method === "PUT" ? body : undefined;
      const answer = await manage(service, method, made.client_id, tokenOf(made), sent);
      expect(answer.status, method).toBe(401);
    }
    expect(snapshots.current.oauth_clients.get(made.client_id)?.enabled).toBe(false);
  });
});

describe("PUT replaces (RFC 7592 §2.2)", () => {
  const put = (client: Registered, fields: object) =>
    manage(service, "PUT", client.client_id, tokenOf(client), {
      client_id: client.client_id,
      ...fields,
    });

  test("what the body leaves out has its default; the secret stays and the old target is gone", async () => {
    const made = await registered(service, {
      scope: "openid",
      client_uri: "https://notes.example.com",
      contacts: ["ada@example.com"],
    });
    const moved = "https://notes.example.com/other";
    const answer = await put(made, {
      ...{ redirect_uris: [moved], client_name: "Renamed", client_secret: made.client_secret },
      // Repeated from the answer to the registration, and ignored.
      ...{ client_id_issued_at: 1, client_secret_expires_at: 4_102_444_800 },
      registration_access_token: "mine",
      registration_client_uri: "https://evil.example/",
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      client_id: made.client_id,
      client_secret: made.client_secret,
      client_id_issued_at: made.client_id_issued_at,
      client_secret_expires_at: 0,
      client_name: "Renamed",
      redirect_uris: [moved],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "web",
      registration_client_uri: made.registration_client_uri,
    });
    const begin = (redirect_uri: string) =>
      startWith(service, { client_id: made.client_id, redirect_uri });
    expect((await begin(moved)).status).toBe(302);
    expect((await begin(REDIRECT)).status).toBe(400);
    expect((await manage(service, "GET", made.client_id, tokenOf(made))).body).toEqual(answer.body);
  });

  test("a code for a target that is gone is not given out (K-10)", async () => {
    const made = await registered(service);
    const asked = { client_id: made.client_id, redirect_uri: REDIRECT };
    const { form_token, flow } = await openFlow(asked);
    await put(made, { redirect_uris: ["https://notes.example.com/other"] });
    const answer = await service.request("POST", "/auth/oauth2/consent", {
      headers: { "content-type": "application/x-www-form-urlencoded", "x-user": "ada" },
      body: new URLSearchParams({ flow, form_token, action: "approve" }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
  });

  test("from confidential to public and back: the secret goes, and a new one comes", async () => {
    const made = await registered(service);
    const open = await put(made, { ...NOTES, token_endpoint_auth_method: "none" });
    expect(open.body).not.toHaveProperty("client_secret");
    const form = { grant_type: "refresh_token", refresh_token: "x", client_id: made.client_id };
    const old = await service.form(TOKEN, { ...form, client_secret: made.client_secret });
    expect(old.body.error).toBe("invalid_client");
    const closed = await put(made, NOTES);
    expect(closed.body.client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(closed.body.client_secret).not.toBe(made.client_secret);
  });

  test("the id must be repeated, another secret is refused, and the metadata is checked again", async () => {
    const made = await registered(service);
    const refused = async (fields: object, error = "invalid_client_metadata") =>
      expect(refusal(await put(made, fields)), JSON.stringify(fields)).toEqual({
        status: 400,
        error,
      });
    await refused({ ...NOTES, client_id: undefined });
    await refused({ ...NOTES, client_id: "dcr-00000000000000000000000000" });
    await refused({ ...NOTES, client_secret: "chosen" });
    await refused({ ...NOTES, client_secret: "" });
    await refused({ ...NOTES, grant_types: ["password"] });
    await refused({ ...NOTES, redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri");
    await refused({ client_name: "No target" }, "invalid_redirect_uri");
    const read = await manage(service, "GET", made.client_id, tokenOf(made));
    expect(read.body.client_name).toBe("Example Notes");
  });

  test("what an administrator has added stays, and cannot be taken over", async () => {
    const made = await registered(service);
    const { snapshots } = await service.auth.service;
    const of = () => snapshots.current.oauth_clients.get(made.client_id);
    const config = {
      ...of()?.stored,
      resources: ["https://api.example.com"],
      roles_claim: "groups",
    };
    await service.json("PUT", `/auth/v1/oauth/clients/${made.client_id}`, { config });
    const changed = { ...NOTES, resources: [], roles_claim: "sub", skip_consent: true };
    expect((await put(made, changed)).status).toBe(200);
    expect(of()?.config).toMatchObject({
      resources: ["https://api.example.com"],
      roles_claim: ["groups"],
      skip_consent: false,
    });
  });
});

async function openFlow(asked: { client_id: string; redirect_uri: string }) {
  const { headers } = await startWith(service, asked);
  const location = headers.get("location") ?? "";
  const page = await service.request("GET", location, {
    headers: { accept: "text/html", "x-user": "ada" },
  });
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([\\w.-]+)"`).exec(page.text)?.[1] ?? "";
  return { flow: value("flow"), form_token: value("form_token") };
}

test("DELETE ends the client with its pending consents, codes and tokens", async () => {
  const made = await registered(service, { scope: "openid" });
  const asked = { client_id: made.client_id, redirect_uri: REDIRECT };
  const tokens = await signedIn(made);
  const code = await newCode(service, asked);
  const { flow } = await openFlow(asked);

  const answer = await manage(service, "DELETE", made.client_id, tokenOf(made));
  expect([answer.status, answer.text]).toEqual([204, ""]);

  const own = credentials(made);
  const redeemed = await redeem(service, code, { redirect_uri: REDIRECT }, own);
  expect(refusal(redeemed)).toEqual({ status: 401, error: "invalid_client" });
  const refreshed = await service.form(
    TOKEN,
    { grant_type: "refresh_token", refresh_token: tokens.refresh_token },
    own,
  );
  expect(refusal(refreshed)).toEqual({ status: 401, error: "invalid_client" });
  const userinfo = await service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(refusal(userinfo)).toEqual({ status: 401, error: "invalid_token" });
  const page = await service.request("GET", `/auth/oauth2/consent?flow=${flow}`, {
    headers: { accept: "text/html", "x-user": "ada" },
  });
  expect(page.status).toBe(400);
  expect((await startWith(service, asked)).status).toBe(400);
  const again = await manage(service, "GET", made.client_id, tokenOf(made));
  expect(again.status).toBe(401);
});

test("management works while registration is disabled (auth-wire 5.8)", async () => {
  const made = await registered(service);
  await putSetting(service, "registration", {});
  const changed = { ...NOTES, client_id: made.client_id, client_name: "Still here" };
  const put = await manage(service, "PUT", made.client_id, tokenOf(made), changed);
  expect(put.body.client_name).toBe("Still here");
  expect((await manage(service, "DELETE", made.client_id, tokenOf(made))).status).toBe(204);
  await putSetting(service, "registration", OPEN);
});

test("of parallel changes one is whole, and a deleted client does not come back", async () => {
  const made = await registered(service);
  const names = ["one", "two", "three", "four"];
  const put = (client_name: string) =>
    manage(service, "PUT", made.client_id, tokenOf(made), {
      ...{ client_id: made.client_id, client_name },
      redirect_uris: [`https://notes.example.com/${client_name}`],
    });
  await Promise.all(names.map(put));
  const { body } = await manage(service, "GET", made.client_id, tokenOf(made));
  expect(body.redirect_uris).toEqual([`https://notes.example.com/${body.client_name}`]);
  const [gone] = await Promise.all([
    manage(service, "DELETE", made.client_id, tokenOf(made)),
    ...names.map(put),
  ]);
  expect(gone.status).toBe(204);
  const { snapshots } = await service.auth.service;
  expect(snapshots.current.oauth_clients.has(made.client_id)).toBe(false);
});

test("browsers of any origin may register and manage, without credentials (O16)", async () => {
  const preflight = (path: string) => service.request("OPTIONS", path);
  for (const path of [REGISTER, `${REGISTER}/dcr-x`]) {
    const { headers } = await preflight(path);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
  }
  expect((await decide(service, await asClient())).status).toBe(302);
});

const asClient = async () => ({
  client_id: (await registered(service)).client_id,
  redirect_uri: REDIRECT,
});
