/**
 * The setting `second_factor` holds at every way to a token (decision E-1). The table stands in
 * docs/reference/ways-to-a-token.md; a way without its cells does not compile.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { answerOf, CALLBACK, locationOf, newFlow, redeem } from "../../support/authorize.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import { testRuntime } from "../../support/runtime.ts";
import * as saml from "../../support/saml.ts";
import { makeKey, readRequest, signedResponse } from "../../support/saml-idp.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";
import { type Authenticator, enroll } from "../../support/totp.ts";
import {
  type Company,
  putProvider,
  signInAt,
  startCompany,
} from "../../support/upstream-sign-in.ts";
import { type MailedService, mailedService, typedIn } from "../mail/support.ts";

const PAGE = join(import.meta.dirname, "../../../docs/reference/ways-to-a-token.md");

type Outcome = "tokens" | `refused: ${string}`;
const STATES = ["nothing asked", "time left", "due", "due, two factors"] as const;
type State = (typeof STATES)[number];

const UNMET = "refused: unmet_authentication_requirements";
const SET_UP = "refused: mfa_setup_required";
const EXPECTED = {
  authorize: ["tokens", "tokens", UNMET, "tokens"],
  "authorize, prompt=none": ["tokens", "tokens", "refused: login_required", "tokens"],
  "login page's code": ["tokens", "tokens", "refused: ask", "tokens"],
  upstream: ["tokens", "tokens", UNMET, "tokens"],
  // Shown to the person.
  SAML: ["tokens", "tokens", "refused: 400", "tokens"],
  device: ["tokens", "tokens", "refused: invalid_grant", "tokens"],
  password: ["tokens", "tokens", SET_UP, "tokens"],
  "password, in process": ["tokens", "tokens", SET_UP, "tokens"],
  email_code: ["tokens", "tokens", SET_UP, "tokens"],
  passkey: ["tokens", "tokens", "refused: invalid_grant", "tokens"],
  "refresh of tokens from before": ["tokens", "tokens", "refused: invalid_grant", "tokens"],
  "token exchange of a token from before": ["tokens", "tokens", "refused: invalid_grant", "tokens"],
} as const satisfies Record<string, readonly [Outcome, Outcome, Outcome, Outcome]>;
type Way = keyof typeof EXPECTED;
const WAYS = Object.keys(EXPECTED) as Way[];

let mailed: MailedService;
let service: TestAuth;
let company: Company;
let app: Authenticator;
let samlKey: Awaited<ReturnType<typeof makeKey>>;
let talk: ReturnType<typeof passkeyTalk>;
let passkey: Awaited<ReturnType<ReturnType<typeof passkeyTalk>["register"]>>;

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  mailed = await mailedService(service);
  company = await startCompany();
  samlKey = await makeKey();
  await putClient(service, WEB.id, {
    ...{ client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true },
  });
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putSetting(service, "password", { attempts: { unlimited: true } });
  await putProvider(service, "company", { ...company.record, claim_mapping: { register: true } });
  await saml.putProvider(service, saml.registering(samlKey));
  await createAda(service, { alias: ["bob", "bob@example.com"] });
  app = await enroll(service, "bob");
  // A passkey of someone whose device checks nothing by itself.
  await createAda(service, { alias: ["key"] });
  talk = passkeyTalk(service);
  passkey = await talk.register("key");
});
afterEach(() => putSetting(service, "second_factor", {}));
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await mailed[Symbol.asyncDispose]();
});

const rule = (members: Record<string, unknown>) => putSetting(service, "second_factor", members);

/** The day before now, by the clock of the service. */
const yesterday = () =>
  new Date(service.runtime.clock.now() - 86_400_000).toISOString().slice(0, 10);

async function enter(state: State): Promise<void> {
  if (state === "nothing asked") return rule({});
  if (state === "time left") return rule({ everybody: true, from: yesterday(), grace: "7d" });
  return rule({ everybody: true });
}

const isStrong = (state: State) => state === "due, two factors";

const outcomeOf = ({ status, body, headers }: Answer): Outcome => {
  if (status === 200) return "tokens";
  const location = headers.get("location");
  const told = location && new URL(location, CALLBACK).searchParams.get("error");
  return `refused: ${told ?? body?.error ?? status}`;
};

