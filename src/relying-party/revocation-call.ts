/** Giving tokens up: RFC 7009, and OpenID Connect RP-Initiated Logout §2 (login-session-wire 3.13). */
import type { ProviderOAuth2 } from "../settings/records/session-provider.ts";
import { provenRequest } from "./client-authentication.ts";
import { callProvider, type Outgoing } from "./provider-call.ts";

/** RFC 7009 §2.1. */
export type TokenHint = "refresh_token" | "access_token";

/** Redirects count as done: a logout endpoint may lead to a page. */
async function requireDone(outgoing: Outgoing, request: Request): Promise<void> {
  const { status } = await callProvider(outgoing, request);
  if (status >= 400) throw new Error(`the provider answered ${status}`);
}

/** Throws when the provider refuses or cannot be reached. */
export const revokeToken = (
  outgoing: Outgoing,
  url: string,
  oauth2: ProviderOAuth2,
  token: string,
  hint: TokenHint,
): Promise<void> =>
  requireDone(outgoing, provenRequest(url, oauth2, { token, token_type_hint: hint }));

/** Where the session at the provider ends, for a browser or for `endSession`. */
export function endSessionUrl(address: string, client_id: string, idToken: string): URL {
  const url = new URL(address);
  url.searchParams.set("id_token_hint", idToken);
  url.searchParams.set("client_id", client_id);
  return url;
}

/** The same without a browser. Throws when the provider refuses or cannot be reached. */
export const endSession = (outgoing: Outgoing, url: URL): Promise<void> =>
  requireDone(outgoing, new Request(url));
