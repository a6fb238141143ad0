/** From the code of a provider to claims that are proven (auth-wire 5.10, steps 3 and 4; U-2; W4, W5). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type IdTokenClaims, idTokenSubject, verifyIdToken } from "../../relying-party/id-token.ts";
import { personClaims } from "../../relying-party/person-claims.ts";
import type { Outgoing } from "../../relying-party/provider-call.ts";
import { callTokenEndpoint } from "../../relying-party/token-call.ts";
import { upstreamError, upstreamFailure } from "../../relying-party/upstream-error.ts";
import { askWithToken, callUserinfo } from "../../relying-party/userinfo-call.ts";
import { type JsonObject, textOf } from "../../std/json-object.ts";
import type { BrowserProof } from "./browser.ts";
import { clientSecret } from "./client-secret.ts";
import { clientAuthentication, type Upstream, upstreamParts } from "./provider.ts";

/** Who a provider says the person is: what the keys or the connection of the provider prove. */
export interface Proven {
  readonly issuer: string;
  readonly subject: string;
  /** `email` is there only together with what its own source says of `email_verified`. */
  readonly claims: JsonObject;
  /** Of the ID token; empty without one. */
  readonly idToken: IdTokenClaims;
}

interface Tokens {
  readonly access_token: string;
  readonly id_token: string | undefined;
}

const outgoingOf = (service: Service): Outgoing => ({
  http: upstreamParts(service).http,
  // The settings say so for each request.
  insecure: false,
});

/** The token endpoint's answer; some providers tell refusals with 200 (RFC 6749 §5.1, §5.2). */
async function requestTokens(
  service: Service,
  upstream: Upstream,
  code: string,
  callback: string,
  verifier: string,
): Promise<Tokens> {
  const { config, id, token_url } = upstream;
  const secret = await clientSecret(service, id, config);
  const method = clientAuthentication(upstream);
  const { client_id } = config;
  const client = { client_id, client_secret: method === "client_secret_basic" ? secret : "" };
  const answer = await callTokenEndpoint(outgoingOf(service), token_url, client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    client_secret: method === "client_secret_post" ? secret : undefined,
  });
  if (textOf(answer, "error") !== undefined) throw upstreamError(400, answer);
  const access_token = textOf(answer, "access_token");
  const type = textOf(answer, "token_type")?.toLowerCase() ?? "bearer";
  if (!access_token || type !== "bearer") {
    throw upstreamFailure("the sign-in provider gave no access token");
  }
  return { access_token, id_token: textOf(answer, "id_token") };
}

const askUserinfo = async (
  service: Service,
  { userinfo_url }: Upstream,
  access_token: string,
): Promise<JsonObject | undefined> =>
  userinfo_url ? callUserinfo(outgoingOf(service), userinfo_url, access_token) : undefined;

/** A text, or the number that some providers count their users with. */
function subjectIn(claims: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  }
  return "";
}

/** An OpenID provider: the ID token is verified, and userinfo speaks of the same person. */
async function provenByIdToken(
  service: Service,
  upstream: Upstream,
  { issuer, cert_url }: NonNullable<Upstream["openid"]>,
  tokens: Tokens,
  nonce: string,
): Promise<Proven> {
  const { client_id } = upstream.config;
  const { access_token, id_token } = tokens;
  const { keys } = upstreamParts(service);
  const idToken = id_token ? await verifyIdToken(keys, cert_url, id_token) : undefined;
  const expected = { nonce, idToken: true } as const;
  const subject = await idTokenSubject(
    idToken,
    { access_token, id_token },
    { client_id, issuer },
    expected,
  );
  if (!idToken || subject === undefined)
    throw upstreamFailure("the sign-in provider proves nothing");
  const userinfo = await askUserinfo(service, upstream, access_token);
  // OpenID Connect Core §5.3.2.
  if (userinfo && userinfo.sub !== subject) {
    throw new AuthError("invalid_token", "userinfo: sub not match");
  }
  return { issuer, subject, claims: personClaims(userinfo ?? {}, idToken), idToken };
}

/** An entry of a list of addresses like that of GitHub's API. */
interface Listed {
  readonly email?: unknown;
  readonly primary?: unknown;
  readonly verified?: unknown;
}

const isListed = (entry: unknown): entry is Listed => typeof entry === "object" && entry !== null;

/** The verified primary address; undefined when the list has none, or is no list. */
function verifiedAddress(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const entry = list
    .filter(isListed)
    .find(({ primary, verified }) => primary === true && verified === true);
  return typeof entry?.email === "string" && entry.email !== "" ? entry.email : undefined;
}

/** Plain OAuth 2.0: the API that the record names says whose the access token is. */
async function provenByUserinfo(
  service: Service,
  upstream: Upstream,
  { access_token }: Tokens,
): Promise<Proven> {
  const { userinfo_url = "", emails_url } = upstream;
  const userinfo = (await askUserinfo(service, upstream, access_token)) ?? {};
  const subject = subjectIn(userinfo, "sub", "id");
  if (subject === "") throw upstreamFailure("the sign-in provider names no subject");
  const address = emails_url
    ? verifiedAddress(await askWithToken(outgoingOf(service), emails_url, access_token))
    : undefined;
  const login = textOf(userinfo, "login");
  const claims: JsonObject = {
    ...(login !== undefined && { preferred_username: login }),
    ...userinfo,
    // What is shown in public is no proof, where there is a list.
    ...(emails_url && { email: address, email_verified: address !== undefined }),
  };
  return { issuer: new URL(userinfo_url).origin, subject, claims, idToken: {} };
}

/**
 * Redeems the code. Throws `server_error` for a provider that refuses, fails or lies about the form of its
 * answers, `invalid_token` for tokens that prove nothing here, `unavailable` without its keys.
 */
export async function redeemCode(
  service: Service,
  upstream: Upstream,
  code: string,
  callback: string,
  { nonce, verifier }: BrowserProof,
): Promise<Proven> {
  const tokens = await requestTokens(service, upstream, code, callback, verifier);
  const { openid } = upstream;
  return openid
    ? provenByIdToken(service, upstream, openid, tokens, nonce)
    : provenByUserinfo(service, upstream, tokens);
}
