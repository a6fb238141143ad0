/**
 * A panel of the account page: one card, and the forms in it. A new one is a file in this folder and a
 * line in `panels.ts`; it works without script, and a script may add to it (B-2, B-10).
 */
import { html } from "hono/html";
import type { z } from "zod";
import type { Call } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import type { CallerContext } from "../../iam/caller.ts";
import type { readProfile } from "../../iam/principals/profile.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import type { Markup } from "../../web/pages/layout.ts";

/** One request of a signed-in user for their own page. */
export interface AccountVisit {
  readonly call: Call;
  readonly context: CallerContext;
  readonly principal: PrincipalRecord;
  /** Written to `updated_by` and to the event. */
  readonly actor: string;
}

/** What the page knows while it is drawn. */
export interface AccountView extends AccountVisit {
  readonly profile: Awaited<ReturnType<typeof readProfile>>;
  /** Goes into each form as `form_token`: of this user, and of this sign-in where that is known (B-2). */
  readonly formToken: string;
  /** Drawn for browsers without script alone, inside `<noscript>`, which cannot hold another one. */
  readonly scriptless: boolean;
  /** What the form of this panel came to; absent when it was not sent. */
  readonly outcome?: FormOutcome;
}

/** The page again, with a word about what happened. */
export interface FormOutcome {
  readonly status: number;
  /** What was wrong. */
  readonly problem?: string;
  /** What was done. */
  readonly notice?: string;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter?: number;
  /** What is shown this one time, such as a new key; drawn by the panel. JSON: the second of two clicks shows it, too. */
  readonly shown?: unknown;
  /** What the page says when it is sent again after that. */
  readonly shownBefore?: string;
}

/**
 * `done` goes back to the page, so that a reload sends nothing again; an outcome is drawn in the panel;
 * a `Response` is a page of its own.
 */
export type FormAnswer = "done" | FormOutcome | Response;

/** A form of a panel, at `POST {prefix}<path>`; where it came from and its token are checked before. */
export interface AccountForm<B = unknown> {
  /** Below the prefix: `/ui/…`. */
  readonly path: string;
  /** Of the operation, and the page that follows a 200. */
  readonly summary: string;
  readonly success?: string;
  /** Of its fields in the API description. */
  readonly name: string;
  /** Without `form_token`, which every form has. */
  readonly schema: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
  readonly submit: (visit: AccountVisit, body: B) => Promise<FormAnswer>;
  /**
   * For a form that is sent twice, where the second time does more than the first, or is refused. `once`: the page does it
   * once. `removed`: what its user has taken away may be gone.
   */
  readonly twice?: "once" | "removed";
  /** With `once`: the answer is made again instead of kept. */
  readonly again?: (visit: AccountVisit) => Promise<FormAnswer>;
  /** With `once`, for an answer that is a page of its own. */
  readonly followed?: (call: Call) => Response;
  /** A refusal in words of the page; undefined leaves it to the page of errors. */
  readonly explain?: (error: AuthError, call: Call) => FormOutcome | undefined;
}

export interface AccountPanel {
  /** Of its card: `account-<id>-panel`. */
  readonly id: string;
  /** Beside the profile, or below how one signs in. */
  readonly column: "profile" | "signing in";
  /** Undefined where the account has no use for it. */
  readonly card: (view: AccountView) => Promise<Markup | undefined>;
  /** The card has something to do for `account.js`. */
  readonly scripted?: boolean;
  readonly forms: readonly AccountForm[];
}

/** What a panel says of a form whose wish was not fulfilled. */
export const problem = (text: string, status = 400): FormOutcome => ({ status, problem: text });

/** Binds a form to its function; the types of its fields flow into it. */
export const accountForm = <S extends z.ZodObject>(
  form: Omit<AccountForm<z.output<S>>, "schema"> & { readonly schema: S },
): AccountForm => form as unknown as AccountForm;

/** Where the browser begins on a page that answers a form: there is no script that could scroll to it. */
export const startHere = html` tabindex="-1" autofocus`;

/** @param view of the panel whose card it is */
export const panelCard = (
  id: string,
  title: string,
  { outcome }: AccountView,
  content: Markup,
): Markup =>
  html`<section class="card" id="account-${id}-panel" aria-labelledby="account-${id}-title">
<h2 id="account-${id}-title">${title}</h2>
${outcome?.problem !== undefined && html`<p class="message error" role="alert"${startHere} id="account-problem">${outcome.problem}</p>`}
${outcome?.notice !== undefined && html`<p class="message success" role="status"${startHere} id="account-notice">${outcome.notice}</p>`}
${content}
</section>`;

/** In every form of the page (B-2); `panelForm` has it. */
export const tokenField = ({ formToken }: Pick<AccountView, "formToken">): Markup =>
  html`<input type="hidden" name="form_token" value="${formToken}">`;

/** A form of a panel with its token; the path is the one of its `accountForm`. */
export const panelForm = (
  view: AccountView,
  { path }: Pick<AccountForm, "path">,
  content: Markup,
  attributes: { readonly id?: string; readonly class?: string } = {},
): Markup =>
  html`<form method="post"${attributes.id && html` id="${attributes.id}"`}${attributes.class && html` class="${attributes.class}"`} action="${view.call.service.options.prefix_path}${path}">${tokenField(view)}
${content}</form>`;
