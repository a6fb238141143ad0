/** The user's decision on a pending flow (specification, consent flow 3, 4; B-2, B-5, K-10). */
import type { Call } from "../call.ts";
import { issueCodeForFlow } from "../codes/authorization-code.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { type Authentication, authenticationOf } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { newFamilyId } from "../tokens/family-id.ts";
import {
  AuthorizationError,
  type ReturnAddress,
  responseUrl,
  returnAddress,
} from "./authorization-response.ts";
import { requireAuthorizeEnabled, requireClient } from "./authorize.ts";
import { enabledClient, type RegisteredClient } from "./clients/find.ts";
import { type VerifiedRedirect, verifyRedirect } from "./clients/redirect-uri.ts";
import { discountPending } from "./pending-requests.ts";

type Pending = CodePayload<"authorize">;

/** The deciding user as the front identified them: when and how, where it knows (T-5). */
export interface ConsentUser extends Authentication {
  readonly principal: PrincipalRecord;
}

/** What the page shows. */
export interface ConsentQuestion {
  readonly client: RegisteredClient;
  readonly redirect: VerifiedRedirect;
  readonly scope: readonly string[];
  readonly resources: readonly string[];
}

export interface ConsentAnswer {
  readonly approved: boolean;
  readonly rememberMe: boolean;
  /** The form came from a page of this flow that this user was shown (B-2). */
  readonly fromOwnPage: boolean;
}

const FLOW = /^[0-9a-f]{64}$/;

/** One answer for unknown, expired and decided flows and those of other users: the id alone gives nothing. */
const gone = () => new AuthError("not_found", "authorization request not found or expired");

/** The flow with this id, undecided and not expired. */
export async function requireFlow(call: Call, flow: string | undefined): Promise<Pending> {
  requireAuthorizeEnabled(call);
  if (flow === undefined || !FLOW.test(flow)) throw gone();
  const pending = await call.service.codes.get("authorize", flow);
  if (!pending) throw gone();
  return pending;
}

/** Name of the client of a pending flow, for the page where its user signs in; undefined when it is gone. */
export async function pendingClientName(call: Call, flow: string): Promise<string | undefined> {
  const pending = FLOW.test(flow) ? await call.service.codes.get("authorize", flow) : undefined;
  const client = pending && (await enabledClient(call, pending.client_id));
  return client && (client.name || client.id);
}

/** Only people consent; a service account cannot (auth-wire 5.9). */
function requireUser({ principal }: ConsentUser): PrincipalRecord {
  if (principal.service_account) throw new AuthError("unauthenticated", "user not found");
  return principal;
}

const belongsToOther = (pending: Pending, user: PrincipalRecord) =>
  pending.user_id !== undefined && pending.user_id !== user.id;

interface Resumed {
  readonly client: RegisteredClient;
  readonly address: ReturnAddress;
}

/** Client and target may have changed since the flow began (K-10): both are looked up again. */
async function resume(call: Call, pending: Pending): Promise<Resumed> {
  const client = await requireClient(call, pending.client_id);
  const redirect = verifyRedirect(call, client, pending.redirect_uri, "authorize");
  return { client, address: returnAddress(call, redirect, pending.state) };
}

/**
 * Exchanges the flow for a code; answers where the browser goes with it. Of parallel decisions one counts
 * (B-5).
 */
async function complete(
  call: Call,
  flow: string,
  pending: Pending,
  { client, address }: Resumed,
  { principal, ...authentication }: ConsentUser,
  rememberMe: boolean,
): Promise<string> {
  const { redirect_uri, scope, resources } = pending;
  const { nonce, code_challenge, code_challenge_method } = pending;
  const { codes, runtime } = call.service;
  const issued = await issueCodeForFlow(codes, runtime.random, flow, {
    alias: principal.alias[0] ?? "",
    user_id: principal.id,
    client_id: client.id,
    redirect_uri,
    scope,
    resources,
    remember_me: rememberMe,
    sid: newFamilyId(call),
    ...(nonce !== undefined && { nonce }),
    ...(code_challenge !== undefined && { code_challenge }),
    ...(code_challenge_method !== undefined && { code_challenge_method }),
    ...authenticationOf(authentication),
  });
  discountPending(call, flow);
  if (!issued || belongsToOther(issued.flow, principal)) throw gone();
  return responseUrl(address, { code: issued.code });
}

/**
 * Opens a flow for a user: the question to ask, or for a `skip_consent` client the URL to go to. The
 * first user who opens it owns it (B-5), however often.
 * @param givenUp the owner, where they left it to another account of the same browser
 */
export async function openConsent(
  call: Call,
  flow: string,
  user: ConsentUser,
  givenUp?: string,
): Promise<ConsentQuestion | string> {
  requireAuthorizeEnabled(call);
  if (!FLOW.test(flow)) throw gone();
  const principal = requireUser(user);
  const pending = await call.service.codes.claim(flow, principal.id, givenUp);
  if (pending?.user_id !== principal.id) throw gone();
  const resumed = await resume(call, pending);
  const { client, address } = resumed;
  if (client.skipConsent) return complete(call, flow, pending, resumed, user, false);
  const { scope, resources } = pending;
  return { client, redirect: address.redirect, scope, resources };
}

/** The submitted form: answers the URL with the code, throws `access_denied` for the client. */
export async function decideConsent(
  call: Call,
  flow: string,
  pending: Pending,
  user: ConsentUser,
  answer: ConsentAnswer,
): Promise<string> {
  const principal = requireUser(user);
  // Only the user who opened the page may decide.
  if (pending.user_id !== principal.id) throw gone();
  if (!answer.fromOwnPage) {
    throw new AuthError(
      "invalid_request",
      "the page is out of date: go back, reload it and decide again",
    );
  }
  const resumed = await resume(call, pending);
  if (!answer.approved) {
    const taken = await call.service.codes.take("authorize", flow);
    discountPending(call, flow);
    if (!taken || belongsToOther(taken, principal)) throw gone();
    throw new AuthorizationError(resumed.address, "access_denied", "the user denied the request");
  }
  const offered = !call.snapshot.settings.authorize.disable_remember_me;
  return complete(call, flow, pending, resumed, user, offered && answer.rememberMe);
}
