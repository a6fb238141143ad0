/** One-time things of SAML on two instances and one Postgres: whichever gets the response, it counts once (S-7, P-9). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import {
  encodeMessage,
  type Key,
  makeKey,
  metadataOf,
  readRequest,
  type Says,
  signedResponse,
} from "../../support/saml-idp.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";

const APP = { id: "app", secret: "the secret of the application" };
const CALLBACK = "https://app.example.com/callback";
const ORIGIN = "https://id.example.com";
const BASE = "/auth/saml/campus";
let postgres: TestPostgres;
let key: Key;
let one: RunningServer;
let other: RunningServer;

beforeAll(async () => {
  [postgres, key] = await Promise.all([startPostgres(), makeKey()]);
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("saml"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  one = await startServer({ env });
  const bearer = await adminToken(one);
  const put = async (path: string, json: object) => {
    const { status, text } = await send(one, "PUT", `/auth/v1${path}`, { bearer, json });
    expect(status, text).toBe(200);
  };
  await put("/settings/oauth2", { value: { base_url: ORIGIN } });
  const config = { client_secret: APP.secret, redirect_uris: [CALLBACK], skip_consent: true };
  await put(`/oauth/clients/${APP.id}`, { config });
  const claim_mapping = { register: true };
  await put("/saml/providers/campus", {
    config: { metadata_xml: metadataOf([key]), claim_mapping },
  });
  other = await startServer({ runtime: "bun", env });
});
afterAll(async () => {
  await one?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

async function begin(server: RunningServer) {
  const query = new URLSearchParams({ client_id: APP.id, redirect_uri: CALLBACK, state: "s" });
  const { status, headers, text } = await send(server, "GET", `${BASE}/login?${query}`);
  expect(status, text).toBe(307);
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return { ...readRequest(headers.get("location") ?? ""), cookie };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const responseTo = ({ id }: Begun, change: Partial<Says> = {}) =>
  signedResponse(
    {
      now: Date.now(),
      acs: `${ORIGIN}${BASE}/acs`,
      audience: `${ORIGIN}${BASE}/metadata`,
      request: id,
      attributes: { mail: ["ada@example.com"] },
      ...change,
    },
    key,
  );

async function post(server: RunningServer, { relayState, cookie }: Begun, xml: string) {
  const form = new URLSearchParams({ SAMLResponse: encodeMessage(xml), RelayState: relayState });
  const response = await fetch(`${server.url}${BASE}/acs`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: form,
  });
  const code = new URL(response.headers.get("location") ?? "x:").searchParams.get("code");
  return { status: response.status, code: code ?? "" };
}
const redeem = async (server: RunningServer, code: string) =>
  (
    await send(server, "POST", "/auth/oauth2/token", {
      basic: APP,
      form: { grant_type: "authorization_code", code, redirect_uri: CALLBACK },
    })
  ).status;

test("a sign-in that begins at one instance ends at the other, and its code is redeemed at the first", async () => {
  const begun = await begin(one);
  const { status, code } = await post(other, begun, responseTo(begun));
  expect(status).toBe(302);
  expect(await redeem(one, code)).toBe(200);
  expect(await redeem(other, code), "once").toBe(400);
});

test("S-7: of posts of one response at both, at once, one counts; later ones do not", async () => {
  const begun = await begin(one);
  const xml = responseTo(begun);
  const servers = [one, other, one, other, one, other];
  const answers = await Promise.all(servers.map((server) => post(server, begun, xml)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect((await post(other, begun, xml)).status).toBe(400);
});

test("S-7: an assertion that one instance took is refused by the other, for a request of its own", async () => {
  const first = await begin(one);
  expect((await post(one, first, responseTo(first, { assertionId: "_once" }))).status).toBe(302);
  const second = await begin(other);
  const replayed = responseTo(second, { assertionId: "_once" });
  expect((await post(other, second, replayed)).status).toBe(400);
});

test("S-6: the answer to a request counts for that request alone, on either instance", async () => {
  const [mine, theirs] = [await begin(one), await begin(other)];
  expect((await post(other, mine, responseTo(theirs))).status).toBe(400);
  expect((await post(one, theirs, responseTo(mine))).status).toBe(400);
});

test("the signing pair is made once for both", async () => {
  const texts = await Promise.all(
    [one, other].map(async (server) => (await send(server, "GET", `${BASE}/metadata`)).text),
  );
  expect(texts[0]).toContain("X509Certificate");
  expect(texts[0]).toBe(texts[1]);
});
