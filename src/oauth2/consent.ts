/** The user's decision on a pending flow (specification, consent flow 3, 4; B-2, B-5, K-10). */
import { type Call, toldBy } from "../call.ts";
import { issueCodeForFlow } from "../codes/authorization-code.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { accountRefusal, mayUseClient, tellNotAllowed } from "../tokens/allowed-accounts.ts";
import { subjectFor } from "../tokens/subjects.ts";
import {
  AuthorizationError,
  asAuthorizationError,
  type ClientAnswer,
  clientAnswer,
  type ReturnAddress,
  returnAddress,
} from "./authorization-response.ts";
import { requireAuthorizeEnabled, requireClient } from "./authorize.ts";
import { claimsOf, scopesOfClaims } from "./claims-parameter.ts";
import { enabledClient, type RegisteredClient } from "./clients/find.ts";
import { type VerifiedRedirect, verifyRedirect } from "./clients/redirect-uri.ts";
import { codeSubject } from "./code-subject.ts";
import { type AnsweredConsent, answeredBefore, keepAnswer, keptAnswer } from "./consent-answer.ts";
import type { ConsentUser } from "./consent-user.ts";
import { type Access, lackingAccess } from "./consents/coverage.ts";
import { rememberConsent, rememberedConsent } from "./consents/remembered.ts";
import {
  answeredAuthentication,
  couldReachWish,
  DEMAND_TEXTS,
  demandsOf,
  type UnmetDemand,
  unmetDemand,
} from "./demands.ts";
import { discountPending } from "./pending-requests.ts";
import { isUnasked } from "./unasked.ts";

type Pending = CodePayload<"authorize">;

/** What the page shows. */
export interface ConsentQuestion {
  readonly client: RegisteredClient;
  readonly redirect: VerifiedRedirect;
  /** What is asked for now. */
  readonly scope: readonly string[];
  readonly resources: readonly string[];
  /** Scopes of the whole request, where some of it was allowed before. */
  readonly beside?: readonly string[];
}

export interface ConsentAnswer {
  readonly approved: boolean;
  readonly rememberMe: boolean;
  /** The form came from a page of this flow that this user was shown (B-2). */
  readonly fromOwnPage: boolean;
}

const FLOW = /^[0-9a-f]{64}$/;

/** One answer for unknown, expired and decided flows and those of other users: the id alone gives nothing. */
const notFound = () => new AuthError("not_found", "authorization request not found or expired");

/** After a sign-in elsewhere no login page is needed here. */
function requireOpen(call: Call, vouched: boolean): void {
  if (!vouched || call.snapshot.settings.authorize.disabled) requireAuthorizeEnabled(call);
}

/** What was decided on a flow that is gone, while a repeated form may have the same answer. */
export async function findAnswered(call: Call, flow: string): Promise<AnsweredConsent | undefined> {
  return FLOW.test(flow) ? keptAnswer(call, flow) : undefined;
}

