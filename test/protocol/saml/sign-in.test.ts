/** Signing in at a SAML provider (specification, SAML; auth-wire 6.2; S-6 to S-8; rule 13). */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { OPEN, REDIRECT, registered } from "../../support/registration.ts";
import {
  ACS,
  AUDIENCE,
  answered,
  BASE,
  begin,
  CALLBACK,
  lastReason,
  post,
  putProvider,
  redeem,
  registering,
  saysFor,
  signIn,
} from "../../support/saml.ts";
import { type Key, makeKey, metadataOf, SIGN_ON, signedResponse } from "../../support/saml-idp.ts";
import { claimsOf, putClient, putSetting, WEB } from "../../support/tokens.ts";
import { allowVouched } from "../../support/vouched.ts";

let service: TestAuth;
let key: Key;

beforeAll(async () => {
  service = await testAuth();
  key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putProvider(service, registering(key));
});
afterAll(() => service[Symbol.asyncDispose]());

describe("GET …/login", () => {
  test("success: 307 to the provider by the redirect binding, with RelayState and nothing of the client", async () => {
    const { location, xml, relayState, request } = await begin(service);
    expect(location.startsWith(`${SIGN_ON}?SAMLRequest=`)).toBe(true);
    expect(relayState).toMatch(/^[0-9a-f]{64}$/);
    expect(request).toMatch(/^_[0-9a-f]{40}$/);
    expect(xml).toContain(`AssertionConsumerServiceURL="${ACS}"`);
    expect(xml).toContain(`>${AUDIENCE}</saml:Issuer>`);
    expect(location).not.toContain("client-state");
    expect(location).not.toContain("SigAlg");
  });

  test("S-7: the browser gets a cookie, for the SAML routes alone", async () => {
    const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
    const answer = await service.request("GET", `${BASE}/login?${query}`);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^saml_browser=[A-Za-z0-9_-]{43}; Path=\/auth\/saml\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/,
    );
  });
});

test("G-1: a client that registered itself gets a code when its person was asked", async () => {
  await putSetting(service, "registration", OPEN);
  const client = await registered(service, { token_endpoint_auth_method: "none" });
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
  });
  const started = await begin(service, Object.fromEntries(query));
  const page = await post(service, signedResponse(saysFor(service, started), key), started);
  const { location, code } = await allowVouched(service, page);
  expect(location.startsWith(`${REDIRECT}?`), location).toBe(true);
  expect(code).toMatch(/^[0-9a-f]{64}$/);
});

describe("POST …/acs", () => {
  test.each(["assertion", "response", "both"] as const)(
    "a response that is signed at the level %s gives a code with state and iss, which gives tokens",
    async (level) => {
      const parameters = answered(await signIn(service, key, {}, level));
      expect(parameters.get("state")).toBe("client-state");
      expect(parameters.get("iss")).toBe("https://id.example.com/auth/oauth2");
      const { status, body, text } = await redeem(service, parameters.get("code") ?? "");
      expect(status, text).toBe(200);
      const claims = claimsOf(body.access_token);
      expect(claims.preferred_username).toBe("ada@example.com");
    },
  );
});

/** A text of the JSON answer, and no page. */
const refusal = async (path: string) => {
  const { status, body } = await service.request("GET", path);
  return [status, body.message];
};

const loginPath = (fields: Record<string, string>, base = BASE) =>
  `${base}/login?${new URLSearchParams(fields)}`;

