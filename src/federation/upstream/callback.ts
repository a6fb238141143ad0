/** The browser comes back from an upstream provider (auth-wire 5.10; RFC 6749 §4.1.2; RFC 9207; U-1 to U-4). */

import { type Call, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { linkIdentity } from "../../iam/claim-mapping/identities.ts";
import { signInVouched } from "../../iam/claim-mapping/sign-in.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { claimedAuthentication } from "../../identity.ts";
import { message } from "../../messages/message.ts";
import {
  AuthorizationError,
  asAuthorizationError,
  type ReturnAddress,
} from "../../oauth2/authorization-response.ts";
import {
  answerFederated,
  type FederatedAnswer,
  type FederatedRequest,
  resumeFederated,
} from "../../oauth2/federated-request.ts";
import { single } from "../../oauth2/parameters.ts";
import { discountPending } from "../../oauth2/pending-requests.ts";
import { vouchedMethods } from "../../oauth2/vouched-consent.ts";
import { displayText } from "../../std/display-text.ts";
import { mutate } from "../../store/mutate.ts";
import { levelHere } from "./asked.ts";
import { type BrowserProof, boundBrowser, forgetBrowser } from "./browser.ts";
import { openUpstream, requireProvider, type Upstream } from "./provider.ts";
import { type Proven, redeemCode } from "./redeem.ts";
import { nameInQuery } from "./told-name.ts";
import { vouchedPerson, vouchedRoles } from "./vouched-person.ts";

/** Where the browser goes, and the cookies that end. */
export interface UpstreamEnd {
  readonly location: FederatedAnswer["location"];
  readonly cookies: readonly string[];
}

type State = CodePayload<"oauth_state">;

interface Returned {
  readonly state: State;
  readonly proof: BrowserProof;
}

const STATE = /^[0-9a-f]{64}$/;
const MAX_CODE_LENGTH = 4_096;

const invalidRequest = (text: string, provider: string) =>
  new AuthError("invalid_request", text, { facts: { provider } });

/** The state, used up: of this provider, in the browser that began it, for the first time on any instance. */
async function takeState(
  call: Call,
  provider: string,
  request: Request,
  id: string,
): Promise<Returned> {
  const { codes } = call.service;
  const found = STATE.test(id) ? await codes.get("oauth_state", id) : undefined;
  if (!found) throw invalidRequest("state not found", provider);
  // Checked before it is taken: another browser or provider cannot use up what is not its own (K-6).
  if (found.provider !== provider) throw invalidRequest("state not match", provider);
  const proof = boundBrowser(call, request, id, found.browser_binding_hash);
  if (!proof) throw invalidRequest("state browser binding invalid", provider);
  const state = await codes.take("oauth_state", id);
  discountPending(call, id);
  if (!state) throw invalidRequest("state not found", provider);
  return { state, proof };
}

/** RFC 9207 §2.4: an answer of another server is refused before its code goes anywhere. */
function requireIssuer({ id, openid, namesItself }: Upstream, iss: string | undefined): void {
  const wrong = iss === undefined ? namesItself : openid !== undefined && iss !== openid.issuer;
  if (wrong) throw invalidRequest("the answer is of another issuer", id);
}

/** What a provider says of a demand that was passed on (OpenID Connect Core §3.1.2.6), as it is told here. */
const UNMET: ReadonlyMap<string, AuthError["code"]> = new Map([
  ["login_required", "login_required"],
  ["account_selection_required", "login_required"],
  ["interaction_required", "interaction_required"],
  ["consent_required", "interaction_required"],
  ["unmet_authentication_requirements", "unmet_authentication_requirements"],
] as const);

/** Without a demand of the client such an answer is a failure of the provider. */
const isDemanding = ({ request }: State): boolean =>
  (request?.prompt ?? request?.auth_after ?? request?.required_acr ?? request?.acr_values) !==
  undefined;

/** An error that the provider tells, in its own code where a client knows it (C19). */
function upstreamRefusal(
  parameters: URLSearchParams,
  provider: string,
  state: State,
): AuthError | undefined {
  const error = single(parameters, "error");
  if (error === undefined) return undefined;
  const description = single(parameters, "error_description") ?? "";
  const said = displayText(description || error, 300);
  const facts = { provider, error: error.slice(0, 100) };
  if (error === "access_denied") return new AuthError("access_denied", said, { facts });
  const unmet = isDemanding(state) ? UNMET.get(error) : undefined;
  if (unmet) return new AuthError(unmet, said, { facts });
  return new AuthError("server_error", `the sign-in provider refused: ${said}`, { facts });
}

async function prove(
  call: Call,
  upstream: Upstream,
  parameters: URLSearchParams,
  { state, proof }: Returned,
): Promise<Proven> {
  if (upstream.auth_url !== state.auth_url) {
    throw invalidRequest("the sign-in provider has changed, start again", upstream.id);
  }
  requireIssuer(upstream, single(parameters, "iss"));
  const refusal = upstreamRefusal(parameters, upstream.id, state);
  if (refusal) throw refusal;
  const code = single(parameters, "code");
  if (code === undefined || code.length > MAX_CODE_LENGTH) {
    throw invalidRequest("code or state not found", upstream.id);
  }
  try {
    return await redeemCode(call.service, upstream, code, state.callback, proof);
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "invalid_token") throw cause;
    throw new AuthError("server_error", "the sign-in provider's tokens are not accepted", {
      cause,
      facts: { provider: upstream.id, reason: cause.message },
    });
  }
}

