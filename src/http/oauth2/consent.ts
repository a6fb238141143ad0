/** GET and POST {prefix}/oauth2/consent: the page of a pending flow (auth-wire 5.9; B-1 to B-6). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { type CallerContext, principalOf } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { authenticationOf } from "../../identity.ts";
import type { ClientAnswer } from "../../oauth2/authorization-response.ts";
import {
  decideConsent,
  findAnswered,
  type OpenedConsent,
  openConsent,
  refuseSilent,
  repeatConsent,
  requireFlow,
} from "../../oauth2/consent.ts";
import type { ConsentUser } from "../../oauth2/consent-user.ts";
import { demandQuery } from "../../oauth2/demands.ts";
import { forgetVouched, mayBeVouched, vouchedUser } from "../../oauth2/vouched-consent.ts";
import { appendQuery } from "../../std/url-query.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import { pageResponse, redirectTo } from "../../web/pages/response.ts";
import type { Reply } from "../../web/reply.ts";
import { localesQuery } from "../../web/texts/language.ts";
import { answerForm, answerScript, goOn } from "../endpoint/client-answer.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { isFormToken, makeFormToken } from "../endpoint/form-token.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { signInUrl } from "../endpoint/sign-in-url.ts";
import { type AccountSwitch, consentPage } from "../pages/consent-page.ts";
import { notAllowedPage } from "../pages/not-allowed-page.ts";
import { signOutOf } from "../pages/sign-out.ts";
import { CONSENT_EXAMPLE } from "./examples.ts";

const common = {
  path: "/oauth2/consent",
  // The user comes from X-User, but an anonymous browser is sent to sign in instead of refused.
  plane: "public",
  family: "page",
  tag: "OAuth 2.0",
} as const;

const answers = {
  302: { description: "To the client with a code or `access_denied`" },
  400: htmlPage("The request is not valid"),
  401: htmlPage("No user is signed in, or one who may not consent"),
  404: htmlPage("Unknown, expired, decided, or another user's flow; or the endpoint is disabled"),
  429: htmlPage("Too many such flows; `Retry-After`"),
  503: htmlPage("Temporarily unavailable"),
};

function consentUser(call: Call, context: CallerContext): ConsentUser {
  if (context.caller.kind === "absent") {
    throw new AuthError("unauthenticated", "log in first");
  }
  const principal = requireOwner(call.snapshot, context);
  return { principal, sign_in: context.sid, ...authenticationOf(context) };
}

/** The person that a provider elsewhere vouched for in this browser, for this flow. */
const vouchedAt = async (call: Call, request: Request, flow: string) =>
  mayBeVouched(request)
    ? vouchedUser(call, request, flow, await requireFlow(call, flow))
    : undefined;

/** To the client, or on; what opened the page of a vouched person ends with the decision. */
const decided = async (
  call: Call,
  flow: string,
  { provider }: ConsentUser,
  to: string | ClientAnswer,
) => goOn(call, to, provider === undefined ? [] : [forgetVouched(call, flow)]);

/** Flows that do not exist, or are another user's, are counted: ids cannot be guessed, but asking has a price (O2). */
async function counted<T>(call: Call, user: ConsentUser | undefined, look: () => Promise<T>) {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AuthError && error.code === "not_found") {
      await countRequest(call, "consent", user?.principal.id);
    }
    throw error;
  }
}

/** Bound to flow and user, so that every page of this flow that the user has open works (B-2). */
const formBinding = (flow: string, { principal }: ConsentUser): readonly string[] => [
  "consent",
  flow,
  principal.id,
];

/**
 * What the owner of a flow signs to leave it to another account. Their own page alone carries it, it is good
 * for this flow while it is theirs, and it gives no more than a flow that no user has opened.
 */
const switchBinding = (flow: string, owner: string): readonly string[] => [
  "consent, another account",
  flow,
  owner,
];

