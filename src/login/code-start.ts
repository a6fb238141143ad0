/** Start of the code flow (login-session-wire 3.5; L-O3, L-W11). */
import { sha256Base64Url } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { sameSpelling } from "../std/canonical-origin.ts";
import { providerStartedBy } from "../std/provider-start.ts";
import { appendQuery } from "../std/url-query.ts";
import { randomText, rememberState } from "./code-state.ts";
import { readFlowId, removeCompletion } from "./flow-id.ts";
import { pathOf } from "./login-paths.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import { redirect } from "./redirect.ts";
import { effectiveRememberMe } from "./remember-me.ts";
import { askedParameters, askedQuery } from "./requested-levels.ts";
import { singleValue, type Visit } from "./visit.ts";

/** Scheme and host of our callback: fixed, or of the request with the configured scheme (L-D20). */
export function callbackOrigin({ login, origin }: Visit): string {
  const { base_url, schema } = login.options.redirect;
  if (base_url !== "") return sameSpelling(new URL(base_url).origin);
  return schema === "" ? origin : sameSpelling(origin.replace(/^https?:/, `${schema}:`));
}

const callbackUri = (visit: Visit, key: string): string =>
  `${callbackOrigin(visit)}${pathOf(visit.login.paths, "code")}/${encodeURIComponent(key)}`;

/** Whether the code flow of a provider leads anywhere (L-W37). */
export const hasCodeFlow = ({ auth, oauth2 }: ProviderFlow): boolean =>
  auth !== undefined || Boolean(oauth2.auth_url && oauth2.token_url);

/** Absolute, or a path of the origin that the browser is at: the provider is in this process then. */
function authorizationUrl({ auth, oauth2 }: ProviderFlow): string {
  const address = oauth2.auth_url ?? (auth && `${auth.prefix}/oauth2/authorize`);
  if (!address) throw new AuthError("unavailable", "auth_url of the provider is not set");
  return address;
}

/** Id of the upstream record that a session provider leads to; undefined for every other provider. */
export function upstreamId({ auth, oauth2 }: ProviderFlow): string | undefined {
  const started = auth && providerStartedBy(auth.prefix, oauth2.auth_url ?? "");
  return started?.source === "oauth" ? started.id : undefined;
}

export async function startCode(visit: Visit, flow: ProviderFlow): Promise<Response> {
  const { query, login } = visit;
  if (!hasCodeFlow(flow)) {
    throw new AuthError("not_found", "code flow is not configured for this provider");
  }
  const address = authorizationUrl(flow);
  const scope = flow.oauth2.scopes?.join(" ") ?? "";
  const state = randomText(visit, 16);
  const verifier = randomText(visit, 32);
  const nonce = flow.oauth2.scopes?.includes("openid") ? randomText(visit, 16) : undefined;
  const redirect_uri = callbackUri(visit, flow.key);
  const flowId = readFlowId(query.get("svc_flow"));
  const returnTo = singleValue(query, "redirect_path");
  const asked = upstreamId(flow) === undefined ? new URLSearchParams() : askedQuery(query);
  removeCompletion(visit, flowId);
  await rememberState(visit, {
    state,
    provider: flow.key,
    client_id: flow.oauth2.client_id,
    verifier,
    redirect_uri,
    remember_me: effectiveRememberMe(login.options, query.get("remember_me")),
    ...(nonce !== undefined && { nonce }),
    ...(flowId !== undefined && { flow: flowId }),
    ...(asked.size > 0 && { asked: asked.toString() }),
    ...(returnTo !== undefined && { return_to: visit.session.safeReturn(returnTo) }),
  });
  const parameters = new URLSearchParams({
    response_type: "code",
    state,
    redirect_uri,
    client_id: flow.oauth2.client_id,
    ...(scope !== "" && { scope }),
    code_challenge: sha256Base64Url(verifier),
    code_challenge_method: "S256",
    ...(nonce !== undefined && { nonce }),
    ...askedParameters(asked, login.instances.runtime.clock.now() / 1_000),
  });
  return redirect(visit, 307, appendQuery(address, parameters));
}
