/** Answers of the session itself (login-session-wire 1.5, 2.11, 2.12, 2.15). */
import { AuthError, type ProofDemand } from "../errors.ts";
import { nonceHeader, PROOF_ALGORITHMS } from "../web/dpop-challenge.ts";
import type { ParsedSession } from "./options.ts";
import { challenge } from "./protected-resource.ts";
import { loginUrl } from "./return-path.ts";
import type { SessionRequest } from "./session.ts";

/** `{"error": text}`; what a session answers is about one caller and never cached. */
const sessionError = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify({ error }), {
    status,
    headers: {
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });

export interface Challenged {
  readonly metadataUrl?: string | undefined;
  readonly error?: string;
  readonly description?: string;
  /** The challenge is about a key (RFC 9449 §7.1). */
  readonly dpop?: ProofDemand | undefined;
}

/** 401 with a challenge, or 407 without one. */
export function unauthorized(
  options: ParsedSession,
  { metadataUrl, error, description, dpop }: Challenged,
): Response {
  if (options.action.token.legacy_proxy_auth) {
    return sessionError(407, "Proxy Authentication Required");
  }
  const header = challenge({
    ...(metadataUrl !== undefined && { metadataUrl }),
    ...(error !== undefined && { error }),
    ...(description !== undefined && { error_description: description }),
    ...(dpop && { scheme: "DPoP", algs: PROOF_ALGORITHMS }),
  });
  const headers = { "WWW-Authenticate": header, ...(dpop && nonceHeader(dpop)) };
  return sessionError(401, description ?? "Unauthorized", headers);
}

/**
 * To the login page with the way back: 307 for GET; 303 for everything else, so that no form is posted
 * there (B-6, L-W30).
 */
export function redirectToLogin(options: ParsedSession, { request }: SessionRequest): Response {
  const { pathname, search } = new URL(request.url);
  const isGet = request.method === "GET" || request.method === "HEAD";
  const location = loginUrl(options.action.token.login_path, isGet ? `${pathname}${search}` : "/");
  return new Response(null, {
    status: isGet ? 307 : 303,
    headers: { Location: location, "Cache-Control": "no-store" },
  });
}

/** 503 for everything that cannot be decided now, 429 after too many attempts; a session is never ended by an outage (L-W29). */
export function unavailable(error: unknown): Response {
  const refusal = error instanceof AuthError ? error : undefined;
  const status = refusal?.status ?? 503;
  const text = refusal?.message ?? "the session cannot be checked now";
  const retry = String(refusal?.retryAfter ?? 2);
  const waits = status === 503 || status === 429;
  return sessionError(status, text, waits ? { "Retry-After": retry } : {});
}