/** A front that knows how strongly ada signed in. */
async function atFront(method: string, path: string, state: State, body?: object) {
  const session = { principal: "ada", auth_time: 1, ...(isStrong(state) && { acr: "mfa" }) };
  const answer = await service.auth.fetch(
    new Request(`${ORIGIN}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    }),
    undefined,
    { session },
  );
  const { status, headers } = answer;
  return { status, headers, text: await answer.text(), body: undefined };
}

async function redeemed(answer: Answer): Promise<Answer> {
  const { code } = locationOf(answer) ? answerOf(answer) : {};
  return code ? redeem(service, code) : answer;
}

async function authorize(state: State, fields: Record<string, string> = {}) {
  const flow = await newFlow(service, fields);
  return outcomeOf(
    await redeemed(await atFront("GET", `/auth/oauth2/consent?flow=${flow}`, state)),
  );
}

async function mintedCode(state: State): Promise<Outcome> {
  const answer = await service.auth.api.mintCode({
    ...{ alias: "ada", auth_time: 1, ...(isStrong(state) && { acr: "mfa" }) },
    ...{ client_id: WEB.id, redirect_uri: CALLBACK, trusted: false, target_listed: true },
  });
  if (answer.kind === "ask") return "refused: ask";
  return outcomeOf(await redeem(service, answer.code));
}

/** Their own password, with the factor where they have one. */
const passwordOf = (state: State): Record<string, string> =>
  isStrong(state) ? { ...ADA, username: "bob", totp: app.fresh() } : { ...ADA };
const password = (state: State) =>
  service.form(TOKEN, { ...passwordOf(state), scope: "openid" }, WEB);

async function inProcess(state: State): Promise<Outcome> {
  const client = { client_id: WEB.id, client_secret: WEB.secret };
  const asked = service.auth.api.token({ ...passwordOf(state), ...client }, ORIGIN);
  return asked.then(
    (): Outcome => "tokens",
    (error: { code: string }): Outcome => `refused: ${error.code}`,
  );
}

async function emailCode(state: State) {
  const address = isStrong(state) ? "bob@example.com" : "ada@example.com";
  await mailed.ask({ username: address });
  const { text = "" } = (await mailed.relay.next(address)).mail;
  return mailed.redeem(typedIn(text), isStrong(state) ? { totp: app.fresh() } : {});
}

async function device(state: State) {
  const begun = await service.form("/auth/oauth2/device_authorization", { scope: "openid" }, WEB);
  const { device_code, user_code } = begun.body;
  await atFront("GET", `/auth/v1/device/${user_code}`, state);
  const decided = await atFront("POST", "/auth/v1/device", state, { user_code, action: "approve" });
  expect(decided.status, decided.text).toBe(200);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  return service.form(TOKEN, { grant_type, device_code }, WEB);
}

/** Of tokens from before anything was asked. */
async function refresh(state: State) {
  await rule({});
  const { refresh_token } = (await password(state)).body;
  await enter(state);
  return service.form(TOKEN, { grant_type: "refresh_token", refresh_token }, WEB);
}

async function exchange(state: State) {
  await rule({});
  const { access_token } = (await password(state)).body;
  await enter(state);
  const TYPES = "urn:ietf:params:oauth:token-type";
  return service.form(
    TOKEN,
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      ...{ subject_token: access_token, subject_token_type: `${TYPES}:access_token` },
    },
    WEB,
  );
}

async function upstream(state: State) {
  company.claims = {
    ...{ sub: "zoe-1", email: "zoe@example.com", email_verified: true },
    amr: isStrong(state) ? ["pwd", "mfa"] : ["pwd"],
  };
  return redeemed(await signInAt(service, company, "company"));
}

/** What a SAML provider says of factors has no common form: its record says it. */
async function samlWay(state: State) {
  const record = { ...saml.registering(samlKey), second_factor: isStrong(state) };
  await saml.putProvider(service, record);
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: WEB.id, redirect_uri: CALLBACK },
  });
  const begun = await service.request("GET", `${saml.BASE}/login?${query}`);
  const { id: request, relayState } = readRequest(locationOf(begun));
  const [cookie = ""] = (begun.headers.get("set-cookie") ?? "").split(";");
  const attributes = { mail: ["yves@example.com"] };
  const xml = signedResponse({ ...saml.saysFor(service, { request }), attributes }, samlKey);
  return redeemed(await saml.post(service, xml, { relayState, cookie }));
}

async function passkeyWay(state: State) {
  return talk.signIn(passkey, { verified: isStrong(state) });
}

const answered =
  (way: (state: State) => Promise<Answer>) =>
  async (state: State): Promise<Outcome> =>
    outcomeOf(await way(state));

const TRY: Readonly<Record<Way, (state: State) => Promise<Outcome>>> = {
  authorize: (state) => authorize(state),
  "authorize, prompt=none": (state) => authorize(state, { prompt: "none" }),
  "login page's code": mintedCode,
  upstream: answered(upstream),
  SAML: answered(samlWay),
  device: answered(device),
  password: answered(password),
  "password, in process": inProcess,
  email_code: answered(emailCode),
  passkey: answered(passkeyWay),
  "refresh of tokens from before": answered(refresh),
  "token exchange of a token from before": answered(exchange),
};

test.each(WAYS)("%s: each sign-in gets what the table says", async (way) => {
  for (const [place, state] of STATES.entries()) {
    await enter(state);
    expect(await TRY[way](state), state).toBe(EXPECTED[way][place]);
  }
});

const ROWS = /<!-- factors -->\n\n([\s\S]*?)\n\n<!-- \/factors -->/;
const markdown = () =>
  [
    `| Way | ${STATES.join(" | ")} |`,
    "|---|---|---|---|---|",
    ...WAYS.map((way) => `| ${way} | ${EXPECTED[way].join(" | ")} |`),
  ].join("\n");

test("a provider whose record says so counts as two factors, whatever it says itself", async () => {
  await rule({ everybody: true });
  const { record } = company;
  const claim_mapping = { register: true };
  await putProvider(service, "company", { ...record, claim_mapping, second_factor: true });
  expect(outcomeOf(await upstream("due"))).toBe("tokens");
  await putProvider(service, "company", { ...record, claim_mapping });
  expect(outcomeOf(await upstream("due"))).toBe(UNMET);
});

test("the page has the table; `WRITE_MATRIX=1` writes it there", () => {
  const page = readFileSync(PAGE, "utf8");
  const written = `<!-- factors -->\n\n${markdown()}\n\n<!-- /factors -->`;
  if (process.env.WRITE_MATRIX) writeFileSync(PAGE, page.replace(ROWS, written));
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(markdown());
});