/** The owner of the flow, when they have left it: the page that they signed out from says so. */
async function givenUpBy(
  call: Call,
  flow: string,
  owner: string | undefined,
  tokens: readonly string[],
): Promise<string | undefined> {
  const [token, ...more] = tokens;
  if (owner === undefined || token === undefined || more.length > 0) return undefined;
  return (await isFormToken(call, switchBinding(flow, owner), token)) ? owner : undefined;
}

/** The form that signs out, and the way back to this flow where the session in front takes one. */
async function switchOf(
  call: Call,
  flow: string,
  { principal }: ConsentUser,
  context: CallerContext,
): Promise<AccountSwitch | undefined> {
  const signOut = signOutOf(context);
  if (!signOut?.local) return signOut;
  const token = await makeFormToken(call, switchBinding(flow, principal.id));
  return { ...signOut, back: `${pageOf(call, flow)}&switch=${token}` };
}

/** The login page, told what the request asks of the sign-in, and the way back. */
function toSignIn(
  call: Call,
  loginUrl: string,
  pending: Parameters<typeof demandQuery>[0],
  back: string,
  locales: string,
): Reply {
  const asking = [demandQuery(pending), locales].reduce<string>(appendQuery, loginUrl);
  return redirectTo(call, signInUrl(asking, appendQuery(back, locales)));
}

const pageOf = (call: Call, flow: string): string =>
  `${call.service.options.prefix_path}/oauth2/consent?flow=${flow}`;

/** The name that the person knows themselves by, where their record has one. */
async function displayNameOf({ principal }: ConsentUser): Promise<string> {
  const { name } = (await principal.details.read()) ?? {};
  return typeof name === "string" ? name.trim() : "";
}

/** What both pages of a flow show of the person, and their form. */
async function viewOf(call: Call, flow: string, consentUser: ConsentUser, context: CallerContext) {
  const action = `${call.service.options.prefix_path}/oauth2/consent`;
  // Who signed in elsewhere has no session here to sign out of.
  const another = consentUser.provider
    ? undefined
    : await switchOf(call, flow, consentUser, context);
  const formToken = await makeFormToken(call, formBinding(flow, consentUser));
  const user = consentUser.principal.alias[0] ?? consentUser.principal.id;
  const name = await displayNameOf(consentUser);
  return { flow, action, user, name, another, formToken };
}

/** The page of a flow that is not decided: the question, or that the account may not use the client. */
async function pageFor(
  call: Call,
  flow: string,
  opened: Extract<OpenedConsent, { readonly kind: "ask" | "refused" }>,
  consentUser: ConsentUser,
  context: CallerContext,
): Promise<Reply> {
  const view = await viewOf(call, flow, consentUser, context);
  if (opened.kind === "refused") {
    return pageResponse(call, notAllowedPage(call, { ...view, ...opened.question }), {
      status: 403,
    });
  }
  const offerRememberMe = !call.snapshot.settings.authorize.disable_remember_me;
  const page = consentPage(call, { ...view, ...opened.question, offerRememberMe });
  return pageResponse(call, page, { status: 200 });
}

