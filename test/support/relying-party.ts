/** A relying party on openid-client and a browser that clicks through consent, as the suite drives them. */
import * as client from "openid-client";
import { expect } from "vitest";
import { ORIGIN, type TestAuth } from "./auth.ts";

export const CALLBACK = "https://rp.example.com/callback";
const ISSUER = new URL(`${ORIGIN}/auth/oauth2`);

export interface RelyingParty {
  readonly config: client.Configuration;
  readonly id: string;
  readonly secret: string;
}

/** Requests of the library go straight into the service. */
export const throughService =
  (service: TestAuth): client.CustomFetch =>
  (url, options) => {
    const { body, ...rest } = options;
    return service.auth.fetch(new Request(url, { ...rest, body: body ?? null } as RequestInit));
  };

export async function relyingParty(
  service: TestAuth,
  id: string,
  method: "client_secret_basic" | "client_secret_post" = "client_secret_basic",
  more: object = {},
): Promise<RelyingParty> {
  const secret = `secret of ${id}`;
  const config = { client_secret: secret, redirect_uris: [CALLBACK], ...more };
  const saved = await service.json("PUT", `/auth/v1/oauth/clients/${id}`, { config });
  expect(saved.status, saved.text).toBe(200);
  const authentication =
    method === "client_secret_basic"
      ? client.ClientSecretBasic(secret)
      : client.ClientSecretPost(secret);
  const found = await client.discovery(ISSUER, id, undefined, authentication, {
    [client.customFetch]: throughService(service),
  });
  found[client.customFetch] = throughService(service);
  return { config: found, id, secret };
}

const BROWSER = { accept: "text/html,*/*;q=0.8", "x-user": "ada" };
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url, ORIGIN);
  return pathname + search;
};

/** Loads the authorization URL as a signed-in browser; answers the page or redirect it ends on. */
async function load(service: TestAuth, url: URL, form?: URLSearchParams) {
  const first = form
    ? await service.request("POST", pathOf(url.href), {
        headers: { ...BROWSER, "content-type": "application/x-www-form-urlencoded" },
        body: form,
      })
    : await service.request("GET", pathOf(url.href), { headers: BROWSER });
  const location = first.headers.get("location");
  if (!location || !new URL(location, ORIGIN).href.startsWith(ORIGIN)) return first;
  return service.request("GET", pathOf(location), { headers: BROWSER });
}

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

/** Presses "Allow" and answers the URL that the browser ends on. */
async function approve(service: TestAuth, page: string): Promise<URL> {
  const answer = await service.request("POST", "/auth/oauth2/consent", {
    headers: {
      ...BROWSER,
      origin: ORIGIN,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      flow: field(page, "flow"),
      form_token: field(page, "form_token"),
      action: "approve",
    }),
  });
  const location = answer.headers.get("location");
  expect(location, answer.text).not.toBeNull();
  return new URL(location ?? "");
}

export interface Login {
  readonly callback: URL;
  readonly state: string;
  readonly nonce: string | undefined;
  readonly verifier: string | undefined;
}

export interface LoginOptions {
  readonly parameters?: Record<string, string>;
  readonly withoutNonce?: boolean;
  readonly pkce?: boolean;
  readonly post?: boolean;
}

/** The whole front channel: request, consent, callback URL. */
export async function signIn(
  service: TestAuth,
  { config }: RelyingParty,
  { parameters = {}, withoutNonce = false, pkce = false, post = false }: LoginOptions = {},
): Promise<Login> {
  const state = client.randomState();
  const nonce = withoutNonce ? undefined : client.randomNonce();
  const verifier = pkce ? client.randomPKCECodeVerifier() : undefined;
  const request = {
    redirect_uri: CALLBACK,
    scope: "openid",
    state,
    ...(nonce && { nonce }),
    ...(verifier && {
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }),
    ...parameters,
  };
  const url = client.buildAuthorizationUrl(config, request);
  const bare = new URL(url.origin + url.pathname);
  const page = post ? await load(service, bare, url.searchParams) : await load(service, url);
  expect(page.status, page.text).toBe(200);
  return { callback: await approve(service, page.text), state, nonce, verifier };
}

/** The back channel: openid-client checks state, iss, nonce, signature, at_hash and times. */
export const redeem = (rp: RelyingParty, login: Login) =>
  client.authorizationCodeGrant(rp.config, login.callback, {
    expectedState: login.state,
    idTokenExpected: true,
    ...(login.nonce && { expectedNonce: login.nonce }),
    ...(login.verifier && { pkceCodeVerifier: login.verifier }),
  });
