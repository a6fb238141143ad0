/** Makes the endpoint of a panel's form: who sent it and from where, its token, and what follows (B-2). */
import { z } from "zod";
import { type Call, newest } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { fill } from "../../std/texts/fill.ts";
import { requireOwnPage } from "../../web/own-page.ts";
import { redirectTo } from "../../web/pages/response.ts";
import type { Reply } from "../../web/reply.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { waitText } from "../../web/texts/wait.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { isFormToken } from "../endpoint/form-token.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { signInUrl } from "../endpoint/sign-in-url.ts";
import { accountResponse, formBinding } from "./account-response.ts";
import type { AccountForm, AccountPanel, FormOutcome } from "./panel.ts";
import { answerOnce } from "./sent-twice.ts";
import { signInAgain } from "./sign-in-again.ts";

/** Of every page of the account. */
export const accountRoute = {
  // The user comes from X-User, but an anonymous browser is sent to sign in instead of refused.
  plane: "public",
  family: "page",
  tag: "Pages",
} as const;

export const accountRefusals = {
  302: { description: "To `authorize.login_url`, for who is not signed in" },
  401: htmlPage("No user is signed in, and there is no login page to go to"),
  503: htmlPage("Temporarily unavailable"),
};

/** The drawn page, which has the forms. */
export const accountPath = (call: Call): string => `${call.service.options.prefix_path}/ui/account`;

/** The way to sign in and come back to the account; undefined for a signed-in user. */
export function toSignIn(
  call: Call,
  { caller }: CallerContext,
  back = accountPath(call),
): Reply | undefined {
  const { login_url } = call.snapshot.settings.authorize;
  if (caller.kind !== "absent") return undefined;
  if (!login_url) throw new AuthError("unauthenticated", "log in first");
  return redirectTo(call, signInUrl(login_url, back));
}

/** What was refused, in words of the page; undefined when it is no matter of the form. */
function explained({ explain }: AccountForm, error: unknown, call: Call): FormOutcome | undefined {
  if (!(error instanceof AuthError)) return undefined;
  const { code, status, retryAfter } = error;
  if (code === "too_many_requests" && retryAfter !== undefined) {
    const problem = fill(accountText(call).tooManyAttempts, {
      wait: waitText(retryAfter, call.language()),
    });
    return { status, problem, retryAfter };
  }
  return explain?.(error, call);
}

const token = z.string().optional().meta({ description: "Of the page" });

function formEndpoint(panel: AccountPanel, form: AccountForm): Endpoint {
  const { path, summary, name, schema, example, success } = form;
  return endpoint(
    {
      ...accountRoute,
      method: "post",
      path,
      summary,
      body: {
        kind: "form",
        schema: schema.extend({ form_token: token }).meta({ id: name }),
        message: "invalid form",
        example: { ...example, form_token: "…" },
      },
      answers: {
        ...(success !== undefined && { 200: htmlPage(success) }),
        ...accountRefusals,
        302: {
          description:
            "To the account page; to `authorize.login_url` without a sign-in, or when it is too old for this",
        },
        400: htmlPage("The account page again, with what was wrong"),
        403: htmlPage("The form was sent from another origin"),
        429: htmlPage("The account page again: too many attempts; `Retry-After`"),
      },
    },
    async ({ call, caller, request, body, actor }) => {
      requireOwnPage(request, () => [call.pageOrigin()], "form");
      const away = toSignIn(call, caller);
      if (away) return away;
      const { form_token = "", ...fields } = body;
      const sent = { form, token: String(form_token), fields };
      const principal = requireOwner(call.snapshot, caller);
      const visit = { call, context: caller, principal, actor };
      const draw = (outcome: FormOutcome) => accountResponse(visit, { panel, outcome });
      if (!(await isFormToken(call, formBinding(principal, caller), sent.token))) {
        return draw({ status: 400, problem: accountText(call).pageOutOfDate });
      }
      try {
        const answer = await answerOnce(visit, sent, async () => {
          await countRequest(call, "own_change", principal.id);
          return form.submit(visit, fields);
        });
        if (answer === "done") return redirectTo(call, accountPath(call));
        if (answer instanceof Response) return answer;
        // What the form changed counts on the page that says so.
        return accountResponse({ ...visit, call: newest(call) }, { panel, outcome: answer });
      } catch (error) {
        const tooOld = error instanceof AuthError && error.code === "reauthentication_required";
        const again = tooOld ? signInAgain(call, accountPath(call), panel) : undefined;
        if (again) return again;
        const outcome = explained(form, error, call);
        if (outcome === undefined) throw error;
        return draw(outcome);
      }
    },
  );
}

export const formEndpoints = (panels: readonly AccountPanel[]): readonly Endpoint[] =>
  panels.flatMap((panel) => panel.forms.map((form) => formEndpoint(panel, form)));
