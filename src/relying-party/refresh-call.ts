/** A refresh at the token endpoint (RFC 6749 §6; login-session-wire 1.8, 2.14; L-W22, L-W26). */
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import type { JsonObject } from "../std/json-object.ts";
import { basicAuthorization } from "./basic-authorization.ts";
import { callProvider, jsonOf, type Outgoing } from "./provider-call.ts";
import { readTokenAnswer, type TokenSet } from "./token-answer.ts";

/** The provider refused this refresh token; every other failure is an outage. */
export class RefreshRefused extends Error {}

export interface RefreshForm {
  readonly grant_type: "refresh_token";
  readonly refresh_token: string;
  readonly client_id: string;
  readonly scope?: string;
}

/** Undefined when there is nothing to refresh with. */
export const refreshForm = (
  { client_id }: ProviderOAuth2,
  { refresh_token, scope }: TokenSet,
): RefreshForm | undefined =>
  refresh_token === undefined
    ? undefined
    : { grant_type: "refresh_token", refresh_token, client_id, ...(scope && { scope }) };

/**
 * The client always proves itself by Basic, also without a secret: that is the contract. Throws
 * `RefreshRefused` for a definite no; everything else that is thrown is an outage.
 */
export async function callRefresh(
  outgoing: Outgoing,
  { token_url, client_id, client_secret }: ProviderOAuth2,
  form: RefreshForm,
): Promise<JsonObject> {
  if (!token_url) throw new Error("the provider has no token_url");
  const request = new Request(token_url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      authorization: basicAuthorization(client_id, client_secret),
    },
    body: new URLSearchParams({ ...form }).toString(),
  });
  const response = await callProvider(outgoing, request);
  const body = await jsonOf(response);
  const answer: JsonObject = typeof body === "object" && body !== null ? { ...body } : {};
  if (response.ok) return answer;
  if (response.status < 500 && answer.error === "invalid_grant") throw new RefreshRefused();
  throw new Error(`the token endpoint answered ${response.status}`);
}

/**
 * The tokens after a refresh: of `refresh_token`, `id_token` and `scope` the former one stays where the
 * answer has none (L-W26).
 * @param now seconds since the epoch
 * @param provable as for `readTokenAnswer`
 */
export function renewedTokens(
  before: TokenSet,
  answer: JsonObject,
  now: number,
  provable = false,
): TokenSet {
  const { refresh_token, id_token, scope } = before;
  const kept = {
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    ...(scope !== undefined && { scope }),
  };
  return { ...kept, ...readTokenAnswer(answer, now, provable) };
}