describe("refusals of …/login (auth-wire 6.2)", () => {
  const target = { client_id: WEB.id, redirect_uri: CALLBACK };

  test.each([
    ["client_id is required", { redirect_uri: CALLBACK }],
    ["redirect_uri is required", { client_id: WEB.id }],
    ["redirect_uri not allowed", { ...target, redirect_uri: "https://evil.example.com/" }],
    ["redirect_uri not allowed", { ...target, client_id: "unknown" }],
    ["invalid pkce parameters", { ...target, code_challenge: "short" }],
    ["invalid pkce parameters", { ...target, code_challenge_method: "S256" }],
    ["public clients require PKCE (code_challenge)", { ...target, client_id: "spa" }],
    ["state is too long or has control characters", { ...target, state: "x".repeat(4_097) }],
  ])("400 %s", async (message, fields) => {
    expect(await refusal(loginPath(fields as Record<string, string>))).toEqual([400, message]);
  });

  test("404 for an unknown provider, a disabled one, and `__proto__`; browsers get a page", async () => {
    await putProvider(service, registering(key), { id: "off", enabled: false });
    for (const id of ["unknown", "off", "__proto__", "constructor"]) {
      const found = await refusal(loginPath(target, `/auth/saml/${id}`));
      expect(found, id).toEqual([404, "saml provider not available"]);
    }
    const page = await service.request("GET", loginPath(target, "/auth/saml/unknown"), {
      headers: { accept: "text/html" },
    });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toContain("saml provider not available");
  });

  test("I-8: metadata that no sign-in could use is not saved, and the answer says what is wrong with it", async () => {
    const save = (metadata_xml: string) =>
      service.json("PUT", "/auth/v1/saml/providers/broken", { config: { metadata_xml } });
    const told = async (metadata_xml: string) => (await save(metadata_xml)).body;
    expect((await save("<x/>")).status).toBe(400);
    const refusal = (id: string, error: string) => ({
      message: "cannot decode config",
      error,
      messages: [{ id, at: "metadata_xml", text: error }],
    });
    expect(await told("<x/>")).toEqual(
      refusal("saml.metadata.none", "metadata_xml: the document is no SAML 2.0 metadata"),
    );
    expect(await told(metadataOf([]))).toEqual(
      refusal(
        "saml.metadata.no_certificate",
        "metadata_xml: the identity provider has no certificate for signing",
      ),
    );
  });

  test("404 while the metadata cannot be used; the log says why", async () => {
    const { body } = await putProvider(service, {}, { id: "empty" });
    expect(body.meta.warnings).toEqual([
      'SAML provider "empty" is incomplete, so no user can sign in: metadata_url: is required, where metadata_xml is not set',
    ]);
    expect(await refusal(loginPath(target, "/auth/saml/empty"))).toEqual([
      404,
      "saml provider not available",
    ]);
    expect(lastReason(service).reason).toBe("the record has neither metadata_url nor metadata_xml");
  });

  test("rule 13: a client with neither list may go anywhere, unless `require_registered_redirects` is on", async () => {
    await putClient(service, "open", { client_secret: WEB.secret });
    const fields = { client_id: "open", redirect_uri: "https://anywhere.example.com/cb?x=1" };
    const answer = await service.request("GET", loginPath(fields));
    expect(answer.status, answer.text).toBe(307);
    await service.json("PUT", "/auth/v1/settings/oauth2", {
      value: { require_registered_redirects: true },
    });
    expect(await refusal(loginPath(fields))).toEqual([400, "redirect_uri not allowed"]);
    await service.json("DELETE", "/auth/v1/settings/oauth2");
    const saved = await service.json("PUT", "/auth/v1/oauth/clients/open", {
      config: { client_secret: WEB.secret },
    });
    expect(saved.body.meta.warnings.join()).toContain("federated sign-ins accept every target");
  });
});

