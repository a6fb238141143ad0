/** An OpenID provider without sockets: keys, a clock, and an `http` function that answers what a test says. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { HttpOptions, Logger } from "../../../src/runtime.ts";
import type { ProviderOAuth2 } from "../../../src/settings/records/session-provider.ts";

export const ISSUER = "https://op.example.com";
export const TOKEN_URL = `${ISSUER}/token`;
export const KEYS_URL = `${ISSUER}/keys`;
/** Seconds since the epoch. */
export const NOW = 1_900_000_000;

/** The client's record. */
export const CLIENT: ProviderOAuth2 = {
  client_id: "app",
  client_secret: "s-1",
  issuer: ISSUER,
  token_url: TOKEN_URL,
  cert_url: KEYS_URL,
};

/** JSON unless the body is a text. An `Error` is thrown instead of an answer. */
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly form: Record<string, string>;
  readonly options: HttpOptions | undefined;
}

export interface Key {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

export async function makeKey(kid: string, alg = "RS256"): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** A token of this key, issued now, good for ten minutes; a claim that is undefined is left out. */
export const sign = (key: Key, claims: object = {}, header: object = {}): Promise<string> =>
  new SignJWT({ iss: ISSUER, sub: "u-1", iat: NOW, exp: NOW + 600, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey);

/** A JWT with the shape alone, for what reads tokens without verifying them. */
export function unsigned(claims: object, header: object = { alg: "RS256" }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.AAAA`;
}

export function fakeIssuer() {
  const sent: Sent[] = [];
  const warnings: string[] = [];
  const quiet = () => {};
  const log: Logger = {
    ...{ debug: quiet, info: quiet, error: quiet },
    warn: (message) => warnings.push(message),
  };
  let answer: Answer = { status: 404 };
  let now = NOW * 1000;
  return {
    sent,
    warnings,
    log,
    clock: { now: () => now },
    /** Moves the clock, in seconds. */
    advance(seconds: number) {
      now += seconds * 1000;
    },
    /** What every request is answered with, until told otherwise. */
    answers(next: Answer) {
      answer = next;
    },
    publish(...keys: readonly Key[]) {
      answer = { body: { keys: keys.map(({ jwk }) => jwk) } };
    },
    async http(request: Request, options?: HttpOptions): Promise<Response> {
      const { method, url, headers } = request;
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      sent.push({
        ...{ method, form, options },
        url: new URL(url),
        headers: Object.fromEntries(headers),
      });
      if (answer instanceof Error) throw answer;
      const { status = 200, body = {}, headers: more } = answer;
      return new Response(typeof body === "string" ? body : JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json", ...more },
      });
    },
  };
}

export type FakeIssuer = ReturnType<typeof fakeIssuer>;
