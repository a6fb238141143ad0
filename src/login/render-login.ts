/** The embedded page with its form, at first and after a refusal (login-session-wire 3.3; B-1, B-10). */
import { displayText } from "../std/display-text.ts";
import { type PageOptions, pageResponse } from "../web/pages/response.ts";
import { toResponse } from "../web/reply.ts";
import type { TextKey } from "../web/texts/en/login.ts";
import { scriptUrl } from "./assets.ts";
import { buildManifest } from "./build-manifest.ts";
import { formToken } from "./form-token.ts";
import { searchOf } from "./open-view.ts";
import { loginPage } from "./page/login-page.ts";
import type { FormState } from "./page/view.ts";
import { pendingClient } from "./pending-client.ts";
import { requestedLevels } from "./requested-levels.ts";
import { singleValue, type Visit } from "./visit.ts";

/** What follows a sign-in may be a consent that is given already, and then the client; an invitation may lead to one. */
function formAction(
  { query }: Visit,
  opened: FormState["opened"],
): Pick<PageOptions, "formAction"> {
  const goesOn =
    query.has("redirect_path") || query.has("response_type") || opened?.name === "invitation";
  return goesOn ? {} : { formAction: ["'self'"] };
}

/** The weakest of the levels that are asked for is enough; a wish is put as one (decision E-7). */
function questionOf({ query }: Visit): TextKey | undefined {
  const levels = requestedLevels(query);
  const voluntary = singleValue(query, "voluntary") === "true";
  if (levels.includes("mfa")) return voluntary ? "preferFactor" : "signInWithFactor";
  if (!levels.includes("phr")) return undefined;
  return voluntary ? "preferPasskey" : "signInWithPasskey";
}

/** Longest username that a link may fill in. */
const MAX_HINT_LENGTH = 320;

/** The username that the application expects; what is typed later wins. */
function hintOf({ query }: Visit): Pick<FormState, "username"> {
  const hint = displayText(singleValue(query, "login_hint") ?? "", MAX_HINT_LENGTH);
  return hint === "" ? {} : { username: hint };
}

export async function renderLogin(
  visit: Visit,
  status: number,
  { signedOut = false, again = false, notice, opened, ...state }: FormState = {},
): Promise<Response> {
  const { root } = visit.login.paths;
  const page = loginPage({
    origin: visit.origin,
    ...(visit.icon !== undefined && { icon: visit.icon }),
    ...(visit.language && { language: visit.language }),
    ...(visit.branding && { branding: visit.branding }),
    base: root,
    action: `${root}/${searchOf(visit)}`,
    returnTo: singleValue(visit.query, "redirect_path"),
    methods: visit.login.methods,
    manifest: await buildManifest(visit, await visit.session.providers()),
    client: await pendingClient(visit),
    signedOut,
    again,
    question: questionOf(visit),
    notice,
    opened,
    script: await scriptUrl(visit, "login.js"),
    rulesScript: await scriptUrl(visit, "password-rules.js"),
    form: { token: formToken(visit), ...hintOf(visit), ...state },
  });
  return toResponse(
    pageResponse(visit, page, { status, ...formAction(visit, opened), scripted: true }),
  );
}
