/** GET and POST {prefix}/oauth2/logout: an application signs its user out (OpenID Connect RP-Initiated Logout 1.0). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type CallerContext, requireCaller } from "../../iam/caller.ts";
import { enabledClient } from "../../oauth2/clients/find.ts";
import {
  type PresentSignIn,
  presentSignIn,
  provesPresent,
  readSignOut,
  type SignOutRequest,
  signOut,
  type ToldClients,
  targetUrl,
} from "../../oauth2/sign-out/end-session.ts";
import { appendQuery } from "../../std/url-query.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import { pageResponse, redirectTo } from "../../web/pages/response.ts";
import type { Reply } from "../../web/reply.ts";
import { readFormParameters } from "../endpoint/body.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { isFormToken, makeFormToken } from "../endpoint/form-token.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { signOutOf } from "../pages/sign-out.ts";
import { signedOutPage, signOutQuestionPage } from "../pages/sign-out-page.ts";

const PATH = "/oauth2/logout";
const CONFIRM = `${PATH}/confirm`;

const common = {
  // The user comes from X-User or the session; a browser without one is signed out already.
  plane: "public",
  family: "page",
  tag: "OAuth 2.0",
} as const;

const field = z.string().optional();
const parameters = z
  .object({
    id_token_hint: field.meta({ description: "An ID token of the sign-in; it may have expired" }),
    client_id: field.meta({ example: "web-app" }),
    post_logout_redirect_uri: field.meta({
      description: "One of the client's `post_logout_redirect_uris`, to the letter",
      example: "https://app.example.com/",
    }),
    state: field,
    logout_hint: field.meta({
      description: "Accepted; the page asks about the user of the browser",
    }),
    ui_locales: field.meta({ example: "de" }),
  })
  .meta({ id: "EndSessionRequest" });

const answers = {
  200: htmlPage(
    "The question, or that the user is signed out and which applications were notified",
  ),
  302: { description: "To `post_logout_redirect_uri`" },
  400: htmlPage("The hint or the target is not valid; nothing has ended, never a redirect"),
  401: htmlPage("The caller is none who could sign out"),
  503: htmlPage("Temporarily unavailable"),
};

const NO_ONE: ToldClients = { told: [], waiting: [] };

/** Names for people, in the order in which the clients came. */
const namesOf = (call: Call, ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await enabledClient(call, id))?.name || id));

/** Back to the application, or the page that says what happened. */
async function afterSignOut(
  call: Call,
  request: SignOutRequest,
  { told, waiting }: ToldClients,
): Promise<Reply> {
  const target = targetUrl(request);
  if (target !== undefined) return redirectTo(call, target);
  const page = signedOutPage(call, {
    told: await namesOf(call, told),
    waiting: await namesOf(call, waiting),
    signIn: call.snapshot.settings.authorize.login_url || undefined,
  });
  return pageResponse(call, page, { status: 200, formAction: ["'none'"] });
}

const bindingOf = ({ principal }: PresentSignIn, sign_in: string): readonly string[] => [
  "sign out",
  principal.id,
  sign_in,
];

/** Which application asks, whose sign-in it would be, and a form that only this page can send (B-2). */
async function question(
  call: Call,
  request: SignOutRequest,
  present: PresentSignIn,
): Promise<Reply> {
  const { client, hint, target, state } = request;
  const { principal } = present;
  const own = hint?.sub === principal.id ? hint.sid : "";
  const sign_in = present.sid ?? own;
  const { name } = (await principal.details.read()) ?? {};
  const page = signOutQuestionPage(call, {
    action: `${call.service.options.prefix_path}${CONFIRM}`,
    client: client && (client.name || client.id),
    user: principal.alias[0] ?? principal.id,
    name: typeof name === "string" ? name.trim() : "",
    fields: {
      form_token: await makeFormToken(call, bindingOf(present, sign_in)),
      ...(sign_in !== "" && { sign_in }),
      ...(client && target !== undefined && { client_id: client.id }),
      ...(target !== undefined && { post_logout_redirect_uri: target }),
      ...(state !== undefined && { state }),
    },
  });
  const formAction = target === undefined ? { formAction: ["'self'"] } : {};
  return pageResponse(call, page, { status: 200, ...formAction });
}

