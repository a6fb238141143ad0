/**
 * `Origin: null`: what browsers write after a chain of redirects across origins and from a page with
 * `Referrer-Policy: no-referrer`. Doors for forms of other sites take it, all others do not (B-2, N-9, L-W14).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLBACK, newFlow, openPage, parametersOf } from "../support/authorize.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import {
  answered,
  BASE,
  begin,
  putProvider as putSaml,
  registering,
  CALLBACK as SAML_CALLBACK,
  saysFor,
} from "../support/saml.ts";
import { encodeMessage, makeKey, signedResponse } from "../support/saml-idp.ts";
import { END_SESSION } from "../support/sign-out.ts";
import { ADA, putClient, TOKEN, WEB } from "../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  comeBack,
  putProvider,
  start,
  startCompany,
} from "../support/upstream-sign-in.ts";

let gateway: TestGateway;
let company: Company;

beforeAll(async () => {
  [gateway, company] = await Promise.all([startGateway(), startCompany()]);
  await allowUpstream(gateway.service);
  await putClient(gateway.service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: [CALLBACK, SAML_CALLBACK],
  });
  const claim_mapping = { register: true };
  await putProvider(gateway.service, "company", { ...company.record, claim_mapping });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

/** A page of another site, and a browser that does not say where its page is from (Safari before 16.4, plain HTTP). */
const ELSEWHERE = { origin: "null", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
const UNSAID = { origin: "null" };
const SENDERS: [string, Record<string, string>][] = [
  ["another site", ELSEWHERE],
  ["no statement of the site", UNSAID],
];
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const send = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
  gateway.service.request("POST", path, {
    headers: { ...FORM, ...headers },
    body: new URLSearchParams(fields),
  });
const location = ({ headers }: { readonly headers: Headers }) => headers.get("location") ?? "";

describe.each(SENDERS)("a form of %s is taken", (_name, sender) => {
  test("with the response of a SAML provider, which gives a code", async () => {
    const key = await makeKey();
    const { service } = gateway;
    await putSaml(service, registering(key));
    const started = await begin(service);
    const SAMLResponse = encodeMessage(
      signedResponse(
        { ...saysFor(service, started), attributes: { mail: ["eve@example.com"] } },
        key,
      ),
    );
    const fields = { SAMLResponse, RelayState: started.relayState };
    // Without the cookie, which no post of another site brings.
    const posted = await send(`${BASE}/acs`, fields, sender);
    expect([posted.status, location(posted)]).toEqual([
      302,
      expect.stringMatching(/\/acs\?answer=/),
    ]);
    const { cookie } = started;
    answered(await service.request("GET", location(posted), { headers: { cookie } }));
  });

  test("with the answer of an OpenID provider (form_post), which gives a code", async () => {
    const { service } = gateway;
    const { target, state, cookie } = await start(service, "company");
    company.claims = { sub: "g-1", email: "grace@example.com", email_verified: true };
    company.nonce = target.searchParams.get("nonce") ?? "";
    const posted = await send("/auth/oauth2/code/company", { state, code: "c-1" }, sender);
    expect([posted.status, location(posted)]).toEqual([
      302,
      `/auth/oauth2/code/company?code=c-1&state=${state}`,
    ]);
    const answer = await comeBack(service, "company", { state, code: "c-1" }, cookie);
    expect([answer.status, location(answer)]).toEqual([302, expect.stringContaining("code=")]);
  });

  test("with an authorization request (Core §3.1.2.1)", async () => {
    const answer = await send("/auth/oauth2/authorize", Object.fromEntries(parametersOf()), sender);
    expect([answer.status, location(answer)]).toEqual([
      302,
      expect.stringMatching(/^\/auth\/oauth2\/consent\?flow=[0-9a-f]{64}$/),
    ]);
  });

  test("with a wish to sign out (RP-Initiated Logout §2), which is asked for once more", async () => {
    const absent = await send(END_SESSION, { client_id: WEB.id }, sender);
    expect([absent.status, location(absent)]).toEqual([302, `${END_SESSION}?client_id=${WEB.id}`]);
    const jar = await gateway.signedIn();
    const asked = await jar.send("POST", END_SESSION, {
      headers: { ...FORM, ...sender },
      body: new URLSearchParams({ client_id: WEB.id }),
    });
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("form_token")]);
  });

  test("N-9: at the token endpoint, as one of every origin", async () => {
    const { service } = gateway;
    const answer = await service.request("POST", TOKEN, {
      headers: { ...FORM, ...sender },
      body: new URLSearchParams({ ...ADA, client_id: WEB.id, client_secret: WEB.secret }),
    });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  });
});

describe("everything that decides stays shut", () => {
  const PAGES = [
    "/auth/oauth2/consent",
    `${END_SESSION}/confirm`,
    "/auth/ui/device",
    "/auth/ui/password",
    "/login/",
    "/logout",
  ];

  test.each(PAGES)("%s: to a form of another site", async (path) => {
    const jar = await gateway.signedIn();
    const answer = await jar.send("POST", path, { headers: { ...FORM, ...ELSEWHERE }, body: "" });
    expect(answer.status, answer.text).toBe(403);
  });

  test.each(PAGES)("%s: without a statement of the site its token decides", async (path) => {
    const jar = await gateway.signedIn();
    const flow = await newFlow(gateway.service);
    const body = new URLSearchParams({ flow, action: "approve", user_code: "BCDF-GHJK" });
    const answer = await jar.send("POST", path, { headers: { ...FORM, ...UNSAID }, body });
    expect([200, 400, 404], answer.text).toContain(answer.status);
    expect(answer.headers.get("location")).toBeNull();
    expect((await jar.get("/app")).status, "still signed in").toBe(200);
    expect((await openPage(gateway.service, flow)).status, "not decided").toBe(200);
  });

  const JSON_ROUTES = ["/login/auth/token/postern", "/auth/v1/me/password", "/auth/v1/users"];

  test.each(JSON_ROUTES.flatMap((path) => SENDERS.map(([, sender]) => [path, sender] as const)))(
    "%s: to a script with %j",
    async (path, sender) => {
      const jar = await gateway.signedIn();
      const headers = { "content-type": "application/json", ...sender };
      const answer = await jar.send("POST", path, { headers, body: "{}" });
      expect(answer.status, answer.text).toBe(403);
    },
  );
});
