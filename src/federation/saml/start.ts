/** GET {prefix}/saml/{provider}/login: a sign-in begins (auth-wire 6.2; specification, rule 13; S-7). */
import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { readFederatedRequest } from "../../oauth2/federated-request.ts";
import { countPending, discountPending } from "../../oauth2/pending-requests.ts";
import { ensureSamlPair } from "../../records/saml-pair.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import { type PostedRequest, requestForm, requestUrl } from "./authn-request.ts";
import { rememberBrowser } from "./browser.ts";
import { requireMetadata } from "./metadata-source.ts";
import { requireProvider, type SamlProvider } from "./provider.ts";
import { serviceProviderFor } from "./service-provider.ts";

/** What a client asks for. */
export interface SamlLogin {
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly state?: string | undefined;
  readonly response_mode?: string | undefined;
  readonly scope?: string | undefined;
  readonly nonce?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly dpop_jkt?: string | undefined;
}

/** auth-wire 6.2. */
const RELAY_LIFETIME = durationOf(600_000);
/** The contract's own texts for this flow. */
const TEXTS = {
  noTarget: "redirect_uri is required",
  noChallenge: "public clients require PKCE (code_challenge)",
  badChallenge: "invalid pkce parameters",
} as const;

/** As the store has it: the contract names the client's `state` otherwise there, and knows no resources. */
async function readLogin(call: Call, login: SamlLogin) {
  const given = Object.entries(login).filter((entry): entry is [string, string] => !!entry[1]);
  const { request } = await readFederatedRequest(call, new URLSearchParams(given), TEXTS);
  const { state, resources: _none, ...wanted } = request;
  return { ...wanted, ...(state !== undefined && { org_state: state }) };
}

/** An ID that is new to the provider; an xs:ID does not begin with a digit. */
export const newRequestId = ({ service }: Call): string =>
  `_${encodeHex(service.runtime.random(20))}`;

/** Where the browser goes with a request: to a URL at the provider, or there with a form. */
export type SignOn = string | PostedRequest;

/** The way to the provider for a request with this ID. */
export async function requestFor(
  call: Call,
  provider: SamlProvider,
  requestId: string,
  relayState: string,
): Promise<SignOn> {
  const { config } = provider;
  const metadata = await requireMetadata(call, provider);
  const signs = config.sign_requests || metadata.wantsSignedRequests;
  const pair = signs ? await ensureSamlPair(call) : undefined;
  const request = {
    id: requestId,
    at: now(call),
    destination: metadata.signOn,
    self: serviceProviderFor(call, provider),
    nameIdFormat: config.name_id_format,
  };
  const send = metadata.binding === "post" ? requestForm : requestUrl;
  return send(request, relayState, pair?.private_key);
}

/** Where the browser goes, and the cookie that it is given. */
export async function startSamlLogin(
  call: Call,
  id: string,
  login: SamlLogin,
  request: Request,
): Promise<{ to: SignOn; cookie: string }> {
  const provider = requireProvider(call, id);
  const wanted = await readLogin(call, login);
  const { runtime, codes } = call.service;
  const relayState = encodeHex(runtime.random(32));
  const request_id = newRequestId(call);
  await countPending(call, relayState, wanted.client_id, "saml_relay");
  try {
    const to = await requestFor(call, provider, request_id, relayState);
    const { digest, cookie } = rememberBrowser(call, request);
    const relay: CodePayload<"saml_relay"> = {
      ...wanted,
      provider: id,
      request_id,
      browser: digest,
    };
    await codes.put("saml_relay", relayState, relay, RELAY_LIFETIME);
    return { to, cookie };
  } catch (error) {
    discountPending(call, relayState);
    throw error;
  }
}