describe("S-7: the request state", () => {
  test("a post from another site brings no cookie: the browser comes back by itself, once", async () => {
    const { cookie, ...started } = await begin(service);
    const posted = await post(service, signedResponse(saysFor(service, started), key), started);
    expect(posted.status, posted.text).toBe(302);
    const location = posted.headers.get("location") ?? "";
    expect(location).toMatch(/^\/auth\/saml\/campus\/acs\?answer=[0-9a-f]{64}$/);
    const finish = () => service.request("GET", location, { headers: { cookie } });
    const [first, second] = await Promise.all([finish(), finish()]);
    const codes = [first, second].filter(({ status }) => status === 302);
    expect(codes).toHaveLength(1);
    expect(answered(codes[0] ?? first).get("code")).toMatch(/^[0-9a-f]{64}$/);
  });

  test("another browser gets nothing, at either step, and the state is gone", async () => {
    const mine = await begin(service);
    const other = await begin(service);
    const xml = signedResponse(saysFor(service, mine), key);
    const refused = await post(service, xml, { ...mine, cookie: other.cookie });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "relay state not found or expired",
    ]);
    expect((await post(service, xml, mine)).status).toBe(400);

    const { cookie: _, ...again } = await begin(service);
    const posted = await post(service, signedResponse(saysFor(service, again), key), again);
    const location = posted.headers.get("location") ?? "";
    expect((await service.request("GET", location)).status).toBe(400);
    expect(
      (await service.request("GET", location, { headers: { cookie: other.cookie } })).status,
    ).toBe(400);
  });

  test("one response for a request: of parallel posts one counts", async () => {
    const started = await begin(service);
    const xml = signedResponse(saysFor(service, started), key);
    const answers = await Promise.all([1, 2, 3].map(() => post(service, xml, started)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400]);
  });

  test("a response to an unknown request, to another provider's, or without a RelayState is refused", async () => {
    await putProvider(service, registering(key), { id: "second" });
    const started = await begin(service);
    const xml = signedResponse(saysFor(service, started), key);
    const messages = async (state: string, base = BASE) => {
      const { status, body } = await post(service, xml, { ...started, relayState: state }, base);
      return [status, body.message];
    };
    expect(await messages("")).toEqual([400, "RelayState not found"]);
    expect(await messages("unknown")).toEqual([400, "relay state not found or expired"]);
    expect(await messages("x".repeat(100_000))).toEqual([400, "relay state not found or expired"]);
    expect(await messages(started.relayState, "/auth/saml/second")).toEqual([
      400,
      "relay state provider mismatch",
    ]);
  });

  test("a client that may no longer have its answer gets none", async () => {
    const target = { client_secret: WEB.secret, redirect_uris: [CALLBACK] };
    await putClient(service, "leaving", target);
    const started = await begin(service, { client_id: "leaving" });
    await putClient(service, "leaving", target, false);
    const { status, body } = await post(
      service,
      signedResponse(saysFor(service, started), key),
      started,
    );
    expect([status, body.message]).toEqual([400, "relay state client binding invalid"]);
  });

  test("S-7: an assertion counts once, also for another request with the same ID", async () => {
    const first = await begin(service);
    const change = { assertionId: "_once" };
    answered(
      await post(service, signedResponse({ ...saysFor(service, first), ...change }, key), first),
    );
    const second = await begin(service);
    const again = await post(
      service,
      signedResponse({ ...saysFor(service, second), ...change }, key),
      second,
    );
    expect([again.status, again.body.message]).toEqual([400, "saml response invalid"]);
    expect(lastReason(service)).toMatchObject({ check: "replay" });
  });
});

describe("S-10: what is told", () => {
  test.each([
    ["signature", { nameId: "eve" }, (xml: string) => xml.replace(">eve<", ">mallory<")],
    ["audience", { audience: "https://other.example.com" }, (xml: string) => xml],
    ["document", {}, (xml: string) => `<!DOCTYPE x>${xml}`],
    [
      "document",
      {},
      (xml: string) =>
        xml.replace("<saml:Subject>", `<saml:Subject>${"<a>".repeat(70)}${"</a>".repeat(70)}`),
    ],
  ])(
    "one message for a wrong %s; the log has the check, and never the message itself",
    async (check, change, spoil) => {
      const started = await begin(service);
      const xml = spoil(signedResponse({ ...saysFor(service, started), ...change }, key));
      const { status, body } = await post(service, xml, started);
      expect([status, body]).toEqual([400, { message: "saml response invalid" }]);
      expect(lastReason(service)).toMatchObject({ check, provider: "campus" });
      expect(JSON.stringify(service.runtime.lines)).not.toContain(started.relayState);
      expect(JSON.stringify(service.runtime.lines)).not.toContain("SubjectConfirmationData ");
    },
  );

  test("a body over the limit is 413, JSON is 415, and a field twice is refused", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const send = (body: string, type = headers) =>
      service.request("POST", `${BASE}/acs`, { headers: type, body });
    expect((await send(`SAMLResponse=${"x".repeat(400 * 1024)}`)).status).toBe(413);
    expect((await send("{}", { "content-type": "application/json" })).status).toBe(415);
    const twice = await send("RelayState=a&RelayState=b");
    expect([twice.status, twice.body.message]).toEqual([400, "cannot parse form"]);
  });

  test("an assertion without a name for the user says so", async () => {
    await putProvider(service, registering(key, { alias_attribute: "uid" }), { id: "campus" });
    const { status, body } = await signIn(service, key);
    expect([status, body.message]).toEqual([400, "alias not found in assertion"]);
    await putProvider(service, registering(key));
  });
});

