/** {prefix}/ui: the console, and the account page for browsers without script (auth-service.md, Management UI routes). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { decideAdmin } from "../../iam/administrators/admin.ts";
import { type CallerContext, principalOf } from "../../iam/caller.ts";
import { requireOwner } from "../../iam/owner.ts";
import { isKnown, versionOf } from "../../web/entity-tag.ts";
import { redirectTo } from "../../web/pages/response.ts";
import { accountResponse } from "../account/account-response.ts";
import {
  accountPath,
  accountRefusals,
  accountRoute,
  formEndpoints,
  toSignIn,
} from "../account/form-endpoint.ts";
import { accountPanels } from "../account/panels.ts";
import { backAgain } from "../account/sign-in-again.ts";
import { consoleAlone, consoleProgram } from "../console/document.ts";
import { consoleFile } from "../console/file-endpoint.ts";
import { tryPage } from "../console/try-page.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { htmlPage } from "../endpoint/html-page.ts";
import { JAVASCRIPT, scriptAnswer } from "../endpoint/script-answer.ts";

const forms = formEndpoints(accountPanels);

const consolePath = (call: Call): string => `${call.service.options.prefix_path}/ui/`;

const redirectsTo = (
  target: (call: Call) => string,
  description: string,
  paths: readonly string[],
) =>
  paths.map((path) =>
    endpoint(
      {
        ...accountRoute,
        method: "get",
        path,
        summary: `To ${description}`,
        answers: { 307: { description: `To ${description}` } },
      },
      ({ call }) => redirectTo(call, target(call), 307),
    ),
  );

/** Addresses that people type (decisions, 4d): the prefix, with and without a slash, and `ui` without one. */
const short = redirectsTo(consolePath, "ui/", ["", "/", "/ui"]);

/** Those of the forms, where a browser asks again after it sent one. */
const formAddresses = redirectsTo(
  accountPath,
  "the account page",
  forms.map(({ path }) => path),
);

/**
 * Break-glass and bootstrap administrators have no account. Before anyone is an administrator, a browser is first
 * sent to sign in, where there is a way; break-glass is for when there is none that works.
 */
function administersWithoutAccount(call: Call, context: CallerContext): boolean {
  const { is_admin, bootstrap_admin } = decideAdmin(call, context);
  if (!is_admin || principalOf(context)) return false;
  return !(bootstrap_admin && call.snapshot.settings.authorize.login_url);
}

const consolePage = endpoint(
  {
    ...accountRoute,
    method: "get",
    path: "/ui/",
    summary: "The console; without script the page of the own account",
    answers: { 200: htmlPage("The page"), ...accountRefusals },
  },
  async ({ call, caller, actor }) => {
    const program = await consoleProgram(call, caller);
    if (program && administersWithoutAccount(call, caller)) return consoleAlone(call, program);
    const away = toSignIn(call, caller, consolePath(call));
    if (away) return away;
    const principal = requireOwner(call.snapshot, caller);
    return accountResponse({ call, context: caller, principal, actor }, undefined, program);
  },
);

const account = endpoint(
  {
    ...accountRoute,
    method: "get",
    path: "/ui/account",
    summary: "Page of the own account, drawn by the service",
    query: z.object({
      again: z.string().optional().meta({
        description: "Of the way back: the panel whose form asked for a new sign-in",
      }),
    }),
    answers: { 200: htmlPage("The page"), ...accountRefusals },
  },
  ({ call, caller, actor, query }) => {
    const away = toSignIn(call, caller);
    if (away) return away;
    const principal = requireOwner(call.snapshot, caller);
    const panel = accountPanels.find(({ id }) => id === query.again);
    const sent = panel && { panel, outcome: backAgain(call, caller) };
    return accountResponse({ call, context: caller, principal, actor }, sent);
  },
);

const script = endpoint(
  {
    ...accountRoute,
    method: "get",
    path: "/ui/account.js",
    summary: "Script of the account page",
    answers: {
      200: scriptAnswer,
      304: { description: "The version that `If-None-Match` names" },
      404: htmlPage("This build has no scripts"),
    },
  },
  async ({ call, request }) => {
    const bytes = await call.service.runtime.assets.read("login/account.js");
    if (!bytes) throw new AuthError("not_found", "file not found");
    const etag = `"${versionOf(bytes)}"`;
    const headers = {
      "Content-Type": JAVASCRIPT,
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
      ETag: etag,
    };
    return isKnown(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers });
  },
);

export const uiEndpoints: readonly Endpoint[] = [
  ...short,
  consolePage,
  account,
  ...formAddresses,
  ...forms,
  script,
  consoleFile,
  tryPage,
];