/** The flow with this id, undecided and not expired. */
export async function requireFlow(call: Call, flow: string | undefined): Promise<Pending> {
  const isFlow = flow !== undefined && FLOW.test(flow);
  const pending = isFlow ? await call.service.codes.get("authorize", flow) : undefined;
  requireOpen(call, pending?.vouched !== undefined);
  if (!pending) throw notFound();
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

/** A flow that a provider vouched for belongs to its person in that browser; a session here does not open it. */
const isOwn = (
  { user_id, vouched }: Pick<Pending, "user_id" | "vouched">,
  { principal, provider }: ConsentUser,
) => user_id === principal.id && vouched?.provider === provider;

interface Resumed {
  readonly client: RegisteredClient;
  readonly address: ReturnAddress;
}

/** Client and target may have changed since the flow began (K-10): both are looked up again. */
async function resume(call: Call, pending: Pending): Promise<Resumed> {
  const client = await requireClient(call, pending.client_id);
  const redirect = verifyRedirect(
    call,
    client,
    pending.redirect_uri,
    pending.vouched ? "federated" : "authorize",
  );
  return { client, address: returnAddress(call, redirect, pending) };
}

/**
 * Exchanges the flow for a code, which the client is answered with. Of parallel decisions one counts
 * (B-5).
 */
async function complete(
  call: Call,
  flow: string,
  pending: Pending,
  { client, address }: Resumed,
  user: ConsentUser,
  rememberMe: boolean,
): Promise<ClientAnswer> {
  const { codes, runtime } = call.service;
  const issued = await issueCodeForFlow(codes, runtime.random, flow, {
    request: { ...pending, client_id: client.id },
    subject: codeSubject(call, user.principal, {
      remember_me: rememberMe,
      ...(user.sign_in !== undefined && { sign_in: user.sign_in }),
      ...(user.provider !== undefined && { provider: user.provider }),
    }),
    authentication: answeredAuthentication(pending, user),
    claims: await claimsOf(user.principal, pending.claims),
  });
  discountPending(call, flow);
  if (!issued || !isOwn(issued.flow, user)) throw notFound();
  return clientAnswer(address, { code: issued.code });
}

/** Where a flow goes on. */
export type OpenedConsent =
  | { readonly kind: "ask"; readonly question: ConsentQuestion }
  /** Decided: to the client, with a code. */
  | { readonly kind: "decided"; readonly answer: ClientAnswer }
  /** The account may not use the client: the person can go back to it, or take another account. */
  | { readonly kind: "refused"; readonly question: Pick<ConsentQuestion, "client" | "redirect"> }
  /** The sign-in is too old or too weak for the request. */
  | { readonly kind: "sign_in"; readonly pending: Pending };

async function endFlow(call: Call, flow: string): Promise<Pending | undefined> {
  const taken = await call.service.codes.take("authorize", flow);
  discountPending(call, flow);
  return taken;
}

/** Ends the flow without a code; what is thrown tells the client why. */
async function refuse(
  call: Call,
  flow: string,
  { address }: Resumed,
  code: UnmetDemand | "consent_required" | "interaction_required",
  text: string,
): Promise<AuthorizationError> {
  await endFlow(call, flow);
  return new AuthorizationError(address, code, text);
}

/** For the client, and for the audit log with the person and the client. */
const notAllowed = ({ client, address }: Resumed, user: PrincipalRecord): AuthorizationError =>
  asAuthorizationError(
    accountRefusal("access_denied", client, user, "authorization_code"),
    address,
  );

/**
 * `prompt=none`, and no user is signed in who could answer: the client gets an error, nothing is shown. Every other
 * flow stays as it is.
 * @param someone a caller is there, who is none of our users
 */
export async function refuseSilent(
  call: Call,
  flow: string,
  pending: Pending,
  someone: boolean,
): Promise<void> {
  if (pending.prompt !== "none") return;
  const code = someone ? "interaction_required" : "login_required";
  const text = someone ? "the person has to sign in otherwise" : "no user is signed in";
  throw await refuse(call, flow, await resume(call, pending), code, text);
}

/** What a person may do before a flow goes on. */
export interface Visit {
  /** The owner, where they left it to another account of the same browser. */
  readonly givenUp?: string | undefined;
  /** There is a sign-in that the person has not been led through for this flow yet. */
  readonly canSignIn: boolean;
}

/**
 * Opens a flow for a user: the question to ask, for a `skip_consent` client the answer, or that the person
 * has to sign in again. The first user who opens it owns it (B-5), however often. Throws for the client what a
 * further sign-in would not mend (Z-6, Z-7).
 */
export async function openConsent(
  call: Call,
  flow: string,
  user: ConsentUser,
  { givenUp, canSignIn }: Visit,
): Promise<OpenedConsent> {
  requireOpen(call, user.provider !== undefined);
  if (!FLOW.test(flow)) throw notFound();
  const principal = requireUser(user);
  const pending = await call.service.codes.claim(flow, principal.id, givenUp);
  if (!pending || !isOwn(pending, user)) throw notFound();
  const resumed = await resume(call, pending);
  const { client, address } = resumed;
  const silent = pending.prompt === "none";
  const isExpected =
    pending.expected_sub?.includes(await subjectFor(call, client, principal.id)) !== false;
  // Of another account than the one that was expected a client that shows nothing is told that alone.
  if (!mayUseClient(call, client, principal) && (isExpected || !silent)) {
    if (silent) {
      await endFlow(call, flow);
      throw notAllowed(resumed, principal);
    }
    tellNotAllowed(call, client, principal, "authorization_code");
    return { kind: "refused", question: { client, redirect: address.redirect } };
  }
  const unmet = unmetDemand(call, pending, user);
  // Who signed in elsewhere for this very request was asked there, and has no session here.
  const maySignIn = canSignIn && !silent && !pending.vouched;
  if (maySignIn && (unmet || (await couldReachWish(call, pending, user)))) {
    return { kind: "sign_in", pending: demandsOf(call, pending, principal) };
  }
  if (unmet) {
    throw await refuse(call, flow, resumed, silent ? "login_required" : unmet, DEMAND_TEXTS[unmet]);
  }
  if (!isExpected) {
    throw await refuse(call, flow, resumed, "login_required", "another user is signed in");
  }
  if (
    isUnasked(call, client, pending.vouched ? "federated" : "authorize") &&
    pending.prompt !== "consent"
  ) {
    return { kind: "decided", answer: await complete(call, flow, pending, resumed, user, false) };
  }
  const { redirect } = address;
  const before = await rememberedConsent(call, principal.id, client, redirect);
  const wanted = accessOf(pending);
  const lacking = before ? lackingAccess(before.allowed, wanted) : wanted;
  if (before && !lacking && pending.prompt !== "consent") {
    const remember = before.remember_me && offersRememberMe(call);
    return {
      kind: "decided",
      answer: await complete(call, flow, pending, resumed, user, remember),
    };
  }
  if (silent) {
    throw await refuse(call, flow, resumed, "consent_required", "the user has to be asked");
  }
  // `prompt=consent`: the person is asked for all of it once more.
  const access = lacking ?? wanted;
  const partly = access !== wanted && { beside: wanted.scope };
  const { scope, resources } = access;
  return { kind: "ask", question: { client, redirect, scope, resources, ...partly } };
}

/** What the person is asked for: claims that are asked for one by one count as their scope (Z-9). */
const accessOf = ({ scope, resources, claims }: Pending): Access => ({
  scope: [...new Set([...scope, ...scopesOfClaims(claims)])],
  resources,
});

const offersRememberMe = ({ snapshot }: Call) => !snapshot.settings.authorize.disable_remember_me;

const DENIED = "the user denied the request";

const decisionOf = (
  { principal }: ConsentUser,
  { vouched }: Pending,
  { approved, rememberMe }: ConsentAnswer,
) => ({
  ...{ user_id: principal.id, approved, remember_me: rememberMe },
  ...(vouched && { vouched }),
});

/**
 * The submitted form: answers the client with the code, throws `access_denied` for the client. Undefined when the
 * sign-in is no longer good enough for the request: the page leads on.
 */
export async function decideConsent(
  call: Call,
  flow: string,
  pending: Pending,
  user: ConsentUser,
  answer: ConsentAnswer,
): Promise<ClientAnswer | undefined> {
  requireUser(user);
  // Only the user who opened the page may decide.
  if (!isOwn(pending, user)) throw notFound();
  if (!answer.fromOwnPage) {
    throw new AuthError(
      "invalid_request",
      "the page is out of date: go back, reload it and decide again",
    );
  }
  const resumed = await resume(call, pending);
  const tell = (allowed: boolean) => {
    const [subject, client_id] = [user.principal.id, resumed.client.id];
    const { scope } = accessOf(pending);
    const about = { allowed, subject, client_id, scope };
    call.service.events.emit({ type: "consent.decided", ...about, ...toldBy(call) });
  };
  const isAllowed = mayUseClient(call, resumed.client, user.principal);
  if (!answer.approved || !isAllowed) {
    const taken = await endFlow(call, flow);
    if (!taken || !isOwn(taken, user)) throw notFound();
    if (isAllowed) tell(false);
    const refusal = isAllowed
      ? new AuthorizationError(resumed.address, "access_denied", DENIED)
      : notAllowed(resumed, user.principal);
    const told = { error: refusal.code, error_description: refusal.message };
    await keepAnswer(
      call,
      flow,
      decisionOf(user, pending, answer),
      clientAnswer(resumed.address, told),
    );
    throw refusal;
  }
  if (unmetDemand(call, pending, user)) return undefined;
  const remember = offersRememberMe(call) && answer.rememberMe;
  const given = await complete(call, flow, pending, resumed, user, remember);
  await rememberConsent(call, user.principal.id, resumed.client, accessOf(pending), remember);
  tell(true);
  await keepAnswer(call, flow, decisionOf(user, pending, answer), given);
  return given;
}

/**
 * The same form a second time, after the flow was decided: the same answer for the same person and decision, while it
 * can still be used. A decision that comes too late for that, or is another one, finds no flow (B-5).
 */
export async function repeatConsent(
  call: Call,
  flow: string,
  answered: AnsweredConsent,
  user: ConsentUser,
  answer: ConsentAnswer,
): Promise<ClientAnswer> {
  const { approved, rememberMe, fromOwnPage } = answer;
  const same =
    fromOwnPage &&
    isOwn(answered, user) &&
    approved === answered.approved &&
    rememberMe === answered.remember_me;
  const given = same ? await answeredBefore(call, flow, answered) : undefined;
  if (given === undefined) throw notFound();
  return given;
}