describe("the code", () => {
  test("PKCE on …/login binds it; nonce and scope travel along", async () => {
    const verifier = "v".repeat(43);
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const pkce = { client_id: "spa", code_challenge, code_challenge_method: "S256" };
    const started = await begin(service, { ...pkce, scope: "openid", nonce: "n-1" });
    const answer = await post(service, signedResponse(saysFor(service, started), key), started);
    // A public client without `skip_consent` asks (decision E-10).
    const { code } = await allowVouched(service, answer);
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      client_id: "spa",
    };
    const token = await service.form("/auth/oauth2/token", { ...form, code_verifier: verifier });
    expect(token.status, token.text).toBe(200);
    const claims = claimsOf(token.body.id_token);
    expect(claims).toMatchObject({ nonce: "n-1", email: "ada@example.com" });
    expect(Math.abs(claims.auth_time * 1_000 - service.runtime.clock.now())).toBeLessThan(60_000);
  });

  test("S-8: the provider is looked at again when the code is redeemed", async () => {
    const code = answered(await signIn(service, key)).get("code") ?? "";
    await putProvider(service, registering(key), { enabled: false });
    const { status, body } = await redeem(service, code);
    await putProvider(service, registering(key));
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect(body.error_description).toContain("sign-in provider is disabled");
  });

  test("S-8: and at the assertion consumer service", async () => {
    const started = await begin(service);
    await putProvider(service, registering(key), { enabled: false });
    const { status, body } = await post(
      service,
      signedResponse(saysFor(service, started), key),
      started,
    );
    await putProvider(service, registering(key));
    expect([status, body.message]).toEqual([404, "saml provider not available"]);
  });

  test("K-10: a disabled user gets no code", async () => {
    const change = { nameId: "bob-id", attributes: { mail: ["bob@example.com"] } };
    answered(await signIn(service, key, change));
    const [bob] = (await service.json("GET", "/auth/v1/users?alias=bob@example.com")).body.payload;
    await service.json("PATCH", `/auth/v1/users/${bob.id}`, { is_active: false });
    const { status, text } = await signIn(service, key, change);
    expect(status, text).toBe(400);
  });
});

