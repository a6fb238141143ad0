/** {prefix}/ui: the account page, without script (auth-service.md, Management UI routes). */
import { z } from "@hono/zod-openapi";
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { decideAdmin } from "../iam/administrators/admin.ts";
import { type CallerContext, requireCaller } from "../iam/caller.ts";
import { changeOwnPassword } from "../iam/passwords/own-password.ts";
import { minimumPasswordLength, storedHash } from "../iam/principals/details.ts";
import { readProfile } from "../iam/principals/profile.ts";
import { pageResponse, redirectTo } from "../pages/response.ts";
import { isLocalPath, parseWebAddress } from "../settings/fields/address-field.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { requireOwnPage } from "../web/own-page.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { isFormToken, makeFormToken } from "./form-token.ts";
import { accountPage } from "./pages/account-page.ts";
import { passwordChangedPage } from "./pages/password-changed-page.ts";
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

/** A page form may only go where the policy of the page lets it. */
function signOutOf({
  logout_url: url,
}: CallerContext): { url: string; source: string } | undefined {
  if (url === undefined) return undefined;
  if (isLocalPath(url)) return { url, source: "'self'" };
  const origin = parseWebAddress(url)?.origin;
  return origin === undefined ? undefined : { url, source: origin };
}

async function accountResponse(
  call: Call,
  context: CallerContext,
  principal: PrincipalRecord,
  problem?: string,
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
    ...(problem !== undefined && { problem }),
  };
  return pageResponse(call, accountPage(call, view), {
    status: problem === undefined ? 200 : 400,
    formAction: [...new Set(["'self'", ...(signOut ? [signOut.source] : [])])],
  });
}

/** Addresses that people type (decisions, 4d): the prefix, with and without a slash, and `ui` without one. */
const short = ["", "/", "/ui"].map((path) =>
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
    toSignIn(call, caller) ?? accountResponse(call, caller, requireCaller(caller)),
);

const form = z
  .object({
    current_password: z.string().optional(),
    new_password: z.string().optional(),
    repeated_password: z.string().optional(),
    form_token: z.string().optional().openapi({ description: "Of the page" }),
  })
  .openapi("OwnPasswordForm");

/** Why a change was refused, in words of the page; undefined when it is no matter of the form. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof AuthError)) return undefined;
  if (error.code === "unauthenticated") return "The current password is not right.";
  if (error.code === "forbidden") return "Your password is managed elsewhere.";
  return error.code === "invalid_request" ? `The ${error.message}.` : undefined;
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
      403: page("The form was sent from another origin"),
    },
  },
  async ({ call, caller, request, body, actor }) => {
    requireOwnPage(request, () => [call.pageOrigin()], "form");
    const away = toSignIn(call, caller);
    if (away) return away;
    const principal = requireCaller(caller);
    const again = (problem: string) => accountResponse(call, caller, principal, problem);
    const { current_password = "", new_password = "", repeated_password, form_token = "" } = body;
    if (!(await isFormToken(call, formBinding(principal, caller), form_token))) {
      return again("The page was out of date and nothing was changed. Please try again.");
    }
    if (new_password !== repeated_password) return again("The two new passwords are not the same.");
    try {
      await changeOwnPassword(call, principal, { current_password, new_password }, actor);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return again(problem);
    }
    return pageResponse(call, passwordChangedPage(call), { status: 200, formAction: ["'none'"] });
  },
);

export const uiEndpoints: readonly Endpoint[] = [...short, account, password];
