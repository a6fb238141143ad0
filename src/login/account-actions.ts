/** Self-registration and password reset at a remote provider (login-session-wire 3.9; L-W13). */
import { AuthError } from "../errors.ts";
import { textOf } from "../std/json-object.ts";
import { readJsonObject } from "./body.ts";
import { attemptedAt } from "./guess-limits.ts";
import { askJson, passThrough } from "./json-proxy.ts";
import { calledUrl, type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { Visit } from "./visit.ts";

export type AccountAction = "signup" | "signup-verify" | "reset" | "reset-confirm";

/** What the browser may send; all of it is text. */
const MEMBERS: Readonly<Record<AccountAction, readonly string[]>> = {
  signup: ["email", "password", "name", "redirect_uri"],
  "signup-verify": ["code"],
  reset: ["email", "redirect_uri"],
  "reset-confirm": ["code", "password"],
};

/** The address keeps its own query. */
function below(address: string, segment: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${segment}`;
  return url.href;
}

function endpointOf(
  visit: Visit,
  { provider, oauth2 }: ProviderFlow,
  action: AccountAction,
): string {
  const signup = action === "signup" || action === "signup-verify";
  const [name, address] = signup
    ? (["signup_url", oauth2.signup_url] as const)
    : (["password_reset_url", oauth2.password_reset_url] as const);
  // A bound provider never goes elsewhere: the body has the client's secret and a new password.
  if (!address || provider.auth_middleware) {
    const feature = signup ? "signup" : "password reset";
    throw new AuthError(
      "not_found",
      provider.auth_middleware
        ? `${feature} is not enabled`
        : `${feature} endpoint is not configured`,
    );
  }
  const url = calledUrl(visit, name, address);
  if (action === "signup-verify") return below(url, "verify");
  return action === "reset-confirm" ? below(url, "confirm") : url;
}

/** `POST {base}/auth/signup[/verify]/{provider}` and `…/reset[/confirm]/{provider}`. */
export async function answerAccount(
  visit: Visit,
  action: AccountAction,
  provider: string,
): Promise<Response> {
  requireOwnOrigin(visit);
  const flow = await requireFlow(visit, provider);
  const body = await readJsonObject(visit.request);
  const url = endpointOf(visit, flow, action);
  const { client_id, client_secret } = flow.oauth2;
  const texts = MEMBERS[action].flatMap((name) => {
    const value = textOf(body, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const sent = {
    ...Object.fromEntries(texts),
    client_id,
    ...(client_secret && { client_secret }),
  };
  const guesses = visit.login.guesses();
  const ask = () => askJson(visit, url, sent);
  // These send a mail, so each request counts; the others guess a code.
  if (action === "signup" || action === "reset") {
    const name = `${action} ${textOf(body, "email") ?? ""}`;
    await guesses.spend(action, attemptedAt(visit, flow, name));
    return passThrough(await ask());
  }
  return passThrough(await guesses.make("mail_code", attemptedAt(visit, flow), ask));
}
