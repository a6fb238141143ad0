/** {prefix}/ui: the account page, without script (auth-service.md, Management UI routes). */
import { z } from "zod";
import { AuthError } from "../errors.ts";
import { requireOwner } from "../iam/caller.ts";
import { isKnown, versionOf } from "../web/entity-tag.ts";
import { redirectTo } from "../web/pages/response.ts";
import { accountResponse } from "./account/account-response.ts";
import {
  accountPath,
  accountRefusals,
  accountRoute,
  formEndpoints,
  toSignIn,
} from "./account/form-endpoint.ts";
import { accountPanels } from "./account/panels.ts";
import { backAgain } from "./account/sign-in-again.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { htmlPage } from "./html-page.ts";

const forms = formEndpoints(accountPanels);

/**
 * Addresses that people type (decisions, 4d): the prefix, with and without a slash, and `ui` without one; and
 * those of the forms, where a browser asks again after it sent one.
 */
const short = ["", "/", "/ui", ...forms.map(({ path }) => path)].map((path) =>
  endpoint(
    {
      ...accountRoute,
      method: "get",
      path,
      summary: "To the account page",
      answers: { 307: { description: "To ui/" } },
    },
    ({ call }) => redirectTo(call, accountPath(call), 307),
  ),
);

const account = endpoint(
  {
    ...accountRoute,
    method: "get",
    path: "/ui/",
    summary: "Page of the own account",
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
      200: {
        description: "The script; the page works without it",
        schema: z.string(),
        contentType: "text/javascript; charset=utf-8",
        example: "export {};",
      },
      304: { description: "The version that `If-None-Match` names" },
      404: htmlPage("This build has no scripts"),
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

export const uiEndpoints: readonly Endpoint[] = [...short, account, ...forms, script];