const openPage = endpoint(
  {
    ...common,
    method: "get",
    // Opening the page binds the flow to its user.
    changesState: true,
    summary: "Consent page of a pending authorization request",
    query: z.object({
      flow: z.string().optional(),
      switch: z.string().optional().meta({
        description: "Of the page: its user has signed out to use another account",
      }),
      ui_locales: z.string().optional(),
      again: z.string().optional().meta({
        description: "The person comes from the sign-in that the request asked for",
      }),
    }),
    readsItself: true,
    answers: {
      200: htmlPage("The page with its form; for `form_post` also the one that answers the client"),
      403: htmlPage("The account has none of the roles that may use the client"),
      ...answers,
    },
  },
  async ({ call, caller, request }) => {
    const { searchParams } = new URL(request.url);
    const flows = searchParams.getAll("flow");
    const switches = searchParams.getAll("switch");
    const locales = localesQuery(searchParams);
    const [flow = ""] = flows.length === 1 ? flows : [];
    const { login_url } = call.snapshot.settings.authorize;
    const elsewhere = await counted(call, undefined, () => vouchedAt(call, request, flow));
    if (elsewhere) {
      const visit = { canSignIn: false };
      const opened = await counted(call, elsewhere, () =>
        openConsent(call, flow, elsewhere, visit),
      );
      if (opened.kind === "ask" || opened.kind === "refused") {
        return pageFor(call, flow, opened, elsewhere, caller);
      }
      if (opened.kind === "decided") return decided(call, flow, elsewhere, opened.answer);
    }
    const absent = caller.caller.kind === "absent";
    // Opening it reads it, too; only these ask before.
    const canConsent = principalOf(caller)?.service_account === false;
    const asks = !canConsent || switches.length > 0;
    const pending = asks
      ? await counted(call, undefined, () => requireFlow(call, flow))
      : undefined;
    if (pending && !canConsent) await refuseSilent(call, flow, pending, !absent);
    if (absent && login_url && pending) {
      const given = switches.length === 1 ? `&switch=${encodeURIComponent(switches[0] ?? "")}` : "";
      return toSignIn(call, login_url, pending, `${pageOf(call, flow)}${given}`, locales);
    }
    const user = consentUser(call, caller);
    const givenUp = await givenUpBy(call, flow, pending?.user_id, switches);
    // Once only: of a login that brings the same sign-in back the page says so, and does not ask in a circle (Z-7).
    const canSignIn = login_url !== "" && !searchParams.has("again");
    const visit = { givenUp, canSignIn };
    const opened = await counted(call, user, () => openConsent(call, flow, user, visit));
    if (opened.kind === "decided") return goOn(call, opened.answer);
    if (opened.kind !== "sign_in") return pageFor(call, flow, opened, user, caller);
    // Who signs in now may be another person, or the same one with another account.
    const leave = await makeFormToken(call, switchBinding(flow, user.principal.id));
    const back = `${pageOf(call, flow)}&switch=${leave}&again=1`;
    return toSignIn(call, login_url, opened.pending, back, locales);
  },
);

const form = z
  .object({
    flow: z.string().optional(),
    action: z.string().optional().meta({ description: "`approve`; anything else denies" }),
    remember_me: z.string().optional().meta({ example: "true" }),
    form_token: z.string().optional().meta({ description: "Of the page" }),
  })
  .meta({ id: "ConsentForm" });

const isGone = (error: unknown) => error instanceof AuthError && error.code === "not_found";

/** Undecided, or what was decided on it just now: a double click sends the form twice. */
async function flowOf(call: Call, flow: string) {
  try {
    return { pending: await requireFlow(call, flow), answered: undefined };
  } catch (error) {
    const answered = isGone(error) ? await findAnswered(call, flow) : undefined;
    if (!answered) throw error;
    return { pending: undefined, answered };
  }
}

const decide = endpoint(
  {
    ...common,
    method: "post",
    summary: "Approve or deny a pending authorization request",
    body: { kind: "form", schema: form, message: "invalid form", example: CONSENT_EXAMPLE },
    answers: {
      200: answerForm,
      ...answers,
      403: htmlPage("The form was sent from another origin"),
    },
  },
  async ({ call, caller, request, body }) => {
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const { flow = "", form_token = "" } = body;
    const { pending, answered } = await counted(call, undefined, () => flowOf(call, flow));
    const user =
      (await vouchedUser(call, request, flow, pending ?? answered)) ?? consentUser(call, caller);
    const answer = {
      approved: body.action === "approve",
      rememberMe: body.remember_me === "true",
      fromOwnPage: await isFormToken(call, formBinding(flow, user), form_token),
    };
    const decide = async () => {
      if (!pending) return repeatConsent(call, flow, answered, user, answer);
      try {
        return await decideConsent(call, flow, pending, user, answer);
      } catch (error) {
        // Decided by the first click while this one was under way.
        const meanwhile = isGone(error) && (await findAnswered(call, flow));
        if (!meanwhile) throw error;
        return repeatConsent(call, flow, meanwhile, user, answer);
      }
    };
    return decided(call, flow, user, (await counted(call, user, decide)) ?? pageOf(call, flow));
  },
);

export const consentEndpoints: readonly Endpoint[] = [openPage, decide, answerScript];
