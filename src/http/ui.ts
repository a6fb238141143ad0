/** {prefix}/ui: the account page, without script (auth-service.md, Management UI routes). */
import { z } from "zod";
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { decideAdmin } from "../iam/administrators/admin.ts";
import { type CallerContext, requireOwner } from "../iam/caller.ts";
import { changeOwnPassword } from "../iam/passwords/own-password.ts";
import { minimumPasswordLength, storedHash } from "../iam/principals/details.ts";
import { readProfile } from "../iam/principals/profile.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { isKnown, versionOf } from "../web/entity-tag.ts";
import { requireOwnPage } from "../web/own-page.ts";
import { pageResponse, redirectTo } from "../web/pages/response.ts";
import { ACCOUNT } from "../web/texts/account.ts";
import { fill } from "../web/texts/fill.ts";
import { waitText } from "../web/texts/wait.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { isFormToken, makeFormToken } from "./form-token.ts";
import { accountPage } from "./pages/account-page.ts";
import { passwordChangedPage } from "./pages/password-changed-page.ts";
import { signOutOf } from "./pages/sign-out.ts";
import { signInUrl } from "./sign-in-url.ts";

const page = (description: string) => ({
  description,
  schema: z.string(),
  contentType: "text/html; charset=utf-8",
  example: "<!doctype html>…",
});

const common = {
  // The user comes from X-User, but an anonymous browser is sent to sign in instead of refused.
  plane: "public",
  family: "page",
  tag: "Pages",
} as const;

const refusals = {
  302: { description: "To `authorize.login_url`, for who is not signed in" },
  401: page("Nobody is signed in, and there is no login page to go to"),
  503: page("Temporarily unavailable"),
};

const pathOf = (call: Call) => `${call.service.options.prefix_path}/ui/`;

/** The URL to sign in and come back to the account; undefined for a signed-in user. */
function toSignIn(call: Call, { caller }: CallerContext): Response | undefined {
  const { login_url } = call.snapshot.settings.authorize;
  if (caller.kind !== "absent") return undefined;
  if (!login_url) throw new AuthError("unauthenticated", "log in first");
  return redirectTo(call, signInUrl(login_url, pathOf(call)));
}

/** The token is of this user, and of this login where the session knows it (B-2). */
const formBinding = ({ id }: PrincipalRecord, { auth_time }: CallerContext): readonly string[] => [
  "own password",
  id,
  String(auth_time ?? ""),
];

/** What was wrong with the form. */
interface Problem {
  readonly text: string;
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

async function accountResponse(
  call: Call,
  context: CallerContext,
  principal: PrincipalRecord,
  problem?: Problem,
): Promise<Response> {
  const { password } = await principal.details.open();
  const signOut = signOutOf(context);
  const view = {
    profile: await readProfile(call, principal),
    hasPassword: principal.local && storedHash(password) !== undefined,
    minimumPasswordLength: minimumPasswordLength(call.service),
    formToken: await makeFormToken(call, formBinding(principal, context)),
    isAdmin: decideAdmin(call, context).is_admin,
    ...(signOut && { signOut: signOut.url }),
    ...(problem && { problem: problem.text }),
  };
  const response = pageResponse(call, accountPage(call, view), {
    status: problem?.status ?? 200,
    formAction: [...new Set(["'self'", ...(signOut ? [signOut.source] : [])])],
    scripted: view.hasPassword,
  });
  if (problem?.retryAfter !== undefined) {
    response.headers.set("Retry-After", String(problem.retryAfter));
  }
  return response;
}

/**
 * Addresses that people type (decisions, 4d): the prefix, with and without a slash, and `ui` without one; and
 * that of the password form, where a browser asks again after a change.
 */
const short = ["", "/", "/ui", "/ui/password"].map((path) =>
  endpoint(
    {
      ...common,
      method: "get",
      path,
      summary: "To the account page",
      answers: { 307: { description: "To ui/" } },
    },
    ({ call }) => redirectTo(call, pathOf(call), 307),
  ),
);

const account = endpoint(
  {
    ...common,
    method: "get",
    path: "/ui/",
    summary: "Page of the own account",
    answers: { 200: page("The page"), ...refusals },
  },
  ({ call, caller }) =>
    toSignIn(call, caller) ?? accountResponse(call, caller, requireOwner(call.snapshot, caller)),
);

const form = z
  .object({
    current_password: z.string().optional(),
    new_password: z.string().optional(),
    repeated_password: z.string().optional(),
    form_token: z.string().optional().meta({ description: "Of the page" }),
  })
  .meta({ id: "OwnPasswordForm" });

const problem = (text: string, status = 400): Problem => ({ text, status });

/** Why a change was refused, in words of the page; undefined when it is no matter of the form. */
function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const { code, message, retryAfter } = error;
  if (code === "unauthenticated") return problem(ACCOUNT.currentPasswordWrong);
  if (code === "forbidden") return problem(ACCOUNT.passwordManagedElsewhere);
  if (code === "too_many_requests" && retryAfter !== undefined) {
    const text = fill(ACCOUNT.tooManyAttempts, { wait: waitText(retryAfter) });
    return { text, status: error.status, retryAfter };
  }
  return code === "invalid_request" ? problem(`The ${message}.`) : undefined;
}

const password = endpoint(
  {
    ...common,
    method: "post",
    path: "/ui/password",
    summary: "Change the own password with the form of the account page",
    body: {
      kind: "form",
      schema: form,
      message: "invalid form",
      example: {
        current_password: "correct horse",
        new_password: "a much better password",
        repeated_password: "a much better password",
        form_token: "…",
      },
    },
    answers: {
      200: page("It is changed; every session of the user has ended"),
      ...refusals,
      400: page("The account page again, with what was wrong"),
      429: page("The account page again: too many wrong passwords; `Retry-After`"),
      403: page("The form was sent from another origin"),
    },
  },
  async ({ call, caller, request, body, actor }) => {
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const away = toSignIn(call, caller);
    if (away) return away;
    const principal = requireOwner(call.snapshot, caller);
    const again = (what: Problem) => accountResponse(call, caller, principal, what);
    const { current_password = "", new_password = "", repeated_password, form_token = "" } = body;
    if (!(await isFormToken(call, formBinding(principal, caller), form_token))) {
      return again(problem(ACCOUNT.pageOutOfDate));
    }
    if (new_password !== repeated_password) return again(problem(ACCOUNT.passwordsDiffer));
    try {
      await changeOwnPassword(call, principal, { current_password, new_password }, actor);
    } catch (error) {
      const what = problemOf(error);
      if (what === undefined) throw error;
      return again(what);
    }
    return pageResponse(call, passwordChangedPage(call), { status: 200, formAction: ["'none'"] });
  },
);

const script = endpoint(
  {
    ...common,
    method: "get",
    path: "/ui/account.js",
    summary: "Script of the account page",
    answers: {
      200: {
        description: "The script; the page works without it",
        schema: z.string(),
        contentType: "text/javascript; charset=utf-8",
        example: "export {};",
      },
      304: { description: "The version that `If-None-Match` names" },
      404: page("This build has no scripts"),
    },
  },
  async ({ call, request }) => {
    const bytes = await call.service.runtime.assets.read("login/account.js");
    if (!bytes) throw new AuthError("not_found", "file not found");
    const etag = `"${await versionOf(bytes)}"`;
    const headers = {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      ETag: etag,
    };
    return isKnown(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers });
  },
);

export const uiEndpoints: readonly Endpoint[] = [...short, account, password, script];
