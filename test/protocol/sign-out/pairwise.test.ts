/** Signing out with pairwise subjects (OpenID Connect Core §8, Back-Channel Logout 1.0 §2.4; ADR 0080), behind a session. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLBACK } from "../../support/authorize.ts";
import { patient } from "../../support/patience.ts";
import { END_SESSION, type SignOutSetup, signOutSetup } from "../../support/sign-out.ts";
import { ADA, claimsOf, putSetting, TOKEN } from "../../support/tokens.ts";

const PAIRWISE = { subject_type: "pairwise" };
let setup: SignOutSetup;
let ada: string;

beforeAll(async () => {
  setup = await signOutSetup();
  const { service } = setup.gateway;
  await putSetting(service, "oauth2", { internal_hosts: ["docs.example.com"] });
  const sector_identifier_uri = setup.host.answer("/sector.json", (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([CALLBACK]));
  });
  const bySession = { backchannel_logout_session_required: true };
  await setup.application("shop", { ...PAIRWISE, ...bySession });
  await setup.application("wiki", { ...PAIRWISE, ...bySession, sector_identifier_uri });
  await setup.application("open", bySession);
  ada = (await service.auth.api.principal("ada"))?.id ?? "";
});
afterAll(() => setup[Symbol.asyncDispose]());

test("the hint of a pairwise client ends the sign-in at once, and each application is told what its ID token says", async () => {
  const jar = await setup.gateway.signedIn();
  const tokens = {
    shop: await setup.open(jar, "shop"),
    wiki: await setup.open(jar, "wiki"),
    open: await setup.open(jar, "open"),
  };
  const answer = await jar.open(`${END_SESSION}?id_token_hint=${tokens.shop.id_token}`);
  expect(answer.text).not.toContain("form_token");
  await expect.poll(() => setup.told.length, { timeout: patient(10_000) }).toBe(3);
  const pairs = setup.told.map(({ claims: { aud, sub, sid } }) => ({ aud, sub, sid }));
  for (const [aud, { id_token }] of Object.entries(tokens)) {
    const { sub, sid } = claimsOf(id_token);
    expect(pairs).toContainEqual({ aud, sub, sid });
  }
  expect(new Set(pairs.map(({ sub }) => sub)).size).toBe(3);
  expect(new Set(pairs.map(({ sid }) => sid)).size).toBe(3);
  expect(claimsOf(tokens.open.id_token).sub).toBe(ada);
  expect(await setup.refresh("wiki", tokens.wiki.refresh_token), "its family has ended").toBe(400);
});

test("a hint of another person's, or of an earlier sign-in, asks", async () => {
  const first = await setup.gateway.signedIn();
  const { id_token } = await setup.open(first, "shop");
  const second = await setup.gateway.signedIn();
  const { status, text } = await second.open(`${END_SESSION}?id_token_hint=${id_token}`);
  expect([status, text.includes("form_token")]).toEqual([200, true]);
});

test("no plane of this service tells a pairwise client who its user is, though it skips the consent", async () => {
  const { gateway } = setup;
  const me = (token: string) =>
    gateway.jar().send("GET", "/auth/v1/me", { headers: { authorization: `Bearer ${token}` } });
  const jar = await gateway.signedIn();
  expect((await me((await setup.open(jar, "open")).access_token)).text).toContain(ada);
  const refused = await me((await setup.open(jar, "shop")).access_token);
  expect([refused.status, refused.text.includes(ada)]).toEqual([403, false]);
  // A client that was told the password could do all that the person can: here it is the person's plane.
  const secret = "a secret of an application";
  const own = await gateway.service.form(TOKEN, { ...ADA }, { id: "shop", secret });
  expect((await me(own.body.access_token)).text).toContain(ada);
});
