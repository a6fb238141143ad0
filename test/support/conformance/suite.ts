/** What modules are written with: applications of either registration, requests, and what has to hold of the answers. */
import * as client from "openid-client";
import { expect } from "vitest";
import { type Outcome, Visitor } from "./browser.ts";
import type { Registration, ResponseMode } from "./plans.ts";
import type { World } from "./world.ts";

const APPLICATION = "https://app.example.com/test/a/postern";
export const CALLBACK = `${APPLICATION}/callback`;
export const AFTER_LOGOUT = `${APPLICATION}/post_logout_redirect`;

type Json = Readonly<Record<string, unknown>>;
type Parameters = Readonly<Record<string, string>>;

export interface Party {
  readonly config: client.Configuration;
  readonly redirect_uri: string;
  /** What the provider registered. */
  readonly registered: Json;
}

export interface Request {
  readonly url: URL;
  readonly state: string;
  readonly nonce: string | undefined;
  readonly verifier: string | undefined;
}

export interface RequestOptions {
  readonly withoutNonce?: boolean;
  readonly pkce?: boolean;
}

export interface SignedIn extends Outcome {
  readonly tokens: Tokens;
}
export type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

let applications = 0;

export class Suite {
  readonly world: World;
  readonly registration: Registration;
  /** How answers come back to applications. */
  readonly responseMode: ResponseMode;
  /** The browser of the module. */
  readonly visitor: Visitor;

  constructor(world: World, registration: Registration, responseMode: ResponseMode) {
    this.world = world;
    this.registration = registration;
    this.responseMode = responseMode;
    this.visitor = new Visitor(world);
  }

  get issuer(): URL {
    return new URL(`${this.world.origin}/auth/oauth2`);
  }

  /** Requests of the library. */
  readonly fetch: client.CustomFetch = (url, { body, ...rest }) =>
    this.world.fetch(new Request(url, { ...rest, body: body ?? null } as RequestInit));

  get #options() {
    return { [client.customFetch]: this.fetch };
  }

  async metadata(): Promise<client.ServerMetadata> {
    const config = await client.discovery(this.issuer, "any", undefined, undefined, this.#options);
    return config.serverMetadata();
  }

  /**
   * An application of the plan's registration.
   * @param fields members of the registration besides the usual ones
   */
  async party(fields: Json = {}, method = "client_secret_basic"): Promise<Party> {
    applications += 1;
    const metadata = {
      client_name: `Application ${applications}`,
      redirect_uris: [CALLBACK],
      post_logout_redirect_uris: [AFTER_LOGOUT],
      ...fields,
    };
    const [redirect_uri = ""] = metadata.redirect_uris;
    if (this.registration === "dynamic_client") {
      const config = await client.dynamicClientRegistration(
        this.issuer,
        { ...metadata, token_endpoint_auth_method: method },
        undefined,
        { ...this.#options, algorithm: "oidc" },
      );
      config[client.customFetch] = this.fetch;
      return { config, redirect_uri, registered: config.clientMetadata() as Json };
    }
    const id = `application-${applications}`;
    const client_secret = `the secret of application ${applications}`;
    const record = { ...metadata, client_secret, consent: "remember" };
    const saved = await this.world.admin("PUT", `/auth/v1/oauth/clients/${id}`, { config: record });
    expect(saved.status, saved.text).toBe(200);
    const proof =
      method === "client_secret_post"
        ? client.ClientSecretPost(client_secret)
        : client.ClientSecretBasic(client_secret);
    const config = await client.discovery(this.issuer, id, undefined, proof, this.#options);
    config[client.customFetch] = this.fetch;
    return { config, redirect_uri, registered: record };
  }

  async request(
    { config, redirect_uri }: Party,
    parameters: Parameters = {},
    { withoutNonce = false, pkce = false }: RequestOptions = {},
  ): Promise<Request> {
    const state = client.randomState();
    const nonce = withoutNonce ? undefined : client.randomNonce();
    const verifier = pkce ? client.randomPKCECodeVerifier() : undefined;
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: "openid",
      state,
      ...(this.responseMode !== "default" && { response_mode: this.responseMode }),
      ...(nonce !== undefined && { nonce }),
      ...(verifier !== undefined && {
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }),
      ...parameters,
    });
    return { url, state, nonce, verifier };
  }

  /** The back channel: the library checks state, `iss`, nonce, signature, `at_hash` and times. */
  redeem(
    party: Party,
    { state, nonce, verifier }: Request,
    { callback, page, posted = false }: Outcome,
  ): Promise<Tokens> {
    expect(posted).toBe(this.responseMode === "form_post");
    expect(callback?.href.startsWith(party.redirect_uri), `${callback} ${page.text}`).toBe(true);
    return client.authorizationCodeGrant(party.config, callback ?? new URL(CALLBACK), {
      expectedState: state,
      idTokenExpected: true,
      ...(nonce !== undefined && { expectedNonce: nonce }),
      ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
    });
  }

  /** The whole flow in the browser of the module. */
  async signIn(
    party: Party,
    parameters: Parameters = {},
    options: RequestOptions & { readonly post?: boolean } = {},
  ): Promise<SignedIn> {
    const request = await this.request(party, parameters, options);
    const outcome = options.post
      ? await this.visitor.visit(
          new URL(request.url.origin + request.url.pathname),
          request.url.searchParams,
        )
      : await this.visitor.visit(request.url);
    return { ...outcome, tokens: await this.redeem(party, request, outcome) };
  }

  userinfo({ config }: Party, { access_token, claims }: Tokens) {
    return client.fetchUserInfo(config, access_token, claims.call(undefined)?.sub ?? "");
  }
}

/** A refusal that goes to the application (OpenID Connect Core §3.1.2.6). */
export function refusedWith({ callback, page }: Outcome, state: string): string {
  expect(callback?.href.startsWith(CALLBACK), `${callback} ${page.text}`).toBe(true);
  expect(callback?.searchParams.get("state")).toBe(state);
  expect(callback?.searchParams.has("code")).toBe(false);
  return callback?.searchParams.get("error") ?? "";
}

/** A refusal that the person sees, because the address of the application is not to be trusted. */
export function shownTo({ callback, page }: Outcome): void {
  expect(callback).toBeUndefined();
  expect([page.status, page.text.includes('id="error-title"')]).toEqual([400, true]);
}