/** A failure as the client gets it: its code where it has one, and words that tell no secret. */
function toldClient(error: unknown, address: ReturnAddress): AuthError {
  if (error instanceof AuthError && ["server_error", "unavailable"].includes(error.code)) {
    const { message, facts, cause } = error;
    const options = { cause: cause ?? error, ...(facts && { facts }) };
    return new AuthorizationError(address, "server_error", message, options);
  }
  return asAuthorizationError(error, address);
}

async function finishSignIn(
  call: Call,
  provider: string,
  parameters: URLSearchParams,
  returned: Returned,
  request: FederatedRequest,
): Promise<FederatedAnswer> {
  const target = await resumeFederated(call, request, "state client binding invalid");
  try {
    const upstream = await openUpstream(call, provider);
    const proven = await prove(call, upstream, parameters, returned);
    const vouched = vouchedPerson(upstream, proven, nameInQuery(parameters));
    const roles = vouchedRoles(call.snapshot, upstream, proven);
    const { claim_mapping, second_factor } = upstream.config;
    const user = await signInVouched(call, vouched, claim_mapping, roles);
    const { auth_time, amr } = claimedAuthentication(proven.idToken);
    const acr = levelHere(upstream, proven.idToken);
    return await answerFederated(call, target, request, {
      user,
      provider: vouched.provider,
      authentication: {
        auth_time: auth_time && Math.min(auth_time, Math.floor(now(call) / 1_000)),
        amr: vouchedMethods(amr, second_factor),
        ...(acr !== undefined && { acr }),
      },
    });
  } catch (error) {
    throw toldClient(error, target.address);
  }
}

async function finishLinking(
  call: Call,
  provider: string,
  parameters: URLSearchParams,
  returned: Returned,
  account: string,
): Promise<FederatedAnswer> {
  const upstream = await openUpstream(call, provider);
  const proven = await prove(call, upstream, parameters, returned);
  const vouched = vouchedPerson(upstream, proven, {});
  const user = await provenPrincipal(call.service, account);
  if (!user || user.disabled || user.service_account) {
    throw new AuthError("access_denied", message("refusal.account_unavailable"));
  }
  const { claims } = vouched;
  const label = [vouched.alias, claims.email, claims.preferred_username, claims.name].find(
    (name) => typeof name === "string" && name !== "",
  );
  const actor = user.alias[0] ?? account;
  const change = { topic: "users", action: "link", entity: account, actor } as const;
  await mutate(call.store, change, (open) =>
    linkIdentity(open, vouched, account, String(label ?? vouched.subject)),
  );
  return { location: `${call.service.options.prefix_path}/ui/` };
}

/**
 * Takes the answer of a provider. Throws a plain `AuthError` while the state is not proven, an
 * `AuthorizationError` that the client gets afterwards.
 */
export async function finishUpstream(
  call: Call,
  provider: string,
  request: Request,
): Promise<UpstreamEnd> {
  requireProvider(call, provider);
  const parameters = new URL(request.url).searchParams;
  const id = single(parameters, "state");
  const answered = single(parameters, "code") ?? single(parameters, "error");
  if (id === undefined || answered === undefined)
    throw invalidRequest("code or state not found", provider);
  const returned = await takeState(call, provider, request, id);
  const { request: asked, link_to } = returned.state;
  const finish = asked
    ? finishSignIn(call, provider, parameters, returned, asked)
    : finishLinking(call, provider, parameters, returned, link_to ?? "");
  const { location, cookie } = await finish;
  return { location, cookies: [forgetBrowser(call, id), ...(cookie ? [cookie] : [])] };
}
