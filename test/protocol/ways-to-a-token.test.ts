/**
 * Every way to a person's token, and to a client's own, by every kind of client (decisions E-10 and I-5; G-1, K-18):
 * docs/reference/ways-to-a-token.md holds the table. A new way or kind does not compile without its cells.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type TestAuth, testAuth } from "../support/auth.ts";
import {
  CALLBACK,
  formTokenOf,
  locationOf,
  openPage,
  S256,
  startWith,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";
import { type PasskeyTalk, passkeyTalk } from "../support/passkeys.ts";
import { OPEN, registered } from "../support/registration.ts";
import { testRuntime } from "../support/runtime.ts";
import * as saml from "../support/saml.ts";
import { makeKey, readRequest, signedResponse } from "../support/saml-idp.ts";
import { ADA, putClient, putSetting, TOKEN } from "../support/tokens.ts";
import { type Company, comeBack, putProvider, startCompany } from "../support/upstream-sign-in.ts";
import { decideVouched, openVouched, vouchedPage } from "../support/vouched.ts";
import { ADDRESS, type MailedService, mailedService, typedIn } from "./mail/support.ts";

const PAGE = join(import.meta.dirname, "../../docs/reference/ways-to-a-token.md");
const SECRET = "the secret of a client";

/** `asks`: the person sees a page and allows it, then come tokens; `tokens`: without a page; else the error. */
type Outcome = "asks" | "tokens" | "—" | `refused: ${string}`;

const KINDS = [
  "confidential",
  "public",
  "skip_consent",
  "management",
  "for another role",
  "registered by itself",
  "by document",
  "service account",
  "disabled",
] as const;
type Kind = (typeof KINDS)[number];

const WAYS = [
  "authorize",
  "upstream",
  "upstream, federated_consent",
  "SAML",
  "SAML, federated_consent",
  "login page's code",
  "login page's code, named in login.clients",
  "device",
  "password",
  "email_code",
  "passkey",
  "refresh",
  "token exchange",
  "client_credentials",
] as const;
type Way = (typeof WAYS)[number];

const EXPECTED = {
  authorize: {
    confidential: "asks",
    public: "asks",
    skip_consent: "tokens",
    management: "asks",
    "for another role": "refused: 403",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: invalid_request",
    disabled: "refused: invalid_client",
  },
  upstream: {
    confidential: "tokens",
    public: "asks",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: access_denied",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: invalid_request",
    disabled: "refused: invalid_request",
  },
  "upstream, federated_consent": {
    confidential: "asks",
    public: "asks",
    skip_consent: "tokens",
    management: "asks",
    "for another role": "refused: access_denied",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: invalid_request",
    disabled: "refused: invalid_request",
  },
  SAML: {
    confidential: "tokens",
    public: "asks",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: the account may not use this application",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: redirect_uri not allowed",
    disabled: "refused: redirect_uri not allowed",
  },
  "SAML, federated_consent": {
    confidential: "asks",
    public: "asks",
    skip_consent: "tokens",
    management: "asks",
    "for another role": "refused: the account may not use this application",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: redirect_uri not allowed",
    disabled: "refused: redirect_uri not allowed",
  },
  "login page's code": {
    confidential: "asks",
    public: "asks",
    skip_consent: "tokens",
    management: "asks",
    "for another role": "refused: 403",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: invalid_request",
    disabled: "refused: invalid_client",
  },
  "login page's code, named in login.clients": {
    confidential: "tokens",
    public: "tokens",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: 403",
    "registered by itself": "asks",
    "by document": "asks",
    "service account": "refused: invalid_request",
    disabled: "refused: invalid_client",
  },
  device: {
    confidential: "asks",
    public: "asks",
    skip_consent: "asks",
    management: "asks",
    "for another role": "refused: the account may not use this application",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: unauthorized_client",
    "service account": "asks",
    disabled: "refused: invalid_client",
  },
  password: {
    confidential: "tokens",
    public: "refused: unauthorized_client",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: invalid_grant",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: unauthorized_client",
    "service account": "tokens",
    disabled: "refused: invalid_client",
  },
  email_code: {
    confidential: "tokens",
    public: "refused: invalid_client",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: invalid_grant",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: invalid_client",
    "service account": "tokens",
    disabled: "refused: invalid_client",
  },
  passkey: {
    confidential: "tokens",
    public: "refused: invalid_client",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: invalid_grant",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: invalid_client",
    "service account": "tokens",
    disabled: "refused: invalid_client",
  },
  refresh: {
    confidential: "tokens",
    public: "tokens",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "—",
    "registered by itself": "tokens",
    "by document": "tokens",
    "service account": "—",
    disabled: "—",
  },
  "token exchange": {
    confidential: "tokens",
    public: "refused: unauthorized_client",
    skip_consent: "tokens",
    management: "tokens",
    "for another role": "refused: invalid_grant",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: unauthorized_client",
    "service account": "tokens",
    disabled: "refused: invalid_client",
  },
  client_credentials: {
    confidential: "refused: unauthorized_client",
    public: "refused: unauthorized_client",
    skip_consent: "refused: unauthorized_client",
    management: "refused: unauthorized_client",
    "for another role": "refused: unauthorized_client",
    "registered by itself": "refused: unauthorized_client",
    "by document": "refused: unauthorized_client",
    "service account": "tokens",
    disabled: "refused: invalid_client",
  },
} as const satisfies Record<Way, Record<Kind, Outcome>>;

