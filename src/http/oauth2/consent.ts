/** GET and POST {prefix}/oauth2/consent: the page of a pending flow (auth-wire 5.9; B-1 to B-6). */
import { z } from "@hono/zod-openapi";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type CallerContext, requireCaller } from "../../iam/caller.ts";
import { viewRedirect } from "../../oauth2/clients/redirect-uri.ts";
import {
  type ConsentQuestion,
  type ConsentUser,
  decideConsent,
  openConsent,
  requireFlow,
} from "../../oauth2/consent.ts";
import { pageResponse, redirectTo } from "../../pages/response.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { isFormToken, makeFormToken } from "../form-token.ts";
import { consentPage } from "../pages/consent-page.ts";
import { formActionFor } from "../pages/form-action.ts";
import { signInUrl } from "../sign-in-url.ts";
import { CONSENT_EXAMPLE } from "./examples.ts";

const page = (description: string) => ({
  description,
  schema: z.string(),
  contentType: "text/html; charset=utf-8",
  example: "<!doctype html>…",
});

const common = {
  path: "/oauth2/consent",
  // The user comes from X-User, but an anonymous browser is sent to sign in instead of refused.
  plane: "public",
  family: "page",
  tag: "OAuth 2.0",
} as const;

const answers = {
  302: { description: "To the client with a code or `access_denied`" },
  400: page("The request is not valid"),
  401: page("Nobody is signed in, or not somebody who may consent"),
  404: page("Unknown, expired, decided, or another user's flow; or the endpoint is disabled"),
  503: page("Temporarily unavailable"),
};

function consentUser(context: CallerContext): ConsentUser {
  const { caller, auth_time } = context;
  if (caller.kind === "absent") {
    throw new AuthError("unauthenticated", "log in first");
  }
  const principal = requireCaller(context);
  return { principal, ...(auth_time !== undefined && { auth_time }) };
}

/** Bound to flow and user, so that every page of this flow that the user has open works (B-2). */
const formBinding = (flow: string, { principal }: ConsentUser): readonly string[] => [
  "consent",
  flow,
  principal.id,
];

async function questionPage(
  call: Call,
  flow: string,
  question: ConsentQuestion,
  asked: ConsentUser,
): Promise<Response> {
  const { disable_remember_me } = call.snapshot.settings.authorize;
  const action = `${call.service.options.prefix_path}/oauth2/consent`;
  const offerRememberMe = !disable_remember_me;
  const formAction = formActionFor(viewRedirect(question.redirect));
  const formToken = await makeFormToken(call, formBinding(flow, asked));
  const user = asked.principal.alias[0] ?? asked.principal.id;
  const view = { ...question, flow, action, user, offerRememberMe, formToken };
  return pageResponse(call, consentPage(call, view), { status: 200, formAction });
}

const openPage = endpoint(
  {
    ...common,
    method: "get",
    // Opening the page binds the flow to its user.
    changesState: true,
    summary: "Consent page of a pending authorization request",
    query: z.object({ flow: z.string().optional() }),
    readsItself: true,
    answers: { 200: page("The page with its form"), ...answers },
  },
  async ({ call, caller, request }) => {
    const flows = new URL(request.url).searchParams.getAll("flow");
    const [flow = ""] = flows.length === 1 ? flows : [];
    const pending = await requireFlow(call, flow);
    const { login_url } = call.snapshot.settings.authorize;
    if (caller.caller.kind === "absent" && login_url) {
      const back = `${call.service.options.prefix_path}/oauth2/consent?flow=${flow}`;
      return redirectTo(call, signInUrl(login_url, back));
    }
    const user = consentUser(caller);
    const answer = await openConsent(call, flow, pending, user);
    if (typeof answer === "string") return redirectTo(call, answer);
    return questionPage(call, flow, answer, user);
  },
);

const form = z
  .object({
    flow: z.string().optional(),
    action: z.string().optional().openapi({ description: "`approve`; anything else denies" }),
    remember_me: z.string().optional().openapi({ example: "true" }),
    form_token: z.string().optional().openapi({ description: "Of the page" }),
  })
  .openapi("ConsentForm");

const decide = endpoint(
  {
    ...common,
    method: "post",
    summary: "Approve or deny a pending authorization request",
    body: { kind: "form", schema: form, message: "invalid form", example: CONSENT_EXAMPLE },
    answers: { ...answers, 403: page("The form was sent from another origin") },
  },
  async ({ call, caller, request, body }) => {
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const { flow = "", form_token = "" } = body;
    const pending = await requireFlow(call, flow);
    const user = consentUser(caller);
    const answer = {
      approved: body.action === "approve",
      rememberMe: body.remember_me === "true",
      fromOwnPage: await isFormToken(call, formBinding(flow, user), form_token),
    };
    return redirectTo(call, await decideConsent(call, flow, pending, user, answer));
  },
);

export const consentEndpoints: readonly Endpoint[] = [openPage, decide];
