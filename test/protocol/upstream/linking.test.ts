/** Linking a sign-in elsewhere with an account, on the account page (U-3; B-2, F-3; issue text: shows and unlinks). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { startMailServer } from "../../support/smtp.ts";
import { createAda, putSetting } from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  clientAnswer,
  comeBack,
  putProvider,
  signInAt,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

let service: TestAuth;
let company: Company;
let ada = "";

beforeAll(async () => {
  [service, company] = await Promise.all([testAuth(), startCompany()]);
  await allowUpstream(service);
  ada = await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  const record = {
    ...company.record,
    name: "Example <Company>",
    claim_mapping: { register: true },
  };
  await putProvider(service, "company", record);
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const page = (user: string) =>
  service.request("GET", "/auth/ui/account", { headers: { "x-user": user, accept: "text/html" } });
const tokenIn = (text: string) => /name="form_token" value="([\w.-]+)"/.exec(text)?.[1] ?? "";
const send = async (
  user: string,
  form: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  service.request("POST", `/auth/ui/identities/${form}`, {
    headers: { "x-user": user, accept: "text/html", ...headers },
    body: new URLSearchParams({ form_token: tokenIn((await page(user)).text), ...fields }),
  });

/** Presses the button, follows the link, and comes back from the provider. */
async function link(user: string, sub: string) {
  const led = await send(user, "link", { provider: "company" });
  expect(led.status, led.text).toBe(200);
  const [, href = ""] = /id="error-next" href="([^"]+)"/.exec(led.text) ?? [];
  const target = new URL(href.replaceAll("&amp;", "&"));
  const cookie = (led.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  company.nonce = target.searchParams.get("nonce") ?? "";
  company.claims = { sub, email: "ada@example.com", name: "Ada" };
  const state = target.searchParams.get("state") ?? "";
  return comeBack(service, "company", { state, code: "c" }, cookie);
}

test("U-3: a local user links a sign-in by their own act, signs in with it, and ends it again", async () => {
  expect((await page("ada")).text).toContain("Link Example &lt;Company&gt;");
  const back = await link("ada", "ada-there");
  expect([back.status, back.headers.get("location")]).toEqual([302, "/auth/ui/"]);
  const { access } = await tokensOf(service, await signInAt(service, company, "company"));
  expect(access.sub).toBe(ada);

  const shown = (await page("ada")).text;
  expect(shown).toContain("Unlink");
  expect(shown).not.toContain("Link Example");
  const identity = { provider: "oauth:company", issuer: company.url, subject: "ada-there" };
  const ended = await send("ada", "unlink", identity);
  expect([ended.status, ended.headers.get("location")]).toEqual([302, "/auth/ui/account"]);
  const again = await send("ada", "unlink", identity);
  expect([again.status, again.headers.get("location")]).toEqual([302, "/auth/ui/account"]);
  await link("ada", "ada-there");
  expect((await page("ada")).text, "linked again").toContain("Unlink");
  expect((await send("ada", "unlink", identity)).status).toBe(302);
  expect((await page("ada")).text, "and ended again").not.toContain("Unlink");
  const never = await send("ada", "unlink", { ...identity, subject: "never" });
  expect([never.status, never.text.includes("no longer linked")]).toEqual([400, true]);
  const told = clientAnswer(await signInAt(service, company, "company"));
  expect(told.error, "the local account is not taken over afterwards").toBe("access_denied");
});

test("a link and its end are told to the person by mail (ADR 0107)", async () => {
  await using relay = await startMailServer();
  const smtp = { host: "127.0.0.1", port: relay.port };
  await putSetting(service, "email", { from: "id@example.com", account_changes: true, smtp });
  await service.createUser({ alias: ["mel@example.com"], details: { name: "Mel" } });
  const next = async () => (await relay.next("mel@example.com")).mail;
  await link("mel@example.com", "mel-there");
  const linked = await next();
  expect(linked.subject).toBe("Another way to sign in was added");
  expect(linked.text?.replaceAll("\n", " ")).toContain("with Example <Company>.");
  const identity = { provider: "oauth:company", issuer: company.url, subject: "mel-there" };
  expect((await send("mel@example.com", "unlink", identity)).status).toBe(302);
  expect((await next()).subject).toBe("A way to sign in was removed");
  await putSetting(service, "email", {});
});

test("a sign-in belongs to one user: no one else can link or end it", async () => {
  await link("ada", "shared");
  const taken = await link("bob", "shared");
  expect([taken.status, taken.body?.error_description]).toEqual([
    409,
    "this sign-in belongs to another user already",
  ]);
  const identity = { provider: "oauth:company", issuer: company.url, subject: "shared" };
  const foreign = await send("bob", "unlink", identity);
  expect([foreign.status, foreign.text.includes("no longer linked")]).toEqual([400, true]);
  const { access } = await tokensOf(service, await signInAt(service, company, "company"));
  expect(access.sub).toBe(ada);
  expect((await send("ada", "unlink", identity)).status).toBe(302);
});

/** One whose account is made by the provider: it has no password. */
async function comeFromThere() {
  company.claims = { sub: "only", email: "only@example.com", email_verified: true };
  return tokensOf(service, await signInAt(service, company, "company"));
}

test("the only way in is not ended by accident", async () => {
  await comeFromThere();
  const identity = { provider: "oauth:company", issuer: company.url, subject: "only" };
  const kept = await send("only@example.com", "unlink", identity);
  expect([kept.status, kept.text.includes("the only way to sign in")]).toEqual([409, true]);
});

