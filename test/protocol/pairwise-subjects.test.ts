/** Pairwise subjects (OpenID Connect Core §8, §8.1; ADR 0080): what clients of other sectors cannot join. */
import * as client from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, newCode, newFlow, openPage, redeem } from "../support/authorize.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";
import { manage, NOTES, OPEN, REDIRECT, register, registered } from "../support/registration.ts";
import { redeem as redeemed, relyingParty, signIn } from "../support/relying-party.ts";
import { testRuntime } from "../support/runtime.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  TOKEN,
} from "../support/tokens.ts";

const SECRET = "the secret of a client";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const credentials = (id: string) => ({ id, secret: SECRET });
const at = (host: string) => ({
  client_secret: SECRET,
  redirect_uris: [`https://${host}/callback`],
});
const PAIRWISE = { subject_type: "pairwise" };

let host: DocumentHost;
let service: TestAuth;
let ada: string;
let bob: string;

beforeAll(async () => {
  host = await startDocumentHost();
  service = await testAuth({}, testRuntime({ publicFetch: host.publicFetch }));
  ada = await createAda(service);
  await service.createServiceAccount();
  bob = await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await putSetting(service, "oauth2", { internal_hosts: ["docs.example.com"] });
  await putSetting(service, "registration", OPEN);
  await putClient(service, "shop", { ...at("shop.example.com"), ...PAIRWISE });
  await putClient(service, "shop-app", { ...at("shop.example.com"), ...PAIRWISE });
  await putClient(service, "news", { ...at("news.example.com"), ...PAIRWISE });
  await putClient(service, "open", at("open.example.com"));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

const redirectOf = (id: string) =>
  `https://${id === "shop-app" ? "shop" : id}.example.com/callback`;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

async function tokensOf(id: string, scope = "openid"): Promise<Tokens> {
  const redirect_uri = redirectOf(id);
  const code = await newCode(service, { client_id: id, redirect_uri, scope });
  const { status, body, text } = await redeem(service, code, { redirect_uri }, credentials(id));
  expect(status, text).toBe(200);
  return body;
}
const subOf = async (id: string): Promise<string> => claimsOf((await tokensOf(id)).id_token).sub;
const userinfo = async (token: string) =>
  (
    await service.request("GET", "/auth/oauth2/userinfo", {
      headers: { authorization: `Bearer ${token}` },
    })
  ).body;
const introspected = async (token: string, id: string) =>
  (await service.form("/auth/oauth2/introspect", { token }, credentials(id))).body;
const refreshed = (id: string, refresh_token: string) =>
  service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, credentials(id));
const exchanged = (
  token: string,
  id: string,
  fields: Record<string, string> = {},
  by = credentials(id),
) =>
  service.form(
    TOKEN,
    {
      ...{ grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: token },
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      ...fields,
    },
    by,
  );

/** Names of a person that two clients could compare. */
const NAMES = ["ada@example.com", '"ada"', "Ada"];

test("each sector has a sub of its own, which everything that the client gets agrees on", async () => {
  const { access_token, refresh_token, id_token } = await tokensOf("shop");
  const { sub } = claimsOf(id_token);
  expect(sub).toMatch(/^[\w-]{43}$/);
  const again = (await refreshed("shop", refresh_token)).body;
  const subs = [
    ...[access_token, refresh_token, again.access_token, again.id_token].map(
      (one) => claimsOf(one).sub,
    ),
    (await userinfo(access_token)).sub,
    (await introspected(access_token, "shop")).sub,
    (await introspected(refresh_token, "shop")).sub,
    await subOf("shop-app"),
  ];
  expect(new Set(subs)).toEqual(new Set([sub]));
  expect(new Set([sub, await subOf("news"), await subOf("open")]).size).toBe(3);
  expect(await subOf("open")).toBe(ada);
});

test("nothing that a client or a resource can read of its tokens joins them: no id, name, sign-in or family", async () => {
  const [one, other] = [await tokensOf("shop"), await tokensOf("news")];
  const texts = async ({ access_token, refresh_token, id_token }: Tokens, id: string) => [
    ...[access_token, refresh_token, id_token].map((token) => JSON.stringify(claimsOf(token))),
    JSON.stringify(await userinfo(access_token)),
    JSON.stringify(await introspected(access_token, id)),
  ];
  for (const text of [...(await texts(one, "shop")), ...(await texts(other, "news"))]) {
    for (const name of [ada, ...NAMES]) expect(text).not.toContain(name);
  }
  const shared = (name: string) => {
    const of = ({ id_token }: Tokens) => claimsOf(id_token)[name];
    return of(one) !== undefined && of(one) === of(other);
  };
  expect(["sub", "sid", "person", "preferred_username", "email"].filter(shared)).toEqual([]);
  expect(
    (await introspected(one.access_token, "shop")).person,
    "of no use to others",
  ).toBeUndefined();
});

test("a person who allowed profile and email is told by them, at userinfo and in no token for a resource", async () => {
  const { access_token } = await tokensOf("shop", "openid profile email");
  expect(await userinfo(access_token)).toMatchObject({ email: "ada@example.com", name: "Ada" });
  const resource = "https://api.example.com/";
  const redirect_uri = redirectOf("shop");
  const wanted = { client_id: "shop", redirect_uri, scope: "openid profile email", resource };
  const code = await newCode(service, wanted);
  const { body } = await redeem(service, code, { redirect_uri }, credentials("shop"));
  const text = JSON.stringify(claimsOf(body.access_token));
  for (const name of [ada, ...NAMES]) expect(text).not.toContain(name);
});

test("this service still knows who it is: verification, sign-outs, disabling, the inspection", async () => {
  const { access_token } = await tokensOf("shop");
  const verified = await service.auth.api.verify(access_token);
  expect(verified).toMatchObject({ sub: ada, principal: "ada" });
  const inspected = await service.json("POST", "/auth/v1/token/inspect", { token: access_token });
  expect(inspected.body.payload).toMatchObject({
    accepted: true,
    subject: { id: ada, alias: "ada" },
  });
  const ended = await service.json("DELETE", `/auth/v1/users/${ada}/sign-ins`);
  expect(ended.status, ended.text).toBe(200);
  await expect(service.auth.api.verify(access_token)).rejects.toMatchObject({
    code: "invalid_token",
  });
});

test("hints: its own goes on, of another client or person nothing; a sub that it was not told tests no one", async () => {
  const redirect_uri = redirectOf("shop");
  const asking = { client_id: "shop", redirect_uri, scope: "openid", prompt: "none" };
  const errorOf = async (fields: Record<string, string>, user = "ada") =>
    answerOf(await openPage(service, await newFlow(service, { ...asking, ...fields }), user)).error;
  const { id_token } = await tokensOf("shop");
  // It gets as far as the consent, which `prompt=none` may not show.
  expect(await errorOf({ id_token_hint: id_token })).toBe("consent_required");
  expect(await errorOf({ id_token_hint: id_token }, "bob")).toBe("login_required");
  const foreign = await tokensOf("shop-app");
  const start = await service.request(
    "GET",
    `/auth/oauth2/authorize?${new URLSearchParams({ ...asking, response_type: "code", id_token_hint: foreign.id_token })}`,
  );
  expect(answerOf(start).error).toBe("invalid_request");
  const claims = (value: string) => ({ claims: JSON.stringify({ id_token: { sub: { value } } }) });
  expect(await errorOf(claims(claimsOf(id_token).sub))).toBe("consent_required");
  for (const value of [ada, bob, await subOf("news")]) {
    expect(await errorOf(claims(value)), "an oracle for ids").toBe("login_required");
  }
});

test("a token that is traded tells its new holder no other subject and no name", async () => {
  const { access_token } = await tokensOf("shop", "openid profile email");
  for (const id of ["open", "news", "shop-app"]) {
    const { status, body, text } = await exchanged(access_token, id, { scope: "openid profile" });
    expect(status, text).toBe(200);
    const claims = [claimsOf(body.access_token), await userinfo(body.access_token)];
    if (body.id_token) claims.push(claimsOf(body.id_token));
    for (const { sub } of claims) expect([id, sub]).toEqual([id, claimsOf(access_token).sub]);
    expect(JSON.stringify(claimsOf(body.access_token))).not.toContain(ada);
    expect(await service.auth.api.verify(body.access_token)).toMatchObject({ sub: ada });
  }
  for (const by of [credentials("open"), ROBOT]) {
    const { body } = await exchanged(access_token, by.id, { scope: "openid" }, by);
    const texts = [
      claimsOf(body.access_token),
      claimsOf(body.id_token),
      await userinfo(body.access_token),
    ];
    for (const name of [ada, ...NAMES]) expect(JSON.stringify(texts), by.id).not.toContain(name);
  }
  const plain = await tokensOf("open", "openid profile email");
  const resource = "https://api.example.com/";
  const { body } = await exchanged(plain.access_token, "news", { scope: "openid", resource });
  expect(claimsOf(body.access_token).sub, "of a public client, for a pairwise one").toBe(
    await subOf("news"),
  );
});

test("a claim that a client writes or moves opens nothing: it is sealed for its client", async () => {
  const [one, other] = [
    claimsOf((await tokensOf("shop")).access_token),
    claimsOf((await tokensOf("news")).access_token),
  ];
  expect(one.person).not.toContain(ada);
  expect(one.person).not.toBe(other.person);
  expect(claimsOf((await tokensOf("shop")).access_token).person, "each time another").not.toBe(
    one.person,
  );
  await putSetting(service, "token", { roles_claim: "person" });
  const { access_token } = await tokensOf("open");
  expect(await service.auth.api.verify(access_token)).toMatchObject({ sub: ada });
  await putSetting(service, "token", {});
});

test("subjects outlive `jwt/rotate`, other keys, a deleted key and another encryption key", async () => {
  const sub = await subOf("shop");
  const setting = async () => (await service.json("GET", "/auth/v1/settings/jwt")).body.payload;
  expect(await setting()).toMatchObject({ value: { pairwise_secret_set: true } });
  await service.json("POST", "/auth/v1/jwt/rotate");
  expect(await subOf("shop")).toBe(sub);
  const { value } = await setting();
  await putSetting(service, "jwt", { ...value, pairwise_secret: null });
  expect(await subOf("shop"), "no PUT takes it away").toBe(sub);
  await putSetting(service, "jwt", { ...value, pairwise_secret: "of another service" });
  expect(await subOf("shop"), "or brings another").toBe(sub);
  await service.request("DELETE", "/auth/v1/settings/jwt");
  expect(await subOf("shop")).toBe(sub);
  const new_key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const rotated = await service.json("POST", "/auth/v1/encryption/rotate", { new_key });
  expect(rotated.status, rotated.text).toBe(200);
  expect(await subOf("shop")).toBe(sub);
});

test("a client that changes its subjects keeps no sign-in from before; its access tokens end as they would", async () => {
  await putClient(service, "turns", at("turns.example.com"));
  const before = await tokensOf("turns");
  expect(claimsOf(before.id_token).sub).toBe(ada);
  await putClient(service, "turns", { ...at("turns.example.com"), ...PAIRWISE });
  expect((await refreshed("turns", before.refresh_token)).body.error).toBe("invalid_grant");
  expect((await userinfo(before.access_token)).sub).toBe(ada);
  const since = await tokensOf("turns");
  expect(claimsOf(since.id_token).sub).not.toBe(ada);
  await putClient(service, "turns", at("turns.example.com"));
  expect((await refreshed("turns", since.refresh_token)).body.error).toBe("invalid_grant");
  expect((await userinfo(since.access_token)).sub).toBe(claimsOf(since.id_token).sub);
});

test("which records are refused: several hosts without a sector, one that manages, one that its sector does not name", async () => {
  const two = ["https://one.example.com/callback", "https://two.example.com/callback"];
  const listed = host.answer("/sector.json", (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(two));
  });
  const put = async (id: string, config: object) =>
    service.json("PUT", `/auth/v1/oauth/clients/${id}`, {
      config: { client_secret: SECRET, ...PAIRWISE, ...config },
    });
  const detail = async (config: object) => {
    const { status, body } = await put("refused", config);
    return status === 200 ? "saved" : JSON.stringify(body);
  };
  expect(await detail({ redirect_uris: two })).toContain("sector_identifier_uri: is required");
  expect(await detail({ ...at("one.example.com"), management: true })).toContain("subject_type");
  const document = { sector_identifier_uri: listed };
  const stranger = [...two, "https://three.example.com/callback"];
  expect(await detail({ ...document, redirect_uris: stranger })).toContain("three.example.com");
  expect(
    await detail({ sector_identifier_uri: host.urlOf("/absent"), redirect_uris: two }),
  ).toContain("sector_identifier_uri");
  expect((await put("both", { ...document, redirect_uris: two })).status).toBe(200);
  const asked = host.asked.length;
  expect((await put("both", { ...document, redirect_uris: two, client_name: "Both" })).status).toBe(
    200,
  );
  expect(host.asked.length, "read where it is new").toBe(asked);
});

