/** Token requests of a login, in process or over HTTP (login-session-wire 3.5, 3.6; L-O3). */
import { callTokenEndpoint, type TokenForm } from "../relying-party/token-call.ts";
import { inProcessError } from "../relying-party/upstream-error.ts";
import type { JsonObject } from "../std/json-object.ts";
import { behindOf } from "./guess-limits.ts";
import { calledUrl, outgoingOf, type ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

async function askInProcess(
  visit: Visit,
  { auth, oauth2 }: ProviderFlow,
  form: TokenForm,
): Promise<JsonObject> {
  const { client_id, client_secret } = oauth2;
  try {
    const proof = { client_id, client_secret: client_secret || undefined };
    const behind = behindOf(visit);
    const { origin, network, signal, device } = behind;
    const parameters = { ...form, ...proof };
    const answer = await auth?.token(parameters, origin, network, signal, device, behind);
    return { ...answer };
  } catch (error) {
    throw inProcessError(error);
  }
}

/** The answer of the token endpoint; throws errors that the caller may see. */
export async function requestTokens(
  visit: Visit,
  flow: ProviderFlow,
  form: TokenForm,
): Promise<JsonObject> {
  if (flow.auth) return askInProcess(visit, flow, form);
  const url = calledUrl(visit, "token_url", flow.oauth2.token_url);
  return callTokenEndpoint(outgoingOf(visit), url, flow.oauth2, form);
}
