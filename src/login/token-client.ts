/** Token requests of a login, in process or over HTTP (login-session-wire 3.5, 3.6; L-O3). */

import { provenRequest } from "../relying-party/client-authentication.ts";
import { inProcessError, upstreamError, upstreamFailure } from "../relying-party/upstream-error.ts";
import type { JsonObject } from "../std/json-object.ts";
import { visitNetwork } from "./guess-limits.ts";
import { calledUrl, type ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

export type TokenForm = Readonly<Record<string, string | undefined>>;

async function askInProcess(
  visit: Visit,
  { auth, oauth2 }: ProviderFlow,
  form: TokenForm,
): Promise<JsonObject> {
  const { client_id, client_secret } = oauth2;
  try {
    const proof = { client_id, client_secret: client_secret || undefined };
    const { origin, request } = visit;
    const parameters = { ...form, ...proof };
    const answer = await auth?.token(parameters, origin, visitNetwork(visit), request.signal);
    return { ...answer };
  } catch (error) {
    throw inProcessError(error);
  }
}

/** The JSON of an answer; undefined when it is none. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** One request to a provider, bounded in time and size by the runtime; never with our own headers (H-8). */
export async function askUpstream(visit: Visit, request: Request): Promise<Response> {
  const { options, instances } = visit.login;
  const insecure = options.request.insecure_skip_verify;
  try {
    return await instances.runtime.http(request, { insecure });
  } catch (cause) {
    throw upstreamFailure("the sign-in provider is not reachable", cause);
  }
}

async function askRemote(visit: Visit, flow: ProviderFlow, form: TokenForm): Promise<JsonObject> {
  const url = calledUrl(visit, "token_url", flow.oauth2.token_url);
  const response = await askUpstream(visit, provenRequest(url, flow.oauth2, form));
  const body = await jsonOf(response);
  if (response.status !== 200) throw upstreamError(response.status, body);
  if (typeof body !== "object" || body === null) {
    throw upstreamFailure("the sign-in provider did not answer with tokens");
  }
  return { ...body };
}

/** The answer of the token endpoint; throws errors that the caller may see. */
export const requestTokens = (
  visit: Visit,
  flow: ProviderFlow,
  form: TokenForm,
): Promise<JsonObject> =>
  flow.auth ? askInProcess(visit, flow, form) : askRemote(visit, flow, form);