test("targets without a host of their own make a sector of one client, for no device is a sector", async () => {
  const subs = new Set<string>();
  for (const [id, uri] of [
    ["native-one", "http://127.0.0.1/callback"],
    ["native-two", "http://127.0.0.1/callback"],
    ["native-three", "com.example.app:/callback"],
  ] as const) {
    await putClient(service, id, { client_secret: SECRET, redirect_uris: [uri], ...PAIRWISE });
    const form = { ...ADA, scope: "openid" };
    const { body } = await service.form(TOKEN, form, credentials(id));
    subs.add(claimsOf(body.id_token).sub);
  }
  expect(subs.size).toBe(3);
});

test("registration takes both members, reads the sector and refuses what would learn the subjects of a host", async () => {
  const uris = [REDIRECT, "https://notes.example.net/callback"];
  const sector_identifier_uri = host.answer("/notes.json", (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(uris));
  });
  const members = { ...PAIRWISE, sector_identifier_uri, redirect_uris: uris };
  const known = await registered(service, members);
  expect(known).toMatchObject({ subject_type: "pairwise", sector_identifier_uri });
  const refused = async (body: object) => (await register(service, body)).body;
  const invalid = { error: "invalid_client_metadata" };
  expect(await refused({ ...PAIRWISE, redirect_uris: uris })).toMatchObject(invalid);
  const foreign = ["https://shop.example.com/callback"];
  expect(await refused({ ...members, redirect_uris: foreign })).toMatchObject(invalid);
  const grant_types = ["authorization_code", DEVICE];
  expect(await refused({ ...PAIRWISE, redirect_uris: foreign, grant_types })).toMatchObject(
    invalid,
  );
  expect(await refused({ subject_type: "other", redirect_uris: foreign })).toMatchObject(invalid);
});

