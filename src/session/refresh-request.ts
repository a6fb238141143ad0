/** One refresh at the provider, in process or over HTTP (login-session-wire 2.14; L-W22, L-W26). */
import { AuthError } from "../errors.ts";
import { basicAuthorization } from "../relying-party/basic-authorization.ts";
import { readTokenAnswer } from "../relying-party/token-answer.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { JsonObject } from "../std/json-object.ts";
import { authInstance, type Instances } from "./instances.ts";
import type { LoginTokens } from "./record.ts";

/** The provider refused this refresh token; no other failure ends a session. */
export class RefreshRefused extends Error {}

/** When a provider omits `refresh_token` or `id_token`, the former one stays (L-W26). */
function merge(before: LoginTokens, answer: JsonObject, now: number): LoginTokens {
  const { refresh_token, id_token, scope } = before;
  const kept = {
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    ...(scope !== undefined && { scope }),
  };
  return { ...kept, ...readTokenAnswer(answer, Math.floor(now / 1000)) };
}

async function remote(
  { runtime }: Instances,
  oauth2: NonNullable<SessionProvider["oauth2"]>,
  form: Readonly<Record<string, string>>,
  insecure: boolean,
): Promise<JsonObject> {
  if (!oauth2.token_url) throw new Error("the provider has no token_url");
  const request = new Request(oauth2.token_url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      authorization: basicAuthorization(oauth2.client_id, oauth2.client_secret),
    },
    body: new URLSearchParams(form).toString(),
  });
  const response = await runtime.http(request, { insecure });
  const body: unknown = await response.json().catch(() => undefined);
  const answer = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (response.ok) return answer;
  if (response.status < 500 && answer.error === "invalid_grant") throw new RefreshRefused();
  throw new Error(`the token endpoint answered ${response.status}`);
}

export interface RefreshParts {
  readonly instances: Instances;
  readonly insecure: boolean;
}

/** Throws `RefreshRefused` for a definite no; everything else that is thrown is an outage. */
export async function requestRefresh(
  { instances, insecure }: RefreshParts,
  provider: SessionProvider,
  tokens: LoginTokens,
  origin: string,
): Promise<LoginTokens> {
  const { refresh_token, scope } = tokens;
  const { oauth2, auth_middleware } = provider;
  if (refresh_token === undefined || !oauth2) throw new RefreshRefused();
  const form = {
    grant_type: "refresh_token",
    refresh_token,
    client_id: oauth2.client_id,
    ...(scope && { scope }),
  };
  const at = instances.runtime.clock.now();
  if (!auth_middleware) return merge(tokens, await remote(instances, oauth2, form, insecure), at);
  const { client_secret } = oauth2;
  try {
    const answer = await authInstance(instances, auth_middleware).token(
      { ...form, ...(client_secret && { client_secret }) },
      origin,
    );
    return merge(tokens, { ...answer }, at);
  } catch (error) {
    if (error instanceof AuthError && error.code === "invalid_grant") throw new RefreshRefused();
    throw error;
  }
}
