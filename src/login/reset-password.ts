/** The link or code of a reset at the login page: where it was asked for, the person signs in with the new password and goes on where they were going. */
import { AuthError } from "../errors.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { actOnAccount } from "./account-actions.ts";
import { readJsonObject } from "./body.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { keptOnward } from "./onward-cookie.ts";
import type { OpenedView } from "./page/view.ts";
import { pendingClient } from "./pending-client.ts";
import { requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import { signupBrowser } from "./signup-browser.ts";
import type { Visit } from "./visit.ts";

export interface ResetHere {
  /** As whom the person signs in at once; absent in another browser than the one that asked for the mail. */
  readonly signInAs?: string;
}

/** Replaces the password. Throws what the caller may see; a second click has the answer of the first. */
export async function resetHere(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<ResetHere> {
  const flow = await requireFlow(visit, provider);
  const { auth } = flow;
  if (!auth) {
    await actOnAccount(visit, "reset-confirm", provider, body);
    return {};
  }
  const entry = ["reset-confirm", flow.key, ...fieldsOf(body, ["code", "password"]), "here"];
  return actOnce(visit, entry, async () => {
    if (!(await auth.features()).password_reset) {
      throw new AuthError("not_found", "password reset is not enabled");
    }
    const [code, password] = [textOf(body, "code"), textOf(body, "password")];
    const browser = signupBrowser(visit);
    const { address, here } = await auth.confirmReset({ code, password, browser }, behindOf(visit));
    return here ? { signInAs: address } : {};
  });
}

/** `POST {base}/auth/reset/confirm/{provider}`. With `sign_in` the answer also says whether, and as whom, to sign in at once. */
export async function answerResetConfirm(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request);
  if (body.sign_in !== true) return actOnAccount(visit, "reset-confirm", provider, body);
  const { signInAs } = await resetHere(visit, provider, body);
  const payload = { message: "password updated", ...(signInAs && { sign_in_as: signInAs }) };
  return reply({ payload });
}

/**
 * What another browser may be led to: an authorization request that the service has checked and still knows, for its own
 * client and target (ADR 0097). Nothing else of the query of a stranger's page.
 */
async function knownSearch(visit: Visit, search: string | undefined): Promise<string | undefined> {
  const [redirect_path, ...more] = new URLSearchParams(search).getAll("redirect_path");
  if (redirect_path === undefined || more.length > 0) return undefined;
  const query = new URLSearchParams({ redirect_path });
  return (await pendingClient({ ...visit, query })) === undefined ? undefined : `?${query}`;
}

/** The view of the link. */
export async function openReset(visit: Visit, code: string): Promise<OpenedView> {
  for (const [provider, { password_flow, auth_middleware }] of await visit.session.providers()) {
    if (!password_flow || !auth_middleware) continue;
    const { auth } = await requireFlow(visit, provider);
    const found = await auth?.reset(code, signupBrowser(visit), behindOf(visit));
    if (!found) continue;
    const search = found.here ? found.search : await knownSearch(visit, found.search);
    return { name: "reset-confirm", code, provider, ...(search && { search }) };
  }
  return { name: "reset-confirm", code, search: await keptOnward(visit) };
}
