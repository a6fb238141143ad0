/** A sign-in of the issuer at an upstream provider that a test scripts: the browser's and the provider's side. */
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { expect } from "vitest";
import type { Answer, TestAuth } from "./auth.ts";
import { CALLBACK, redeem } from "./authorize.ts";
import { type ScriptedUpstream, scriptedUpstream } from "./scripted-upstream.ts";
import { claimsOf, putClient, putSetting, WEB } from "./tokens.ts";

export const CLIENT = { client_id: "postern", client_secret: "between two services" } as const;

type Json = Readonly<Record<string, unknown>>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An OpenID provider whose answers a test decides. */
export interface Company extends ScriptedUpstream {
  /** By hand: every address in the record. */
  readonly record: Json;
  /** Claims of the next ID token besides `iss`, `aud`, `iat`, `exp` and `nonce`; undefined leaves one out. */
  claims: Json;
  /** Header of the next ID token, where it is another one. */
  header: Partial<JWTHeaderParameters>;
  /** What signs it. */
  key: KeyPair["privateKey"] | Uint8Array;
  /** Members of the token answer besides. */
  answer: Json;
  /** Claims of userinfo; undefined answers 404. */
  userinfo: Json | undefined;
  /** Nonce of the last start. */
  nonce: string;
}

export async function startCompany(): Promise<Company> {
  const upstream = await scriptedUpstream();
  const { privateKey, publicKey } = await generateKeyPair("RS256", { modulusLength: 2048 });
  const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "company" };
  const company: Company = Object.assign(upstream, {
    record: {
      ...CLIENT,
      issuer: upstream.url,
      auth_url: `${upstream.url}/authorize?tenant=a`,
      token_url: `${upstream.url}/token`,
      cert_url: `${upstream.url}/certs`,
      userinfo_url: `${upstream.url}/userinfo`,
    },
    claims: {},
    header: {},
    key: privateKey,
    answer: {},
    userinfo: undefined,
    nonce: "",
  });
  upstream.on("/certs", () => ({ body: { keys: [jwk] } }));
  upstream.on("/userinfo", () =>
    company.userinfo ? { body: company.userinfo } : { body: { sub: company.claims.sub } },
  );
  upstream.on("/token", async () => {
    const at = Math.floor(Date.now() / 1_000);
    const claims = {
      ...{
        iss: upstream.url,
        aud: CLIENT.client_id,
        iat: at,
        exp: at + 3_600,
        nonce: company.nonce,
      },
      ...company.claims,
    };
    const id_token = await new SignJWT(JSON.parse(JSON.stringify(claims)))
      .setProtectedHeader({ alg: "RS256", kid: "company", ...company.header })
      .sign(company.key);
    return {
      body: { access_token: "opaque", token_type: "Bearer", id_token, ...company.answer },
    };
  });
  return company;
}

export async function putProvider(service: TestAuth, id: string, config: Json, enabled = true) {
  const path = `/auth/v1/oauth/providers/${encodeURIComponent(id)}`;
  const { status, text } = await service.json("PUT", path, { enabled, config });
  expect(status, text).toBe(200);
}

/** The client of the sign-ins, and an upstream on this machine that may be reached. */
export async function allowUpstream(service: TestAuth): Promise<void> {
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
}

export interface Started extends Answer {
  readonly target: URL;
  readonly state: string;
  /** As the browser sends it back. */
  readonly cookie: string;
}

export async function start(
  service: TestAuth,
  provider: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: WEB.id,
    redirect_uri: CALLBACK,
    state: "s-1",
    ...fields,
  });
  const answer = await service.request("GET", `/auth/oauth2/auth/${provider}?${query}`);
  expect(answer.status, answer.text).toBe(307);
  const target = new URL(answer.headers.get("location") ?? "");
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { ...answer, target, state: target.searchParams.get("state") ?? "", cookie };
}

export const comeBack = (
  service: TestAuth,
  provider: string,
  fields: Readonly<Record<string, string>>,
  cookie?: string,
): Promise<Answer> =>
  service.request("GET", `/auth/oauth2/code/${provider}?${new URLSearchParams(fields)}`, {
    headers: { accept: "application/json", ...(cookie && { cookie }) },
  });

/** From the start to the answer that the client gets. */
export async function signInAt(
  service: TestAuth,
  company: Company,
  provider: string,
  fields: Readonly<Record<string, string>> = {},
  answer: Readonly<Record<string, string>> = { code: "code-of-the-provider" },
): Promise<Answer> {
  const { target, state, cookie } = await start(service, provider, fields);
  company.nonce = target.searchParams.get("nonce") ?? "";
  return comeBack(service, provider, { state, ...answer }, cookie);
}

/** Parameters that the client gets. */
export function clientAnswer({ status, headers, text }: Answer): Record<string, string> {
  expect(status, text).toBe(302);
  return Object.fromEntries(new URL(headers.get("location") ?? "").searchParams);
}

/** Tokens of a sign-in that succeeds. */
export async function tokensOf(
  service: TestAuth,
  answered: Answer,
  fields: Record<string, string> = {},
) {
  const { code = "" } = clientAnswer(answered);
  const { status, body, text } = await redeem(service, code, fields);
  expect(status, text).toBe(200);
  return {
    body,
    access: claimsOf(body.access_token),
    id: body.id_token && claimsOf(body.id_token),
  };
}
