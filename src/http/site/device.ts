/** {prefix}/ui/device: the page on which a person connects a device (RFC 8628 §3.3; V-2 to V-4, B-2). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { authenticationOf } from "../../identity.ts";
import { message as sentence } from "../../messages/message.ts";
import {
  clientOf,
  type DeviceQuestion,
  type DeviceUser,
  decideDeviceRequest,
  mayConnect,
  openDeviceRequest,
} from "../../oauth2/device/decide.ts";
import { requireDeviceFlow } from "../../oauth2/device/start.ts";
import { fill } from "../../std/texts/fill.ts";
import { retryHeader } from "../../web/errors/envelope.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import type { Page } from "../../web/pages/layout.ts";
import { pageResponse, redirectTo } from "../../web/pages/response.ts";
import { type Answered, type Reply, withHeaders } from "../../web/reply.ts";
import { deviceText } from "../../web/texts/catalogues.ts";
import { waitText } from "../../web/texts/wait.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { isFormToken, makeFormToken } from "../endpoint/form-token.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { signInUrl } from "../endpoint/sign-in-url.ts";
import { codeFormPage, decidedPage, devicePage } from "../pages/device-page.ts";

const common = {
  path: "/ui/device",
  // The user comes from X-User, but an anonymous browser is sent to sign in instead of refused.
  plane: "public",
  family: "page",
  tag: "Pages",
} as const;

const answers = {
  200: htmlPage("The page"),
  302: { description: "To `authorize.login_url`, for who is not signed in" },
  400: htmlPage("The form is not valid, or the device flow is disabled"),
  401: htmlPage("Not signed in, and there is no login page to go to"),
  404: htmlPage("The page again: no device has this code, or it is another user's"),
  409: htmlPage("The page again: the request was decided already"),
  429: htmlPage("The page again: too many codes were tried; `Retry-After`"),
  503: htmlPage("Temporarily unavailable"),
};

const actionOf = (call: Call): string => `${call.service.options.prefix_path}/ui/device`;

const show = (call: Call, drawn: Page, status = 200): Reply =>
  pageResponse(call, drawn, { status, formAction: ["'self'"] });

function deviceUser(call: Call, context: CallerContext): DeviceUser {
  if (context.caller.kind === "absent") throw new AuthError("unauthenticated", "log in first");
  return { principal: requireOwner(call.snapshot, context), ...authenticationOf(context) };
}

/** The way to sign in and back, with the code that was in the address. */
function toSignIn(call: Call, { caller }: CallerContext, typed: string): Reply | undefined {
  const { login_url } = call.snapshot.settings.authorize;
  if (caller.kind !== "absent" || !login_url) return undefined;
  const query = typed === "" ? "" : `?user_code=${encodeURIComponent(typed)}`;
  return redirectTo(call, signInUrl(login_url, `${actionOf(call)}${query}`));
}

const PROBLEMS = { not_found: "unknown", conflict: "handled" } as const;

const problemOf = (call: Call, code: AuthError["code"]): string | undefined =>
  code === "not_found" || code === "conflict" ? deviceText(call)[PROBLEMS[code]] : undefined;

/** The form again, with what was wrong; other failures are for the page of errors. */
function askAgain(call: Call, typed: string, error: unknown): Answered {
  if (!(error instanceof AuthError)) throw error;
  const { code, status, retryAfter } = error;
  const waits = code === "too_many_requests" && retryAfter !== undefined;
  const problem = waits
    ? fill(deviceText(call).tooMany, { wait: waitText(retryAfter, call.language()) })
    : problemOf(call, code);
  if (problem === undefined) throw error;
  const page = codeFormPage(call, { action: actionOf(call), typed, problem });
  return withHeaders(show(call, page, status), retryHeader(error));
}

/** Bound to request and user, so that no other page can send the form (B-2). */
const binding = (user_code: string, { principal }: DeviceUser): readonly string[] => [
  "device",
  user_code,
  principal.id,
];

