/** Sign-ins at a real OpenID provider whose access tokens are JWTs that name no user (RFC 9068; I-1, I-6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { locationIn, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import {
  type OpenidProvider,
  PROVIDER_CLIENT,
  startOpenidProvider,
  visitor,
} from "../../support/openid-provider.ts";

const ORIGIN = "https://app.example.com";
let company: OpenidProvider;
let gateway: TestGateway;

beforeAll(async () => {
  const keys = ["company", "silent"];
  company = await startOpenidProvider(
    keys.map((key) => `${ORIGIN}/login/auth/code/${key}`),
    { jwtFor: PROVIDER_CLIENT.client_id, idTokenClaims: true },
  );
  const { issuer } = company;
  const record = (scopes: readonly string[]) => ({
    oauth2: {
      ...{ ...PROVIDER_CLIENT, issuer, scopes: [...scopes] },
      auth_url: `${issuer}/auth`,
      token_url: `${issuer}/token`,
      cert_url: `${issuer}/jwks`,
    },
  });
  gateway = await startGateway({
    origin: ORIGIN,
    session: {
      provider: { company: record(["openid", "email"]), silent: record(["openid"]) },
    },
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

/** One click through the login page. */
async function signIn(key: string, accept: string) {
  const jar = gateway.jar();
  const begun = await jar.open(`/login/auth/code/${key}`);
  const { url } = await visitor().open(locationIn(begun), "grace");
  const answer = await jar.open(`${url.pathname}${url.search}`, { accept });
  return { jar, answer };
}

describe("an access token that names no user", () => {
  test("the verified ID token does, at the sign-in and at every request after it", async () => {
    const { jar, answer } = await signIn("company", "application/json");
    expect(answer.status, answer.text).toBeLessThan(400);
    expect(await whoIs(jar)).toBe("grace@example.com");
    expect(await whoIs(jar)).toBe("grace@example.com");
  });

  test("where no claim names the user the flow ends with a page that says which, and no session begins", async () => {
    const { jar, answer } = await signIn("silent", "text/html");
    expect(answer.status).toBe(401);
    const said =
      "no claim names the user: email with email_verified, preferred_username; x_user of the session provider chooses the claims";
    expect(answer.text).toContain(said);
    expect(answer.headers.getSetCookie().join()).not.toContain("auth_session");
    expect(await whoIs(jar)).toBeUndefined();
    const logged = gateway.runtime.lines.filter(({ fields }) => fields.provider === "silent");
    expect(logged.map(({ fields }) => fields.reason)).toContain(said);
  });
});
