/** What modules of the FAPI 2.0 plan are written with: clients of the profile, and each request as it should be or as a module wants it. */
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { expect } from "vitest";
import { S256, VERIFIER } from "../authorize.ts";
import { selfSigned, type TestCertificate } from "../certificates.ts";
import { assertionOf, type ClientKey, clientKey, provenBy, type Wished } from "../client-keys.ts";
import { type ProofKey, proofKey, proofOf, type WishedProof } from "../dpop.ts";
import { proxied } from "../mtls.ts";
import { type Outcome, Visitor } from "./browser.ts";
import type { FapiVariant } from "./fapi-plan.ts";
import type { World } from "./world.ts";

export const CALLBACK = "https://app.example.com/test/a/postern/callback";

type Fields = Readonly<Record<string, string | undefined>>;

export interface Party {
  readonly id: string;
  readonly redirect_uri: string;
  readonly key: ClientKey;
  readonly dpop: ProofKey;
  readonly certificate: TestCertificate;
}

/** What is other than it should be. */
export interface Wish {
  /** In place of the right ones; undefined leaves one out. */
  readonly fields?: Fields;
  readonly assertion?: Wished | false;
  readonly signedBy?: ClientKey;
  readonly dpop?: WishedProof | false;
  readonly provenBy?: ProofKey;
  readonly certificate?: false;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are read member by member
  readonly body: any;
}

export interface SignedIn {
  readonly answer: URL;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly idToken: JWTPayload;
}

let parties = 0;

export class FapiSuite {
  readonly world: World;
  readonly variant: FapiVariant;
  readonly issuer: string;
  readonly visitor: Visitor;

  constructor(world: World, variant: FapiVariant) {
    this.world = world;
    this.variant = variant;
    this.issuer = `${world.origin}/auth/oauth2`;
    this.visitor = new Visitor(world);
  }

  get seconds(): number {
    return Math.floor(this.world.now() / 1_000);
  }

  /**
   * A client of the profile, as the page has it.
   * @param keys that it registers beside its own
   */
  async party(...keys: readonly ClientKey[]): Promise<Party> {
    parties += 1;
    const id = `fapi-${parties}`;
    const key = await clientKey("ES256", id);
    const certificate = selfSigned(`/CN=${id}`);
    const own =
      this.variant === "mtls, mtls"
        ? {
            token_endpoint_auth_method: "self_signed_tls_client_auth",
            jwks: { keys: [{ ...key.jwk, x5c: [certificate.der.toString("base64")] }] },
            tls_client_certificate_bound_access_tokens: true,
          }
        : {
            token_endpoint_auth_method: "private_key_jwt",
            jwks: { keys: [key.jwk, ...keys.map(({ jwk }) => jwk)] },
            dpop_bound_access_tokens: true,
          };
    const config = {
      profile: "fapi2",
      ...own,
      id_token_signed_response_alg: "ES256",
      grant_types: ["authorization_code", "refresh_token"],
      consent: "always",
      redirect_uris: [CALLBACK],
    };
    const saved = await this.world.admin("PUT", `/auth/v1/oauth/clients/${id}`, { config });
    expect([saved.status, saved.body?.meta?.warnings], saved.text).toEqual([200, undefined]);
    return { id, redirect_uri: CALLBACK, key, certificate, dpop: await proofKey() };
  }

  async metadata(): Promise<Record<string, unknown>> {
    const url = `${this.issuer}/.well-known/openid-configuration`;
    return (await this.world.fetch(new Request(url))).json() as Promise<Record<string, unknown>>;
  }

