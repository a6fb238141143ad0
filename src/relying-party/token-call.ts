/** The token endpoint (RFC 6749 §3.2, §5; login-session-wire 1.8, 3.14). */
import { message } from "../messages/message.ts";
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import type { JsonObject } from "../std/json-object.ts";
import { provenRequest } from "./client-authentication.ts";
import { callProvider, jsonOf, type Outgoing } from "./provider-call.ts";
import { upstreamError, upstreamFailure } from "./upstream-error.ts";

/** Parameters of a token request; those without a value are left out. */
export type TokenForm = Readonly<Record<string, string | undefined>>;

/**
 * What the token endpoint answered, for `readTokenAnswer`. Throws `server_error`: with the provider's
 * status and words for a refusal, with 500 for an answer that cannot be used.
 */
export async function callTokenEndpoint(
  outgoing: Outgoing,
  url: string,
  oauth2: ProviderOAuth2,
  form: TokenForm,
): Promise<JsonObject> {
  const response = await callProvider(outgoing, provenRequest(url, oauth2, form));
  const body = await jsonOf(response);
  if (response.status !== 200) throw upstreamError(response.status, body);
  if (typeof body !== "object" || body === null) {
    throw upstreamFailure(message("upstream.no_tokens"));
  }
  return { ...body };
}
