/** API keys as credentials (login-session-wire 2.13; F-7, L-W5): validated at every request. */
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import { authInstance, type Instances } from "./instances.ts";
import { byPreference } from "./verify-token.ts";

const DEFAULT_HEADER = "x-api-key";
const TIMEOUT = 5_000;

export interface FoundKey {
  readonly provider: string;
  readonly header: string;
  readonly key: string;
}

export interface AcceptedKey extends FoundKey {
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The key of a request: the first provider that takes keys and whose header is there. */
export function findApiKey(
  { headers }: Request,
  providers: Providers,
  setProvider: string,
): FoundKey | undefined {
  for (const [key, provider] of byPreference(providers)) {
    if (!provider.api_key || (setProvider !== "" && key !== setProvider)) continue;
    const header = (provider.api_key_header ?? DEFAULT_HEADER).toLowerCase();
    const value = headers.get(header)?.trim();
    if (value) return { provider: key, header, key: value };
  }
  return undefined;
}

const refused = () => new AuthError("unauthenticated", "api key not valid");

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
    response = await runtime.http(request, { timeout: TIMEOUT, insecure });
  } catch (cause) {
    const text = "API keys cannot be validated now";
    throw new AuthError("unavailable", text, { cause, retryAfter: 2 });
  }
  if (response.status >= 500) {
    throw new AuthError("unavailable", "API keys cannot be validated now", { retryAfter: 2 });
  }
  if (!response.ok) throw refused();
  return response.json().catch(() => undefined);
}

/** Claims that every API key has, so that nothing else is taken for one. */
function checkClaims(claims: unknown): Readonly<Record<string, unknown>> {
  if (typeof claims !== "object" || claims === null) throw refused();
  const { principal_type, api_key_id, sub } = claims as Record<string, unknown>;
  const named = typeof api_key_id === "string" && api_key_id !== "";
  if (principal_type !== "api_key" || !named || sub !== `api-key:${api_key_id}`) throw refused();
  return claims as Record<string, unknown>;
}

/** Throws `unauthenticated` for an invalid key, `unavailable` when it cannot be checked. */
export async function acceptKey(
  instances: Instances,
  provider: SessionProvider,
  found: FoundKey,
  insecure: boolean,
): Promise<AcceptedKey> {
  // Two header lines arrive joined; two keys are no key (F-7).
  if (/[,\s]/.test(found.key) || found.key.length > 512) throw refused();
  const { auth_middleware, oauth2 } = provider;
  if (auth_middleware) {
    const claims = await authInstance(instances, auth_middleware).apiKey(found.key);
    return { ...found, claims: checkClaims(claims) };
  }
  if (!oauth2?.api_key_url) throw refused();
  const claims = await remoteClaims(instances, oauth2.api_key_url, found.key, insecure);
  return { ...found, claims: checkClaims(claims) };
}
