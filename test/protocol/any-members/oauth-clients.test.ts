/** I-8: clients with any of their members are saved or refused by name, and no request of theirs is answered with 500. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLBACK, parametersOf, S256 } from "../../support/authorize.ts";
import { askEverything, openSetup } from "../../support/every-request.ts";
import { oauthClient } from "../../support/inside.ts";
import type { LoginSetup } from "../../support/login-setup.ts";
import { fuzzRuns, type Hints, NAMES_A_MEMBER, nearSchema } from "../../support/near-schema.ts";
import { bareCertificate, makeKey } from "../../support/saml-idp.ts";

let setup: LoginSetup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const certificate = bareCertificate(await makeKey());
const SECRET = "a secret of the client";
const HINTS: Hints = {
  client_secret: [SECRET, SECRET, SECRET, "ü", "a:b", "$2a$10$abcdefghijklmnopqrstuv", null],
  redirect_uris: [
    CALLBACK,
    "myapp:/done",
    "http://127.0.0.1/",
    "https://app.example.com/a?b=c",
    "x:y",
  ],
  whitelist_urls: ["https://app.example.com/", "https://app.example.com/a?b=c"],
  resources: ["https://api.example.com/", "urn:x", "https://api.example.com/a?b"],
  exchange_audiences: ["https://api.example.com/", "name", "ü"],
  scope: ["openid", "profile", "email", "offline_access", "a/b", "urn:x:y"],
  allowed_scopes: ["openid", "profile", "read:all"],
  grant_types: ["authorization_code", "refresh_token", "client_credentials", "password"],
  token_endpoint_auth_method: [
    "none",
    "client_secret_post",
    "tls_client_auth",
    "self_signed_tls_client_auth",
  ],
  roles_claim: ["roles", "a.b.c", "sub", "__proto__.x"],
  x5c: [[certificate], [certificate, certificate], ["AAAA"]],
  tls_client_auth_subject_dn: ["CN=a,O=b", "CN=ü", "2.5.4.3=#0c0161", "CN=a+OU=b"],
  tls_client_auth_san_ip: ["10.0.0.1", "::1"],
  tls_client_auth_san_dns: ["a.example.com"],
  client_secret_expires_at: [0, 1, 4_102_444_800, Number.MAX_SAFE_INTEGER],
};
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const IDS = ["any", "https://client.example.com/x", "ü", "a b", "__proto__", "toString"];

test("oauth/clients", async () => {
  let taken = 0;
  const targets = fc.constantFrom(
    ...(HINTS.redirect_uris as string[]),
    "https://evil.example/",
    "",
  );
  const records = fc.tuple(nearSchema(oauthClient, HINTS), fc.constantFrom(...IDS), targets);
  await fc.assert(
    fc.asyncProperty(records, async ([config, id, redirect_uri]) => {
      const path = `/oauth/clients/${encodeURIComponent(id)}`;
      await setup.as("DELETE", path);
      const saved = await setup.as("PUT", path, { config });
      expect([200, 400], saved.text).toContain(saved.status);
      if (saved.status === 400) {
        expect(saved.body.error, saved.text).toMatch(NAMES_A_MEMBER);
        return;
      }
      taken++;
      const browser = setup.jar();
      const more = { client_id: id, redirect_uri, scope: "openid a/b", ...S256 };
      for (const name of ["oauth2/authorize", "oauth2/auth/none", "saml/none/login"]) {
        const answer = await browser.get(`/auth/${name}?${parametersOf(more)}`);
        expect([302, 307, 400, 403, 404], answer.text).toContain(answer.status);
        const location = answer.headers.get("location") ?? "";
        // With a list of targets, no other one is ever gone to.
        if (redirect_uri === "https://evil.example/" && name === "oauth2/authorize") {
          expect(location).not.toContain("https://evil.example/?");
        }
      }
      for (const sent of [SECRET, "another"]) {
        for (const fields of [
          { grant_type: "client_credentials" },
          { grant_type: "password", username: "admin", password: "wrong" },
          { grant_type: "authorization_code", code: "x", redirect_uri, code_verifier: "x" },
          { grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", subject_token: "a.b.c" },
        ]) {
          const body = new URLSearchParams({ ...fields, client_id: id, client_secret: sent });
          const answer = await browser.send("POST", "/auth/oauth2/token", { headers: FORM, body });
          // A client gets no token of its own by its record: that is for service accounts.
          expect([400, 401, 403], answer.text).toContain(answer.status);
        }
      }
      await askEverything(setup, { id }, { id, secret: SECRET });
      await setup.as("DELETE", path);
    }),
    fuzzRuns(15),
  );
  expect(taken).toBeGreaterThan(4);
});
