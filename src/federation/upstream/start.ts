/** Sending a browser to an upstream provider (auth-wire 5.10; RFC 6749 §4.1.1; U-1). */
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { sha256Base64Url } from "../../crypto/digest.ts";
import { AuthorizationError } from "../../oauth2/authorization-response.ts";
import {
  type FederatedRequest,
  readDemandingRequest,
  resumeFederated,
} from "../../oauth2/federated-request.ts";
import { countPending, discountPending } from "../../oauth2/pending-requests.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import { appendQuery } from "../../std/url-query.ts";
import { askedOfProvider } from "./asked.ts";
import { bindBrowser, STATE_SECONDS } from "./browser.ts";
import { openUpstream, requireProvider, type Upstream } from "./provider.ts";

/** Where the browser goes, and the cookie that it takes along. */
export interface UpstreamStart {
  readonly location: string;
  readonly cookie: string;
}

const LIFETIME = durationOf(STATE_SECONDS * 1_000);

/** Address of the callback; providers register it at the effective origin. */
export const callbackOf = ({ service, origin }: Call, provider: string): string =>
  `${origin}${service.options.prefix_path}/oauth2/code/${encodeURIComponent(provider)}`;

type Purpose = Pick<CodePayload<"oauth_state">, "request" | "link_to">;

/**
 * @param who the state counts for, besides its network: a client, or an account
 * @param asked parameters for the provider besides
 */
async function begin(
  call: Call,
  upstream: Upstream,
  purpose: Purpose,
  who: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<UpstreamStart> {
  const { codes, runtime } = call.service;
  const state = encodeHex(runtime.random(32));
  await countPending(call, state, who, "oauth_state");
  const { cookie, binding, proof } = bindBrowser(call, state);
  const callback = callbackOf(call, upstream.id);
  const stored = {
    provider: upstream.id,
    auth_url: upstream.auth_url,
    callback,
    browser_binding_hash: binding,
    ...purpose,
  };
  try {
    await codes.put("oauth_state", state, stored, LIFETIME);
  } catch (error) {
    discountPending(call, state);
    throw error;
  }
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: upstream.config.client_id,
    redirect_uri: callback,
    state,
    ...(upstream.scopes.length > 0 && { scope: upstream.scopes.join(" ") }),
    ...(upstream.openid && { nonce: proof.nonce }),
    code_challenge: sha256Base64Url(proof.verifier),
    code_challenge_method: "S256",
    ...asked,
    ...upstream.parameters,
  });
  return { location: appendQuery(upstream.auth_url, parameters), cookie };
}

/**
 * A sign-in that a client asks for. Throws `AuthError` with the codes of auth-wire 5.10, `unavailable` while
 * the provider is not reachable, and `too_many_requests`.
 */
export async function startSignIn(
  call: Call,
  provider: string,
  parameters: URLSearchParams,
): Promise<UpstreamStart> {
  requireProvider(call, provider);
  const request: FederatedRequest = await readDemandingRequest(call, parameters);
  const upstream = await openUpstream(call, provider);
  const asked = askedOfProvider(upstream, parameters, request);
  if (request.prompt === "none" && asked.prompt !== "none") {
    // The provider would show a page to a person who is not to see one (OpenID Connect Core §3.1.2.1).
    const { address } = await resumeFederated(call, request, "redirect_uri not allowed");
    const text = "the sign-in provider cannot be asked without showing a page";
    throw new AuthorizationError(address, "interaction_required", text);
  }
  return begin(call, upstream, { request }, request.client_id, asked);
}

/** A sign-in whose identity is to be linked to an account: the one that is signed in here. */
export async function startLinking(
  call: Call,
  provider: string,
  account: string,
): Promise<UpstreamStart> {
  const upstream = await openUpstream(call, provider);
  return begin(call, upstream, { link_to: account }, `account ${account}`);
}
