/** Asking a provider whose an access token is (OpenID Connect Core §5.3; RFC 7662). */
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import type { JsonObject } from "../std/json-object.ts";
import { provenRequest } from "./client-authentication.ts";
import { callProvider, jsonOf, type Outgoing } from "./provider-call.ts";
import { upstreamError, upstreamFailure } from "./upstream-error.ts";

/** The JSON behind an address that takes the access token. Throws `server_error`. */
export async function askWithToken(
  outgoing: Outgoing,
  url: string,
  access_token: string,
): Promise<unknown> {
  const request = new Request(url, {
    headers: {
      authorization: `Bearer ${access_token}`,
      accept: "application/json",
      // GitHub refuses requests that name no program.
      "user-agent": "postern",
    },
  });
  const response = await callProvider(outgoing, request);
  const body = await jsonOf(response);
  if (response.status !== 200) throw upstreamError(response.status, body);
  return body;
}

function claimsIn(body: unknown): JsonObject {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw upstreamFailure("the sign-in provider did not answer with claims");
  }
  return { ...body };
}

/** The claims of userinfo. Throws `server_error` for a refusal and for what is no object. */
export const callUserinfo = async (
  outgoing: Outgoing,
  url: string,
  access_token: string,
): Promise<JsonObject> => claimsIn(await askWithToken(outgoing, url, access_token));

/** The members of an introspection answer, `active` too. Throws `server_error` as above. */
export async function callIntrospection(
  outgoing: Outgoing,
  url: string,
  oauth2: ProviderOAuth2,
  token: string,
): Promise<JsonObject> {
  const request = provenRequest(url, oauth2, { token, token_type_hint: "access_token" });
  const response = await callProvider(outgoing, request);
  const body = await jsonOf(response);
  if (response.status !== 200) throw upstreamError(response.status, body);
  return claimsIn(body);
}