  /** The headers that prove the sender of a request. */
  async #binding(
    { certificate, dpop }: Party,
    method: string,
    url: string,
    wish: Wish,
    token?: string,
  ): Promise<Record<string, string>> {
    if (this.variant === "mtls, mtls") {
      const verify = "FAILED:self-signed certificate";
      return wish.certificate === false ? {} : proxied(certificate, verify);
    }
    if (wish.dpop === false) return {};
    const { claims, ...rest } = wish.dpop ?? {};
    const right = { iat: this.seconds, ...claims };
    const wished = { ...(token !== undefined && { token }), ...rest, claims: right };
    return { dpop: await proofOf(wish.provenBy ?? dpop, method, url, wished) };
  }

  /** The fields that prove the client. */
  async #proof({ id, key }: Party, { assertion, signedBy = key }: Wish): Promise<Fields> {
    if (this.variant === "mtls, mtls" || assertion === false) return { client_id: id };
    const now = this.world.now();
    return { client_id: id, ...provenBy(await assertionOf(id, signedBy, { now, ...assertion })) };
  }

  async send(method: string, url: string, headers: HeadersInit, form?: Fields): Promise<Answer> {
    const given = Object.entries(form ?? {}).filter(
      (field): field is [string, string] => field[1] !== undefined,
    );
    const response = await this.world.fetch(
      new Request(url, { method, headers, ...(form && { body: new URLSearchParams(given) }) }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  /** Posts to an endpoint as the client. */
  async post(party: Party, path: string, fields: Fields, wish: Wish = {}, method = "POST") {
    const url = `${this.issuer}/${path}`;
    const headers = await this.#binding(party, method, url, wish);
    const form = { ...fields, ...(await this.#proof(party, wish)), ...wish.fields };
    return this.send(method, url, headers, form);
  }

  /** A request with all that it should have. */
  readonly request = ({ redirect_uri }: Party): Fields => ({
    ...{ response_type: "code", redirect_uri, scope: "openid email", state: "state", ...S256 },
    nonce: "nonce",
  });

  readonly push = (party: Party, wish: Wish = {}): Promise<Answer> =>
    this.post(party, "par", this.request(party), wish);

  async pushed(party: Party, wish: Wish = {}): Promise<string> {
    const { status, body } = await this.push(party, wish);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.request_uri;
  }

  address({ id }: Party, request_uri: string, more: Readonly<Record<string, string>> = {}): URL {
    const query = new URLSearchParams({ client_id: id, request_uri, ...more });
    return new URL(`${this.issuer}/authorize?${query}`);
  }

  /** The person signs in and allows. */
  async allowed(party: Party, wish: Wish = {}, more: Readonly<Record<string, string>> = {}) {
    const request_uri = await this.pushed(party, wish);
    return this.back(party, await this.visitor.visit(this.address(party, request_uri, more)));
  }

  back({ redirect_uri }: Party, { callback, page }: Outcome): URL {
    expect(callback?.href.startsWith(redirect_uri), `${callback} ${page.text}`).toBe(true);
    expect(callback?.searchParams.get("iss")).toBe(this.issuer);
    return callback ?? new URL(redirect_uri);
  }

  redeem(party: Party, answer: URL, wish: Wish = {}): Promise<Answer> {
    const code = answer.searchParams.get("code") ?? "";
    const { redirect_uri } = party;
    const grant = { grant_type: "authorization_code", code, redirect_uri, code_verifier: VERIFIER };
    return this.post(party, "token", grant, wish);
  }

  /** Tokens, each as the profile wants it. */
  async tokensOf({ id }: Party, { status, body }: Answer): Promise<Omit<SignedIn, "answer">> {
    expect(status, JSON.stringify(body)).toBe(200);
    const { access_token, refresh_token, id_token, token_type } = body;
    expect(token_type).toBe(this.variant === "mtls, mtls" ? "Bearer" : "DPoP");
    const keys = createRemoteJWKSet(new URL(`${this.issuer}/certs`), {
      [customFetch]: (url: string) => this.world.fetch(new Request(url)),
    });
    const { payload } = await jwtVerify(id_token, keys, {
      ...{ algorithms: ["ES256"], issuer: this.issuer, audience: id },
      currentDate: new Date(this.world.now()),
    });
    return { access_token, refresh_token, idToken: payload };
  }

  /** The whole flow. */
  async signIn(party: Party, wish: Wish = {}, more: Readonly<Record<string, string>> = {}) {
    const answer = await this.allowed(party, wish, more);
    const tokens = await this.tokensOf(party, await this.redeem(party, answer));
    const { status, body } = await this.userinfo(party, tokens.access_token);
    expect([status, body.sub], JSON.stringify(body)).toEqual([200, tokens.idToken.sub]);
    return { answer, ...tokens };
  }

  async userinfo(party: Party, token: string, wish: Wish = {}, scheme?: string): Promise<Answer> {
    const url = `${this.issuer}/userinfo`;
    const binding = await this.#binding(party, "GET", url, wish, token);
    const usual = this.variant === "mtls, mtls" ? "Bearer" : "DPoP";
    return this.send("GET", url, { ...binding, authorization: `${scheme ?? usual} ${token}` });
  }
}

/** An error of an endpoint, one of those that the module allows. */
export function refusedWith({ status, body }: Answer, ...errors: readonly string[]): void {
  expect([400, 401], JSON.stringify(body)).toContain(status);
  expect(errors).toContain(body.error);
  expect(body).not.toHaveProperty("access_token");
}
