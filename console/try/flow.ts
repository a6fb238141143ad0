/** A real authorization code flow with PKCE (RFC 6749 §4.1, RFC 7636), from the browser of the administrator. */
import { PREFIX } from "../api/base.ts";
import { failureOf } from "../api/failure.ts";
import { CALLBACK_PATH } from "./channel.ts";

export const CALLBACK = `${location.origin}${PREFIX}${CALLBACK_PATH}`;

export interface Wish {
  readonly clientId: string;
  readonly scope: string;
  /** RFC 8707; empty asks for none. */
  readonly resource: string;
  /** Whether to sign in anew. */
  readonly anew: boolean;
}

export interface Request {
  /** Where the browser goes. */
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const random = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Browsers have the digest at https and on this device alone. */
export const canTry = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function makeRequest({ clientId, scope, resource, anew }: Wish): Promise<Request> {
  const [state, nonce, verifier] = [random(), random(), random()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    ...(scope.trim() && { scope: scope.trim() }),
    state,
    nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: "S256",
    ...(resource.trim() && { resource: resource.trim() }),
    ...(anew && { prompt: "login" }),
  });
  const url = `${location.origin}${PREFIX}/oauth2/authorize?${parameters}`;
  return { url, state, nonce, verifier };
}

export type TokenAnswer = Readonly<Record<string, unknown>>;

/** Without cookies: what a client does elsewhere. */
async function post(path: string, parameters: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${PREFIX}${path}`, {
    method: "POST",
    credentials: "omit",
    cache: "no-store",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
    body: new URLSearchParams(parameters),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, body);
  return body;
}

const credentials = (clientId: string, secret: string) => ({
  client_id: clientId,
  ...(secret && { client_secret: secret }),
});

export async function redeem(
  clientId: string,
  secret: string,
  code: string,
  { verifier }: Request,
): Promise<TokenAnswer> {
  const body = await post("/oauth2/token", {
    grant_type: "authorization_code",
    ...credentials(clientId, secret),
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  return body as TokenAnswer;
}

/** Ends what the trial got (RFC 7009). */
export async function revoke(clientId: string, secret: string, answer: TokenAnswer): Promise<void> {
  for (const name of ["refresh_token", "access_token"]) {
    const token = answer[name];
    if (typeof token === "string") {
      await post("/oauth2/revoke", { ...credentials(clientId, secret), token });
    }
  }
}

/** Header and claims of a JWT; undefined for what is none. Nothing is verified: the service has just made it. */
export function readJwt(token: unknown): { header: unknown; claims: unknown } | undefined {
  if (typeof token !== "string") return undefined;
  const [header, claims, signature] = token.split(".").map((part) => {
    try {
      const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
      return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    } catch {
      return undefined;
    }
  });
  if (header === undefined || claims === undefined || signature === undefined) return undefined;
  try {
    return { header: JSON.parse(header), claims: JSON.parse(claims) };
  } catch {
    return undefined;
  }
}