async function questionPage(
  call: Call,
  user: DeviceUser,
  question: DeviceQuestion,
  problem?: string,
): Promise<Reply> {
  const { request, user_code, scope, resources } = question;
  if (!request) throw new AuthError("conflict", sentence("refusal.device_code_used"));
  const client = await clientOf(call, question);
  const isAllowed = mayConnect(call, client, user);
  const { name } = (await user.principal.details.read()) ?? {};
  const drawn = devicePage(call, {
    action: actionOf(call),
    formToken: await makeFormToken(call, binding(user_code, user)),
    userCode: user_code,
    client,
    scope,
    resources,
    startedAt: new Date(request.started_at).toISOString(),
    network: request.network,
    agent: request.agent,
    user: user.principal.alias[0] ?? user.principal.id,
    name: typeof name === "string" ? name.trim() : "",
    offerRememberMe: !call.snapshot.settings.authorize.disable_remember_me,
    ...{ isAllowed, problem },
  });
  return show(call, drawn, isAllowed ? (problem === undefined ? 200 : 400) : 403);
}

const openPage = endpoint(
  {
    ...common,
    method: "get",
    // Looking a code up makes the request this user's.
    changesState: true,
    summary: "Page on which a person connects a device",
    query: z.object({
      user_code: z.string().optional().meta({ description: "Fills the form in" }),
    }),
    answers: {
      ...answers,
      403: htmlPage("The page, which says that the account may not use the client"),
    },
  },
  async ({ call, caller, query }) => {
    requireDeviceFlow(call);
    const typed = query.user_code?.trim() ?? "";
    const away = toSignIn(call, caller, typed);
    if (away) return away;
    const user = deviceUser(call, caller);
    if (typed === "") return show(call, codeFormPage(call, { action: actionOf(call), typed }));
    try {
      return await questionPage(call, user, await openDeviceRequest(call, user, typed));
    } catch (error) {
      return askAgain(call, typed, error);
    }
  },
);

const form = z
  .object({
    user_code: z.string().optional(),
    action: z.string().optional().meta({ description: "`approve`; anything else denies" }),
    remember_me: z.string().optional().meta({ example: "true" }),
    form_token: z.string().optional().meta({ description: "Of the page" }),
  })
  .meta({ id: "DeviceForm" });

/** A double click sends the form twice: the same decision again is no conflict (B-5). */
async function decideOnce(
  call: Call,
  user: DeviceUser,
  user_code: string,
  answer: Parameters<typeof decideDeviceRequest>[3],
): Promise<void> {
  try {
    await decideDeviceRequest(call, user, user_code, answer);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    const { status } = await openDeviceRequest(call, user, user_code);
    if (status !== (answer.approved ? "approved" : "denied")) throw error;
  }
}

const decide = endpoint(
  {
    ...common,
    method: "post",
    summary: "Allow or deny a device",
    body: {
      kind: "form",
      schema: form,
      message: "invalid form",
      example: { user_code: "BCDF-GHJK", action: "approve", form_token: "…" },
    },
    answers: {
      ...answers,
      403: htmlPage(
        "The form was sent from another origin, or the page again, as when it is opened",
      ),
    },
  },
  async ({ call, caller, request, body }) => {
    requireDeviceFlow(call);
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const { user_code = "", form_token = "" } = body;
    const user = deviceUser(call, caller);
    const approved = body.action === "approve";
    const offered = !call.snapshot.settings.authorize.disable_remember_me;
    const answer = { approved, remember_me: offered && body.remember_me === "true" };
    try {
      if (!(await isFormToken(call, binding(user_code, user), form_token))) {
        const question = await openDeviceRequest(call, user, user_code);
        return await questionPage(call, user, question, deviceText(call).outOfDate);
      }
      await decideOnce(call, user, user_code, answer);
      return show(call, decidedPage(call, actionOf(call), approved));
    } catch (error) {
      if (error instanceof AuthError && error.code === "forbidden") {
        return questionPage(call, user, await openDeviceRequest(call, user, user_code));
      }
      return askAgain(call, user_code, error);
    }
  },
);

export const devicePageEndpoints: readonly Endpoint[] = [openPage, decide];