/** The person behind the request; undefined when no one is signed in here. */
function presentOf(context: CallerContext): PresentSignIn | undefined {
  if (context.caller.kind === "absent") return undefined;
  const present = presentSignIn(context);
  if (present) return present;
  requireCaller(context);
  throw new AuthError("unauthenticated", "user not found");
}

async function answer(call: Call, caller: CallerContext, given: URLSearchParams) {
  const signOutRequest = await readSignOut(call, given);
  const present = presentOf(caller);
  if (!present) return afterSignOut(call, signOutRequest, NO_ONE);
  if (!provesPresent(signOutRequest, present)) return question(call, signOutRequest, present);
  const told = await signOut(call, signOutRequest, present, signOutRequest.target === undefined);
  return afterSignOut(call, signOutRequest, told);
}

const ask = endpoint(
  {
    ...common,
    method: "get",
    path: PATH,
    // It ends a sign-in where the hint proves it.
    changesState: true,
    summary: "Sign a user out",
    description:
      "OpenID Connect RP-Initiated Logout 1.0. An ID token of the very sign-in of the browser ends it at once; in every other case the user is signOutRequest.",
    readsItself: true,
    query: parameters,
    answers,
  },
  ({ call, caller, request }) => answer(call, caller, new URL(request.url).searchParams),
);

/** A form of another site comes without the cookie of the session, which a visit of the address brings. */
const askByForm = endpoint(
  {
    ...common,
    method: "post",
    path: PATH,
    summary: "Sign a user out, with a form",
    description:
      "As with GET. A browser without a session is sent to the same address with the parameters in its query: a form of another site comes without cookies.",
    readsItself: true,
    body: {
      kind: "form",
      schema: parameters,
      message: "invalid form",
      example: { client_id: "web-app", post_logout_redirect_uri: "https://app.example.com/" },
    },
    answers,
  },
  async ({ call, caller, request }) => {
    const given = await readFormParameters(request);
    if (caller.caller.kind !== "absent") return answer(call, caller, given);
    const known = [...given].filter(([name]) => name in parameters.shape);
    const path = `${call.service.options.prefix_path}${PATH}`;
    return redirectTo(call, appendQuery(path, new URLSearchParams(known)));
  },
);

const confirmForm = parameters
  .pick({ client_id: true, post_logout_redirect_uri: true, state: true })
  .extend({ sign_in: field, form_token: field.meta({ description: "Of the page" }) })
  .meta({ id: "EndSessionForm" });

const confirm = endpoint(
  {
    ...common,
    method: "post",
    path: CONFIRM,
    summary: "Sign out with the form of the page",
    body: {
      kind: "form",
      schema: confirmForm,
      message: "invalid form",
      example: { form_token: "…", client_id: "web-app" },
    },
    answers: { ...answers, 403: htmlPage("The form was sent from another origin") },
  },
  async ({ call, caller, request, body }) => {
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const { sign_in = "", form_token = "", ...rest } = body;
    const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
    const signOutRequest = await readSignOut(
      call,
      new URLSearchParams(fields as [string, string][]),
    );
    const present = presentOf(caller);
    // A second click, or another window: there is nothing left to end.
    if (!present) return afterSignOut(call, signOutRequest, NO_ONE);
    if (!(await isFormToken(call, bindingOf(present, sign_in), form_token))) {
      return question(call, signOutRequest, present);
    }
    const own = { ...present, sid: sign_in || undefined };
    const told = await signOut(call, signOutRequest, own, signOutRequest.target === undefined);
    // A front that knows no sign-in of ours has a session of its own.
    const front = present.sid === undefined ? signOutOf(caller) : undefined;
    if (front?.local) return redirectTo(call, front.url);
    return afterSignOut(call, signOutRequest, told);
  },
);

export const endSessionEndpoints: readonly Endpoint[] = [ask, askByForm, confirm];