interface Subject {
  readonly id: string;
  readonly secret?: string;
}

let mailed: MailedService;
let service: TestAuth;
let company: Company;
let host: DocumentHost;
let talk: PasskeyTalk;
let passkey: Awaited<ReturnType<PasskeyTalk["register"]>>;
let samlKey: Awaited<ReturnType<typeof makeKey>>;
let clients: Record<Kind, Subject>;

beforeAll(async () => {
  host = await startDocumentHost();
  service = await testAuth({}, testRuntime({ publicFetch: host.publicFetch }));
  mailed = await mailedService(service);
  company = await startCompany();
  company.claims = { sub: "grace-1", email: "grace@example.com", email_verified: true };
  samlKey = await makeKey();
  await service.createServiceAccount();
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putSetting(service, "password", { attempts: { unlimited: true } });
  await putSetting(service, "registration", OPEN);
  const claim_mapping = { register: true };
  await putProvider(service, "company", { ...company.record, userinfo_url: "", claim_mapping });
  await saml.putProvider(service, saml.registering(samlKey));
  talk = passkeyTalk(service);
  passkey = await talk.register("ada");
  const made = { client_secret: SECRET, redirect_uris: [CALLBACK] };
  await putClient(service, "confidential", made);
  await putClient(service, "public", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "skip_consent", { ...made, skip_consent: true });
  await putClient(service, "management", { ...made, management: true });
  const { body: role } = await service.json("POST", "/auth/v1/roles", { name: "held by no one" });
  const allowed_role_ids = [role.payload.id];
  await putClient(service, "for another role", { ...made, skip_consent: true, allowed_role_ids });
  await putClient(service, "disabled", { ...made, skip_consent: true }, false);
  const stranger = await registered(service, {
    ...{ redirect_uris: [CALLBACK], grant_types: ["authorization_code", "refresh_token"] },
  });
  const document = host.publish("/agent.json", { redirect_uris: [CALLBACK] });
  clients = {
    confidential: { id: "confidential", secret: SECRET },
    public: { id: "public" },
    skip_consent: { id: "skip_consent", secret: SECRET },
    management: { id: "management", secret: SECRET },
    "for another role": { id: "for another role", secret: SECRET },
    "registered by itself": { id: stranger.client_id, secret: stranger.client_secret ?? "" },
    "by document": { id: document },
    "service account": { id: "robot", secret: "robot-secret" },
    disabled: { id: "disabled", secret: SECRET },
  };
});
afterAll(async () => {
  await mailed[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

/** What a way led to, and the scope that it asked with. */
interface Found {
  readonly outcome: Outcome;
  readonly tokens?: Answer["body"];
}

const refused = (error: unknown): Found => ({ outcome: `refused: ${error}` });
const asRefused = ({ status, body, headers }: Answer): Found => {
  const location = headers.get("location");
  const told = location && new URL(location, CALLBACK).searchParams.get("error");
  return refused(told ?? body?.error ?? body?.message ?? status);
};

/** As the client proves itself: in public by its id alone. */
const form = ({ id, secret }: Subject, fields: Record<string, string>, path = TOKEN) =>
  secret === undefined
    ? service.form(path, { ...fields, client_id: id })
    : service.form(path, fields, { id, secret });

async function granted(
  client: Subject,
  fields: Record<string, string>,
  outcome: Outcome = "tokens",
): Promise<Found> {
  const answer = await form(client, fields);
  return answer.status === 200 ? { outcome, tokens: answer.body } : asRefused(answer);
}

/** The code that a browser brought to the client. */
async function redeemed(client: Subject, answer: Answer, outcome: Outcome): Promise<Found> {
  const location = locationOf(answer);
  const code = URL.canParse(location) && new URL(location).searchParams.get("code");
  if (!code) return asRefused(answer);
  const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  return granted(client, { ...fields, code_verifier: VERIFIER }, outcome);
}

const asking = ({ id }: Subject, scope: string) => ({
  ...{ client_id: id, redirect_uri: CALLBACK, ...S256 },
  ...(scope && { scope }),
});

async function authorize(client: Subject, scope: string): Promise<Found> {
  const started = await startWith(service, asking(client, scope));
  const flow = /flow=([0-9a-f]{64})/.exec(locationOf(started))?.[1];
  if (flow === undefined) return asRefused(started);
  const page = await openPage(service, flow);
  if (page.status !== 200) return redeemed(client, page, "tokens");
  const answer = { flow, form_token: formTokenOf(page), action: "approve" };
  return redeemed(client, await submit(service, answer), "asks");
}

/** From the answer of a provider's page on. */
async function federated(client: Subject, answer: Answer): Promise<Found> {
  if (!locationOf(answer).startsWith("/auth/oauth2/consent")) {
    return redeemed(client, answer, "tokens");
  }
  const vouched = vouchedPage(answer);
  const token = formTokenOf(await openVouched(service, vouched));
  return redeemed(client, await decideVouched(service, vouched, token), "asks");
}

async function upstream(client: Subject, scope: string): Promise<Found> {
  const query = new URLSearchParams(asking(client, scope));
  const begun = await service.request("GET", `/auth/oauth2/auth/company?${query}`);
  if (begun.status !== 307) return asRefused(begun);
  const { searchParams } = new URL(locationOf(begun));
  company.nonce = searchParams.get("nonce") ?? "";
  const [cookie] = (begun.headers.get("set-cookie") ?? "").split(";");
  const back = { state: searchParams.get("state") ?? "", code: "code-of-the-provider" };
  return federated(client, await comeBack(service, "company", back, cookie));
}

async function samlWay(client: Subject, scope: string): Promise<Found> {
  const query = new URLSearchParams(asking(client, scope));
  const begun = await service.request("GET", `${saml.BASE}/login?${query}`);
  if (begun.status !== 307) return asRefused(begun);
  const { id: request, relayState } = readRequest(locationOf(begun));
  const [cookie = ""] = (begun.headers.get("set-cookie") ?? "").split(";");
  const attributes = { mail: ["zoe@example.com"] };
  const xml = signedResponse({ ...saml.saysFor(service, { request }), attributes }, samlKey);
  return federated(client, await saml.post(service, xml, { relayState, cookie }));
}

const withConsent =
  (way: typeof upstream) =>
  async (client: Subject, scope: string): Promise<Found> => {
    await putSetting(service, "authorize", { federated_consent: true });
    const found = await way(client, scope);
    await putSetting(service, "authorize", {});
    return found;
  };

const minted =
  (trusted: boolean) =>
  async (client: Subject, scope: string): Promise<Found> => {
    const request = { alias: "ada", trusted, target_listed: true, ...asking(client, scope) };
    const answer = await service.auth.api.mintCode({ ...request, code_challenge_method: "S256" });
    // The authorization endpoint goes on: it asks, or says what is wrong.
    if (answer.kind === "ask") {
      const onward = await authorize(client, scope);
      return onward.outcome === "tokens" ? refused("an unasked code elsewhere") : onward;
    }
    const { code } = answer;
    const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    return granted(client, { ...fields, code_verifier: VERIFIER });
  };

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

async function device(client: Subject, scope: string): Promise<Found> {
  const fields = { ...(scope && { scope }) };
  const begun = await form(client, fields, "/auth/oauth2/device_authorization");
  if (begun.status !== 200) return asRefused(begun);
  const { device_code, user_code } = begun.body;
  const approved = { user_code, action: "approve" };
  await service.json("GET", `/auth/v1/device/${user_code}`, undefined, "ada");
  const decided = await service.json("POST", "/auth/v1/device", approved, "ada");
  if (decided.status !== 200) {
    const polled = await granted(client, { grant_type: DEVICE, device_code });
    expect(polled.outcome, "and the device waits").toBe("refused: authorization_pending");
    return asRefused(decided);
  }
  return granted(client, { grant_type: DEVICE, device_code }, "asks");
}

async function emailCode(client: Subject, scope: string): Promise<Found> {
  const fields = { username: ADDRESS, ...(scope && { scope }) };
  const asked = await form(client, fields, "/auth/oauth2/email");
  if (asked.status !== 200) return asRefused(asked);
  const { text = "" } = (await mailed.relay.next(ADDRESS)).mail;
  return granted(client, { grant_type: "email_code", code: typedIn(text) });
}

async function passkeyWay(client: Subject, scope: string): Promise<Found> {
  const body = {
    client_id: client.id,
    client_secret: client.secret ?? "",
    ...(scope && { scope }),
  };
  const begun = await talk.begin(body);
  if (begun.status !== 200) return asRefused(begun);
  const answer = await talk.finish(begun, passkey, undefined, body);
  return answer.status === 200 ? { outcome: "tokens", tokens: answer.body } : asRefused(answer);
}

/** With what the first way that gives a refresh token gave. */
async function refresh(client: Subject, scope: string): Promise<Found> {
  const { tokens } = await authorize(client, scope);
  if (!tokens?.refresh_token) return { outcome: "—" };
  const { refresh_token } = tokens;
  return granted(client, { grant_type: "refresh_token", refresh_token });
}

async function exchange(client: Subject, scope: string): Promise<Found> {
  const { tokens } = await granted(clients.confidential, { ...ADA, ...(scope && { scope }) });
  return granted(client, {
    ...{ grant_type: "urn:ietf:params:oauth:grant-type:token-exchange" },
    ...{ subject_token: tokens?.access_token ?? "", ...(scope && { scope }) },
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
  });
}

const TRY = {
  authorize,
  upstream,
  "upstream, federated_consent": withConsent(upstream),
  SAML: samlWay,
  "SAML, federated_consent": withConsent(samlWay),
  "login page's code": minted(false),
  "login page's code, named in login.clients": minted(true),
  device,
  password: (client, scope) => granted(client, { ...ADA, ...(scope && { scope }) }),
  email_code: emailCode,
  passkey: passkeyWay,
  refresh,
  "token exchange": exchange,
  client_credentials: (client, scope) =>
    granted(client, { grant_type: "client_credentials", ...(scope && { scope }) }),
} as const satisfies Record<Way, (client: Subject, scope: string) => Promise<Found>>;

const ROWS = /<!-- ways -->\n\n([\s\S]*?)\n\n<!-- \/ways -->/;
const markdown = () =>
  [
    `| Way | ${KINDS.join(" | ")} |`,
    `|---|${KINDS.map(() => "---|").join("")}`,
    ...WAYS.map((way) => `| ${way} | ${KINDS.map((kind) => EXPECTED[way][kind]).join(" | ")} |`),
  ].join("\n");

test.each(WAYS)("%s: each kind of client gets what the table says", async (way) => {
  for (const scope of ["openid", ""]) {
    for (const kind of KINDS) {
      const { outcome, tokens } = await TRY[way](clients[kind], scope);
      expect(outcome, `${kind}, scope "${scope}"`).toBe(EXPECTED[way][kind]);
      expect(tokens?.id_token !== undefined, kind).toBe(tokens !== undefined && scope !== "");
    }
  }
});

test("the page has the table; `WRITE_MATRIX=1` writes it there", () => {
  const page = readFileSync(PAGE, "utf8");
  if (process.env.WRITE_MATRIX) {
    writeFileSync(PAGE, page.replace(ROWS, `<!-- ways -->\n\n${markdown()}\n\n<!-- /ways -->`));
  }
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(markdown());
});
