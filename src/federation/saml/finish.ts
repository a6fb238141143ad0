/** POST {prefix}/saml/{provider}/acs: a response becomes a code of ours (auth-wire 6.2; S-6 to S-8). */
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { mappedRoles } from "../../iam/claim-mapping/mapped-roles.ts";
import { signInVouched } from "../../iam/claim-mapping/sign-in.ts";
import {
  answerFederated,
  type FederatedAnswer,
  type FederatedRequest,
  resumeFederated,
} from "../../oauth2/federated-request.ts";
import { discountPending } from "../../oauth2/pending-requests.ts";
import { vouchedMethods } from "../../oauth2/vouched-consent.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import { isSameBrowser } from "./browser.ts";
import { profileClaims } from "./profile-claims.ts";
import { requireProvider, type SamlProvider } from "./provider.ts";
import { roleValues } from "./roles.ts";
import { providerPath } from "./service-provider.ts";
import { samlSubject } from "./subject.ts";
import { verifyResponse } from "./verify-response.ts";

type Relay = CodePayload<"saml_relay">;
type Answer = CodePayload<"saml_answer">;

/** Until the browser has come back by itself. */
const ANSWER_LIFETIME = durationOf(60_000);
const MAX_STATE_LENGTH = 128;

const invalidRequest = (message: string, reason?: string) =>
  new AuthError("invalid_request", message, reason === undefined ? {} : { facts: { reason } });

/** Single use (P-4): whatever becomes of the response, there is no second one for this request. */
async function takeRelay(call: Call, id: string, relayState: string | undefined): Promise<Relay> {
  if (!relayState) throw invalidRequest("RelayState not found");
  const { codes } = call.service;
  const relay =
    relayState.length > MAX_STATE_LENGTH ? undefined : await codes.take("saml_relay", relayState);
  if (!relay) throw invalidRequest("relay state not found or expired");
  discountPending(call, relayState);
  if (relay.provider !== id) throw invalidRequest("relay state provider mismatch");
  return relay;
}

/** What the client asked for. */
function requestOf({ org_state, ...relay }: Relay): FederatedRequest {
  return { ...relay, resources: [], ...(org_state !== undefined && { state: org_state }) };
}

/** The client and its target as they are now (K-10). */
const targetOf = (call: Call, relay: Relay) =>
  resumeFederated(call, requestOf(relay), "relay state client binding invalid");

/** The user of the person, made or changed as the record says. */
async function userOf(call: Call, { id, config }: SamlProvider, answer: Answer) {
  const { claim_mapping: mapping } = config;
  const { person, alias, issuer } = answer;
  const values = mapping.roles_claim === "" ? undefined : roleValues(person, mapping);
  const roles = values && mappedRoles(call.snapshot, mapping, values);
  const vouched = {
    provider: `saml:${id}`,
    issuer,
    ...samlSubject(person, alias, answer.person_id),
    alias,
    claims: profileClaims(person),
  };
  return signInVouched(call, vouched, mapping, roles);
}

/** To the client with a code, or to the page that asks its user. */
async function codeFor(
  call: Call,
  provider: SamlProvider,
  answer: Answer,
): Promise<FederatedAnswer> {
  const { relay, authenticated_at } = answer;
  const target = await targetOf(call, relay);
  const user = await userOf(call, provider, answer);
  return answerFederated(call, target, requestOf(relay), {
    user,
    provider: `saml:${provider.id}`,
    authentication: {
      auth_time: Math.floor(authenticated_at / 1_000),
      amr: vouchedMethods([], provider.config.second_factor),
    },
  });
}

/** What the provider's page posts (saml-bindings 3.5.4). */
export interface PostedResponse {
  readonly SAMLResponse?: string | undefined;
  readonly RelayState?: string | undefined;
}

/**
 * Where the browser goes next: to the client with a code, or to our own address once more. A browser posts
 * from another site without its cookies (RFC 6265bis §5.5), so it cannot show at once that it is the one.
 */
export async function acceptSamlResponse(
  call: Call,
  id: string,
  { SAMLResponse: message, RelayState }: PostedResponse,
  request: Request,
): Promise<FederatedAnswer> {
  const provider = requireProvider(call, id);
  const relay = await takeRelay(call, id, RelayState);
  await targetOf(call, relay);
  const browser = isSameBrowser(request, relay.browser);
  if (browser === "no")
    throw invalidRequest("relay state not found or expired", "another browser began it");
  const { found, issuer } = await verifyResponse(call, provider, message ?? "", relay.request_id);
  const { person, alias, personId, authenticatedAt } = found;
  const answer: Answer = {
    relay,
    issuer,
    alias,
    ...(personId !== undefined && {
      person_id: { attribute: provider.config.id_attribute, value: personId },
    }),
    authenticated_at: authenticatedAt,
    person: {
      nameId: person.nameId,
      format: person.format,
      attributes: person.attributes.map((each) => ({ ...each, values: [...each.values] })),
    },
  };
  if (browser === "yes") return codeFor(call, provider, answer);
  const { codes, runtime } = call.service;
  const ticket = encodeHex(runtime.random(32));
  await codes.put("saml_answer", ticket, answer, ANSWER_LIFETIME);
  return { location: `${providerPath(call, id)}/acs?answer=${ticket}` };
}

/** GET {prefix}/saml/{provider}/acs: the browser shows that it began the sign-in (S-7). */
export async function finishSamlLogin(
  call: Call,
  id: string,
  ticket: string | undefined,
  request: Request,
): Promise<FederatedAnswer> {
  const provider = requireProvider(call, id);
  const known = ticket !== undefined && ticket !== "" && ticket.length <= MAX_STATE_LENGTH;
  const answer = known ? await call.service.codes.take("saml_answer", ticket) : undefined;
  const same = answer && isSameBrowser(request, answer.relay.browser) === "yes";
  if (!answer || answer.relay.provider !== id || !same) {
    throw invalidRequest(
      "relay state not found or expired",
      answer ? "another browser began it" : "no answer",
    );
  }
  return codeFor(call, provider, answer);
}
