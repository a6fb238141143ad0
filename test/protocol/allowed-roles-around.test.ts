/** Ways around `allowed_role_ids` of a client, each tried (ADR 0123): what is no way, and what goes on to its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSession } from "../../src/session.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  redeem,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";
import { OPEN, registered } from "../support/registration.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, claimsOf, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

const OPEN_CLIENT = { id: "open", secret: "the secret of an open client" };
const RECORD = { client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true };
const REFUSED = { status: 400, error: "invalid_grant" };
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const MINUTE = 60_000;

let host: DocumentHost;
let service: TestAuth;
let ada: string;
let reader: string;

async function made(path: string, fields: object): Promise<string> {
  const { status, text, body } = await service.json("POST", `/auth/v1${path}`, fields);
  expect(status, text).toBe(200);
  return body.payload.id;
}
const newRole = (name: string, fields: object = {}) => made("/roles", { name, ...fields });
const only = (...allowed_role_ids: string[]) =>
  putClient(service, WEB.id, { ...RECORD, allowed_role_ids });
async function change(method: string, path: string, fields?: object): Promise<void> {
  const { status, text } = await service.json(method, `/auth/v1${path}`, fields);
  expect(status, text).toBe(200);
}
const give = (...role_ids: string[]) => change("PATCH", `/users/${ada}`, { role_ids });
const password = (client = WEB, more: Record<string, string> = {}) =>
  service.form(TOKEN, { ...ADA, ...more }, client);
const told = async (answer: ReturnType<typeof password>) => {
  const { status, body } = await answer;
  return { status, error: body.error };
};

beforeAll(async () => {
  host = await startDocumentHost();
  service = await testAuth({}, testRuntime({ publicFetch: host.publicFetch }));
  ada = await createAda(service);
  reader = await newRole("reader");
  await putClient(service, OPEN_CLIENT.id, { ...RECORD, client_secret: OPEN_CLIENT.secret });
  await putSetting(service, "registration", OPEN);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await only(reader);
  await give();
});

describe("the list of roles", () => {
  test("roles that contain each other in a circle: who holds one holds all, and no one else", async () => {
    const first = await newRole("first of a circle");
    const second = await newRole("second of a circle", { role_ids: [first] });
    await change("PATCH", `/roles/${first}`, { role_ids: [second] });
    await only(first);
    expect(await told(password())).toEqual(REFUSED);
    await give(second);
    expect((await password()).status).toBe(200);
  });

  test("a role made again under the name of one that was deleted opens nothing", async () => {
    const gone = await newRole("short-lived");
    await only(gone);
    await change("DELETE", `/roles/${gone}`);
    await give(await newRole("short-lived"));
    expect(await told(password())).toEqual(REFUSED);
  });

  test("a name, an id in other letters and one of no role open nothing, and the answer says so", async () => {
    await give(reader);
    for (const text of ["reader", reader.toLowerCase(), "01J0ROLEB0000000000000000B"]) {
      const config = { ...RECORD, allowed_role_ids: [text] };
      const path = `/auth/v1/oauth/clients/${WEB.id}`;
      const saved = await service.json("PUT", path, { enabled: true, config });
      expect(saved.text, text).toContain(`these do not exist: ${text}`);
      expect(await told(password()), text).toEqual(REFUSED);
    }
  });

  test.each([[[""]], [["  "]], [""], ["reader"], [{}], [[null]]])(
    "%j is refused, and the rule of before stays",
    async (allowed_role_ids) => {
      const config = { ...RECORD, allowed_role_ids };
      const path = `/auth/v1/oauth/clients/${WEB.id}`;
      const saved = await service.json("PUT", path, { enabled: true, config });
      expect([saved.status, saved.text]).toEqual([
        400,
        expect.stringContaining("allowed_role_ids"),
      ]);
      expect(await told(password())).toEqual(REFUSED);
    },
  );

  test.each(["a role that is missing", "", " "])(
    "a document of the configuration with the name %j is refused whole",
    async (name) => {
      const record = { ...RECORD, client_secret: undefined, allowed_role_ids: [name] };
      const document = { oauth_clients: { [WEB.id]: record } };
      const applied = await service.json("POST", "/auth/v1/configuration/apply", { document });
      expect([applied.status, applied.text]).toEqual([
        400,
        expect.stringContaining("allowed_role_ids"),
      ]);
      expect(await told(password())).toEqual(REFUSED);
    },
  );
});

describe("other clients", () => {
  test("a client that registers itself names no roles, and learns nothing of them", async () => {
    const answers = [];
    for (const role of [reader, "01J0ROLEB0000000000000000B"]) {
      const fields = { redirect_uris: [CALLBACK], allowed_role_ids: [role] };
      const client = await registered(service, fields);
      const path = `/auth/v1/oauth/clients/${client.client_id}`;
      const { config } = (await service.json("GET", path)).body.payload;
      expect(config.allowed_role_ids ?? []).toEqual([]);
      answers.push(Object.keys(client).sort());
    }
    expect(answers[0]).not.toContain("allowed_role_ids");
    expect(answers[1]).toEqual(answers[0]);
  });

  test("a document says nothing of it: the stored record does, also while the document cannot be had", async () => {
    const fields = { redirect_uris: [CALLBACK], allowed_role_ids: [] };
    const id = host.publish("/ruled.json", fields);
    await putClient(service, id, {
      ...{ public: true, redirect_uris: [CALLBACK], skip_consent: true },
      allowed_role_ids: [reader],
    });
    const request = { client_id: id, ...S256 };
    const proof = { client_id: id, code_verifier: VERIFIER };
    await give(reader);
    const { code = "" } = answerOf(await openPage(service, await newFlow(service, request)));
    const { body, text } = await service.form(TOKEN, {
      ...{ grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...proof },
    });
    expect(body.refresh_token, text).toBeDefined();
    await give();
    const form = { grant_type: "refresh_token", refresh_token: body.refresh_token, client_id: id };
    const pages = async () => (await openPage(service, await newFlow(service, request))).status;
    expect([await told(service.form(TOKEN, form)), await pages()]).toEqual([REFUSED, 403]);

    host.answer("/ruled.json", (_request, response) => response.writeHead(500).end());
    const asked = host.asked.length;
    service.runtime.advance(25 * 60 * MINUTE);
    expect(await pages()).toBe(403);
    expect(host.asked.length, "it was asked for again").toBeGreaterThan(asked);
  });

  test("what was handed out lives to its end: traded at another client it ends no later, and here it is not traded", async () => {
    await give(reader);
    const { access_token: subject_token } = (await password(WEB, { scope: "openid" })).body;
    await give();
    const introspected = await service.form(
      "/auth/oauth2/introspect",
      { token: subject_token },
      WEB,
    );
    expect(introspected.body.active).toBe(true);
    const asked = { headers: { authorization: `Bearer ${subject_token}` } };
    expect((await service.request("GET", "/auth/oauth2/userinfo", asked)).status).toBe(200);
    const subject_token_type = "urn:ietf:params:oauth:token-type:access_token";
    const trade = { grant_type: EXCHANGE, subject_token, subject_token_type };
    expect(await told(service.form(TOKEN, trade, WEB))).toEqual(REFUSED);
    service.runtime.advance(5 * MINUTE);
    const traded = await service.form(TOKEN, trade, OPEN_CLIENT);
    expect(traded.status, traded.text).toBe(200);
    expect(traded.body.refresh_token).toBeUndefined();
    expect(claimsOf(traded.body.access_token).exp).toBe(claimsOf(subject_token).exp);
    service.runtime.advance(11 * MINUTE);
    expect((await service.request("GET", "/auth/oauth2/userinfo", asked)).status).toBe(401);
  });

  test("it ends at once with the sign-ins of the account", async () => {
    await give(reader);
    const { access_token, refresh_token } = (await password(WEB, { scope: "openid" })).body;
    await give();
    await change("DELETE", `/users/${ada}/sign-ins`);
    const asked = { headers: { authorization: `Bearer ${access_token}` } };
    expect((await service.request("GET", "/auth/oauth2/userinfo", asked)).status).toBe(401);
    await give(reader);
    const form = { grant_type: "refresh_token", refresh_token };
    expect(await told(service.form(TOKEN, form, WEB))).toEqual(REFUSED);
  });

  test.each([
    ["urn:ietf:params:oauth:grant-type:jwt-bearer", { assertion: "x" }, "unsupported_grant_type"],
    ["urn:ietf:params:oauth:grant-type:saml2-bearer", { assertion: "x" }, "unsupported_grant_type"],
    [EXCHANGE, { requested_subject: "ada" }, "invalid_request"],
    [EXCHANGE, { actor_token: "x", actor_token_type: "x" }, "invalid_request"],
  ])("%s with %j speaks for no account", async (grant_type, fields, error) => {
    const sent = { grant_type, ...(fields as Record<string, string>) };
    expect((await told(service.form(TOKEN, sent, WEB))).error).toBe(error);
  });
});

test("a session of a client with the rule ends at its next refresh, within the lifetime of its token", async () => {
  await give(reader);
  const provider = {
    ...{ name: "Books", auth_middleware: "auth", password_flow: true },
    oauth2: { client_id: WEB.id, client_secret: WEB.secret, scopes: ["openid"] },
  };
  const session = createSession(
    { store: { active: "memory" }, provider: { books: provider } },
    { runtime: service.runtime, auth: { auth: service.auth.api } },
  );
  try {
    const { access_token, refresh_token, id_token } = (await password(WEB, { scope: "openid" }))
      .body;
    const at = { request: new Request("https://id.example.com/login/"), connection: {} };
    const answer = await session.signIn(at, {
      ...{ provider: "books", method: "password", remember_me: false },
      tokens: { access_token, refresh_token, id_token, expires_at: claimsOf(access_token).exp },
    });
    const cookie = answer.map(([, value]) => value.split(";")[0]).join("; ");
    const ask = async () => {
      const request = new Request("https://id.example.com/app", { headers: { cookie } });
      const admitted = await session.admit({ request, connection: {} });
      return admitted.kind === "answer" ? admitted.response.status : 200;
    };
    service.runtime.advance(16 * MINUTE);
    expect(await ask(), "refreshed").toBe(200);
    await give();
    service.runtime.advance(14 * MINUTE);
    expect(await ask(), "its token lives").toBe(200);
    service.runtime.advance(MINUTE);
    expect(await ask(), "the refresh was refused").toBe(401);
    await give(reader);
    expect(await ask(), "and the session is over").toBe(401);
  } finally {
    await session[Symbol.asyncDispose]();
  }
});

test("the audit log has person, application and reason also where no page was shown, and of a page that came too late", async () => {
  const people = await Promise.all(
    ["bob", "carl"].map((alias) => service.createUser({ alias: [alias] })),
  );
  await openPage(service, await newFlow(service, { prompt: "none" }), "bob");
  await putClient(service, WEB.id, { ...RECORD, skip_consent: false });
  const flow = await newFlow(service);
  const page = await openPage(service, flow, "carl");
  expect(page.status, page.text).toBe(200);
  await only(reader);
  const late = { flow, form_token: formTokenOf(page), action: "approve" };
  expect(answerOf(await submit(service, late, "carl")).error).toBe("access_denied");
  for (const id of people) {
    const entries = async () => {
      const query = `principal=${id}&client=${WEB.id}`;
      const { body } = await service.json("GET", `/auth/v1/audit?${query}`);
      return body.payload;
    };
    await expect.poll(entries).toEqual([
      expect.objectContaining({
        ...{ action: "sign_in_refused", reason: "access_denied" },
        facts: expect.objectContaining({ said: "refusal.client_not_allowed" }),
      }),
    ]);
  }
});

test("a code that is redeemed by another client does not get past the rule of its own", async () => {
  await give(reader);
  const { code = "" } = answerOf(await openPage(service, await newFlow(service)));
  await give();
  const stolen = await redeem(service, code, {}, OPEN_CLIENT);
  expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
});