test("who registered itself moves into no other sector: a code or a sign-in from before would tell its subjects", async () => {
  const change = async (from: Record<string, unknown>, to: object) => {
    const { client_id, registration_access_token } = await registered(service, from);
    const body = { client_id, ...NOTES, ...to };
    const { status, body: said } = await manage(
      ...([service, "PUT", client_id, registration_access_token, body] as const),
    );
    return [status, said.error];
  };
  const refused = [400, "invalid_client_metadata"];
  const victim = { ...PAIRWISE, redirect_uris: ["https://shop.example.com/callback"] };
  expect(await change(PAIRWISE, victim)).toEqual(refused);
  expect(await change({}, victim)).toEqual(refused);
  expect(await change(PAIRWISE, {})).toEqual(refused);
  const native = { ...PAIRWISE, redirect_uris: ["http://127.0.0.1/callback"] };
  expect(await change(native, victim)).toEqual(refused);
  const beside = { ...PAIRWISE, redirect_uris: [REDIRECT, `${REDIRECT}/two`] };
  expect(await change(PAIRWISE, beside)).toEqual([200, undefined]);
});

test("metadata name both kinds, and openid-client signs in, refreshes and reads userinfo by them", async () => {
  const rp = await relyingParty(service, "rp", "client_secret_basic", PAIRWISE);
  const { config } = rp;
  expect(config.serverMetadata().subject_types_supported).toEqual(["public", "pairwise"]);
  const tokens = await redeemed(rp, await signIn(service, rp));
  const sub = tokens.claims()?.sub ?? "";
  expect(sub).not.toBe(ada);
  expect((await client.fetchUserInfo(config, tokens.access_token, sub)).sub).toBe(sub);
  const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(again.claims()?.sub).toBe(sub);
});