test("B-2: forms of another origin, without token, for no provider", async () => {
  const fields = { provider: "company" };
  expect((await send("ada", "link", fields, { origin: "https://evil.example.com" })).status).toBe(
    403,
  );
  expect((await send("ada", "link", { ...fields, form_token: "x" })).status).toBe(400);
  expect((await send("ada", "link", { provider: "__proto__" })).status).toBe(503);
});

describe("the own links over the API, which the console calls", () => {
  const OWN = "/auth/v1/me/identities";
  const own = async (user: string) =>
    (await service.json("GET", OWN, undefined, user)).body.payload;
  const end = (user: string, query: Record<string, string>) =>
    service.json("DELETE", `${OWN}?${new URLSearchParams(query)}`, undefined, user);

  test("U-3: a user sees, makes and ends their own links alone", async () => {
    await service.createUser({ alias: ["eve"], details: { name: "Eve" } });
    expect(await own("eve")).toEqual({
      identities: [],
      providers: [{ id: "company", name: "Example <Company>" }],
    });
    const led = await service.json("POST", OWN, { provider: "company" }, "eve");
    expect(led.status, led.text).toBe(200);
    const target = new URL(led.body.payload.location);
    const cookie = (led.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    company.nonce = target.searchParams.get("nonce") ?? "";
    company.claims = { sub: "eve-there", email: "eve@example.com", name: "Eve" };
    const state = target.searchParams.get("state") ?? "";
    await comeBack(service, "company", { state, code: "c" }, cookie);
    const { identities, providers } = await own("eve");
    const identity = { provider: "oauth:company", issuer: company.url, subject: "eve-there" };
    expect(identities).toMatchObject([{ ...identity, name: "Example <Company>" }]);
    expect(providers).toEqual([]);

    expect((await end("bob", identity)).status, "it is not theirs").toBe(404);
    expect((await end("eve", identity)).status).toBe(200);
    expect((await end("eve", identity)).status).toBe(404);
  });

  test("the only way in stays; an unknown provider, a missing field and no user are refused", async () => {
    await comeFromThere();
    await service.createUser({ alias: ["gus"], details: { name: "Gus" } });
    const identity = { provider: "oauth:company", issuer: company.url, subject: "only" };
    expect((await end("only@example.com", identity)).status).toBe(409);
    expect((await end("gus", { provider: "oauth:company" })).status).toBe(400);
    const unknown = await service.json("POST", OWN, { provider: "__proto__" }, "gus");
    expect(unknown.status).toBe(404);
    expect((await service.request("GET", OWN)).status).toBe(401);
  });
});

test("W25: with the user go the links", async () => {
  await comeFromThere();
  const { body } = await service.json("GET", "/auth/v1/users?alias=only@example.com");
  await service.json("DELETE", `/auth/v1/users/${body.payload[0].id}`);
  const { access } = await comeFromThere();
  expect(access.sub).not.toBe(body.payload[0].id);
});

describe("administrators", () => {
  const path = (id: string) => `/auth/v1/users/${id}/identities`;
  const actions = async () => {
    const { store } = await service.auth.service;
    const rows = await store.driver.session((session) =>
      session.query(
        "select action, entity_id as entity from auth_events where topic = 'users' order by version",
      ),
    );
    return rows.map(({ action, entity }) => [action, entity]);
  };

  test("list and end the links of a user; both acts are events", async () => {
    await link("ada", "ada-elsewhere");
    expect((await actions()).at(-1)).toEqual(["link", ada]);
    const { status, body, text } = await service.json("GET", path(ada));
    expect(status, text).toBe(200);
    const found = body.payload.at(-1);
    expect(found).toEqual({
      provider: "oauth:company",
      issuer: company.url,
      subject: "ada-elsewhere",
      label: "Ada",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const query = new URLSearchParams({
      ...{ provider: found.provider, issuer: found.issuer, subject: found.subject },
    });
    const ended = await service.json("DELETE", `${path(ada)}?${query}`);
    expect([ended.status, ended.body.payload.message]).toEqual([200, "identity unlinked"]);
    expect((await actions()).at(-1)).toEqual(["unlink", ada]);
    expect((await service.json("GET", path(ada))).text).not.toContain("ada-elsewhere");
    expect((await service.json("DELETE", `${path(ada)}?${query}`)).status, "gone").toBe(404);
    const told = clientAnswer(await signInAt(service, company, "company"));
    expect(told.error, "the local account is not taken over afterwards").toBe("access_denied");
  });

  test("of this user alone: a link of another one stays, and what is no user has none", async () => {
    await link("ada", "ada-again");
    const bob = (await service.json("GET", "/auth/v1/users?alias=bob")).body.payload[0].id;
    const query = new URLSearchParams({
      ...{ provider: "oauth:company", issuer: company.url, subject: "ada-again" },
    });
    expect((await service.json("DELETE", `${path(bob)}?${query}`)).status).toBe(404);
    expect((await service.json("GET", path(ada))).text).toContain("ada-again");
    expect((await service.json("GET", path("__proto__"))).status).toBe(404);
    expect((await service.json("DELETE", path(ada))).status, "a key is needed").toBe(400);
    query.set("issuer", "x".repeat(5_000));
    expect((await service.json("DELETE", `${path(ada)}?${query}`)).status).toBe(400);
  });
});
