/** I-8: upstream records with any of their members are saved or refused, and what is saved never answers 500. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK } from "../../support/authorize.ts";
import { diagnose, openInternalCall } from "../../support/inside.ts";
import { WEB } from "../../support/tokens.ts";
import { allowUpstream } from "../../support/upstream-sign-in.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
  await allowUpstream(service);
});
afterAll(() => service[Symbol.asyncDispose]());

// Not reachable, so that nothing is asked outside.
const url = fc.constantFrom("http://127.0.0.1:9/a", "https://127.0.0.1:9/b");
const oauth = fc.record(
  {
    preset: fc.constantFrom("", "github", "keycloak"),
    client_id: fc.constant("postern"),
    client_secret: fc.constant("between two services"),
    token_endpoint_auth_method: fc.constantFrom(
      "client_secret_basic",
      "client_secret_post",
      "none",
    ),
    team_id: fc.constant("TEAM"),
    key_id: fc.constant("KEY"),
    scopes: fc.constant(["openid"]),
    ...{ issuer: url, discovery_url: url, auth_url: url, token_url: url, cert_url: url },
    ...{ userinfo_url: url, emails_url: url, logout_url: url },
    alias_claims: fc.constant(["email"]),
    email_verify_check: fc.boolean(),
  },
  { requiredKeys: [] },
);
const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });

test.each([["oauth/providers", "oauth2/auth/any", oauth]] as const)(
  "%s",
  async (path, start, records) => {
    await fc.assert(
      fc.asyncProperty(records as fc.Arbitrary<object>, async (config) => {
        const saved = await service.json("PUT", `/auth/v1/${path}/any`, { config });
        expect([200, 400]).toContain(saved.status);
        if (saved.status === 400) return;
        const answers = [
          await service.request("GET", `/auth/${start}?${query}`),
          await service.json("POST", `/auth/v1/${path}/any/test`),
          await service.json("GET", "/auth/v1/health"),
        ];
        // The sign-in comes as far as the record.
        expect([307, 503]).toContain(answers[0]?.status);
        for (const { status, text } of answers) expect(status, text).not.toBe(500);
        await diagnose(openInternalCall(await service.auth.service));
      }),
      { numRuns: 60 },
    );
  },
);