describe("claim mapping (auth-wire 5.11)", () => {
  beforeAll(() => service.json("POST", "/auth/v1/roles", { name: "ops" }));
  afterEach(() => putProvider(service, registering(key)));

  const mapped = (more: object) => ({
    metadata_xml: metadataOf([key]),
    claim_mapping: {
      roles_claim: "urn:example:groups",
      role_map: { staff: ["ops"] },
      register: true,
      ...more,
    },
  });
  const groups = (values: string[], mail: string) => ({
    nameId: `id of ${mail}`,
    attributes: {
      mail: [mail],
      "urn:example:groups": values,
      givenName: ["Grace"],
      sn: ["Hopper"],
    },
  });
  const userNamed = async (mail: string) =>
    (await service.json("GET", `/auth/v1/users?alias=${mail}&add_roles=true`)).body.payload[0];

  test("C8, C9: an attribute whose name has dots gives roles, others the profile; roles go when the group goes", async () => {
    await putProvider(service, mapped({}));
    answered(await signIn(service, key, groups(["staff"], "grace@example.com")));
    const user = await userNamed("grace@example.com");
    expect(user).toMatchObject({
      local: false,
      details: { given_name: "Grace", family_name: "Hopper", email: "grace@example.com" },
    });
    expect(user.sync_role_ids).toHaveLength(1);
    answered(await signIn(service, key, groups([], "grace@example.com")));
    expect((await userNamed("grace@example.com")).sync_role_ids).toEqual([]);
  });

  test("U-3, I-1: never onto a local account, and without `register` no account", async () => {
    await service.createUser({ alias: ["root@example.com"] });
    const local = await signIn(service, key, groups(["staff"], "root@example.com"));
    expect(local.status).toBe(400);
    await putProvider(service, mapped({ register: false }));
    const unknown = await signIn(service, key, groups(["staff"], "new@example.com"));
    expect(unknown.status).toBe(400);
    expect(await userNamed("new@example.com")).toBeUndefined();
  });

  test.each(["\u00a0", "\ufeff", "\u2003", "\u3000", "\u1680", "\u200b"])(
    "S-5: a signed name is the whole name: %j around it is part of it, the four blanks of XML are not",
    async (letter) => {
      const email = `blank${letter.codePointAt(0)}@example.com`;
      const attributes = { mail: [`\n\t ${email} \r\n`] };
      answered(await signIn(service, key, { nameId: `id of ${email}`, attributes }));
      const [user] = (await service.json("GET", `/auth/v1/users?alias=${email}`)).body.payload;
      for (const name of [`${letter}${email}`, `${email}${letter}`]) {
        const asName = { nameId: "someone else", attributes: { mail: [name] } };
        expect((await signIn(service, key, asName)).status, "as the name").toBe(400);
        const asSubject = { nameId: `id of ${name}`, attributes: { mail: [email] } };
        expect((await signIn(service, key, asSubject)).status, "as the subject").toBe(400);
      }
      const again = (await service.json("GET", `/auth/v1/users?alias=${email}`)).body.payload;
      expect(again.map(({ id }: { id: string }) => id)).toEqual([user.id]);
    },
  );

  test("decision E-5: `id_attribute` knows the person, with a transient NameID or none, and under another name", async () => {
    await putProvider(service, registering(key, { id_attribute: "subject-id" }));
    const says = (subject: string, mail: string[], more: object = { subject: "" }) => ({
      ...more,
      attributes: { mail, "urn:oasis:names:tc:SAML:attribute:subject-id": [subject] },
    });
    const missing = await signIn(service, key, { attributes: { mail: ["ida@example.com"] } });
    expect([missing.status, lastReason(service).check]).toEqual([400, "id"]);
    answered(await signIn(service, key, says("ida", ["ida@example.com", "i@example.com"])));
    answered(await signIn(service, key, says("ida", ["i@example.com"], { nameId: "other" })));
    expect(await userNamed("ida@example.com")).toBeDefined();
    expect(await userNamed("i@example.com")).toBeUndefined();
    const other = await signIn(service, key, says("idb", ["ida@example.com"]));
    expect(other.status, "another person under the name").toBe(400);
  });

  test("decision E-5: who was known by NameID keeps the account when the record names an attribute, and no one after", async () => {
    const says = (nameId: string, uid: string) => ({
      nameId,
      attributes: { mail: ["kept@example.com"], uid: [uid] },
    });
    answered(await signIn(service, key, says("kept-id", "7")));
    await putProvider(service, registering(key, { id_attribute: "uid" }));
    answered(await signIn(service, key, says("kept-id", "7")));
    answered(await signIn(service, key, says("new-id", "7")));
    expect((await signIn(service, key, says("kept-id", "8"))).status).toBe(400);
  });

  test("an attribute with several roles in one text is split where the record names the separator", async () => {
    await putProvider(service, mapped({ roles_separator: ";" }));
    answered(await signIn(service, key, groups(["guests; staff"], "text@example.com")));
    expect((await userNamed("text@example.com")).sync_role_ids).toHaveLength(1);
  });

  test("U-3: the same person under another address stays the same user; another person under theirs is another", async () => {
    answered(
      await signIn(service, key, { nameId: "eva", attributes: { mail: ["eva@example.com"] } }),
    );
    answered(
      await signIn(service, key, { nameId: "eva", attributes: { mail: ["eva.new@example.com"] } }),
    );
    expect(await userNamed("eva.new@example.com")).toBeUndefined();
    const taken = await signIn(service, key, {
      nameId: "not eva",
      attributes: { mail: ["eva@example.com"] },
    });
    expect(taken.status).toBe(400);
  });
});
