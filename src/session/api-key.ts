/** API keys as credentials (login-session-wire 2.13; F-7, L-W5): validated at every request. */

import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { sourceNetwork } from "../web/origin.ts";
import type { RequestHead } from "../web/request-head.ts";
import type { SessionCore } from "./core.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { SessionRequest } from "./session.ts";
import { byPreference } from "./verify-token.ts";

const DEFAULT_HEADER = "x-api-key";
const TIMEOUT_MS = 5_000;

export interface FoundKey {
  readonly provider: string;
  readonly record: SessionProvider;
  readonly header: string;
  readonly key: string;
}

/** The key of a request: the first provider that takes keys and whose header is there. */
export function findApiKey(
  { headers }: RequestHead,
  providers: Providers,
  setProvider: string,
): FoundKey | undefined {
  for (const [key, provider] of byPreference(providers)) {
    if (!provider.api_key || (setProvider !== "" && key !== setProvider)) continue;
    const header = (provider.api_key_header ?? DEFAULT_HEADER).toLowerCase();
    const value = headers.get(header)?.trim();
    if (value) return { provider: key, record: provider, header, key: value };
  }
  return undefined;
}

const unauthenticated = () => new AuthError("unauthenticated", "api key not valid");

async function remoteClaims(
  { runtime }: Instances,
  url: string,
  key: string,
  insecure: boolean,
): Promise<unknown> {
  const headers = { "x-api-key": key, accept: "application/json" };
  let response: Response;
  try {
    const request = new Request(url, { method: "POST", headers });
    response = await runtime.http(request, { timeout: TIMEOUT_MS, insecure });
  } catch (cause) {
    const text = "API keys cannot be validated now";
    throw new AuthError("unavailable", text, { cause, retryAfter: 2 });
  }
  if (response.status === 429) {
    const wait = Number(response.headers.get("retry-after"));
    throw new AuthError("too_many_requests", "too many attempts, try again later", {
      retryAfter: Number.isSafeInteger(wait) && wait > 0 ? wait : 60,
    });
  }
  if (response.status >= 500) {
    throw new AuthError("unavailable", "API keys cannot be validated now", { retryAfter: 2 });
  }
  if (!response.ok) throw unauthenticated();
  return response.json().catch(() => undefined);
}

/** Claims that every API key has, so that nothing else is taken for one. */
function checkClaims(claims: unknown): Readonly<Record<string, unknown>> {
  if (typeof claims !== "object" || claims === null) throw unauthenticated();
  const { principal_type, api_key_id, sub } = claims as Record<string, unknown>;
  const named = typeof api_key_id === "string" && api_key_id !== "";
  if (principal_type !== "api_key" || !named || sub !== `api-key:${api_key_id}`)
    throw unauthenticated();
  return claims as Record<string, unknown>;
}

/**
 * The claims of a key. Throws `unauthenticated` for an invalid one, `too_many_requests` after too many,
 * `unavailable` when it cannot be checked.
 */
export async function acceptKey(
  { instances, options }: SessionCore,
  { request, connection }: SessionRequest,
  sent: FoundKey,
): Promise<Readonly<Record<string, unknown>>> {
  // Two header lines arrive joined; two keys are no key (F-7).
  if (/[,\s]/.test(sent.key) || sent.key.length > 512) throw unauthenticated();
  const { auth_middleware, oauth2 } = sent.record;
  if (auth_middleware) {
    const network = sourceNetwork(request, connection, options.trusted_proxies);
    const auth = authInstance(instances, auth_middleware);
    const claims = await auth.apiKey(sent.key, network, request.signal);
    return checkClaims(claims);
  }
  if (!oauth2?.api_key_url) throw unauthenticated();
  const insecure = options.action.token.insecure_skip_verify;
  const claims = await remoteClaims(instances, oauth2.api_key_url, sent.key, insecure);
  return checkClaims(claims);
}
