/** Sign-in by a mailed code or link (login-middleware.md, Authentication 5; specification, token rule 7). */
import type { AuthApi, MailTarget } from "../api.ts";
import { AuthError } from "../errors.ts";
import { inProcessError } from "../relying-party/upstream-error.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { answerSignedIn } from "./answer-signed-in.ts";
import { readJsonObject } from "./body.ts";
import { answerSetupRequired, requiredForm } from "./factor-setup.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { readFlowId, setCompletion } from "./flow-id.ts";
import { attemptedAt, behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { askJson, passThrough } from "./json-proxy.ts";
import { mailPage } from "./mail-page.ts";
import { calledUrl, type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { effectiveRememberMe, rememberMeForm } from "./remember-me.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import { type SignedIn, signedInWith } from "./signed-in.ts";
import { requestTokens } from "./token-client.ts";
import type { Visit } from "./visit.ts";

/** The member `error` where the mailed code is over while the second factor is asked for: only a new mail helps. */
export const MAIL_CODE_GONE = "expired_code";

/** Longer texts are no code of ours and of no one else. */
const MAX_CODE_LENGTH = 200;

/** A bound provider is never called at another address. */
function requireEmail({ auth, oauth2, provider }: ProviderFlow): void {
  if (provider.password_flow && (auth || oauth2.email_url)) return;
  throw new AuthError("not_found", "sign-in by mail is not configured for this provider");
}

/** Our own page with one click to confirm; where the person was going goes along. */
function pageLink(visit: Visit, provider: string, body: JsonObject): URL {
  const url = mailPage(visit, "email");
  url.searchParams.set("provider", provider);
  const flow = readFlowId(textOf(body, "svc_flow") ?? null);
  if (flow !== undefined) url.searchParams.set("svc_flow", flow);
  // Ticks the choice of the page; who opens the link decides.
  if (body.remember_me === true) url.searchParams.set("remember_me", "true");
  const path = visit.session.safeReturn(textOf(body, "redirect_path"));
  // The page goes there by itself.
  if (path !== "/" && path !== undefined) url.searchParams.set("redirect_path", path);
  return url;
}

async function askInProcess(
  visit: Visit,
  auth: AuthApi,
  { oauth2 }: ProviderFlow,
  username: string,
  target: MailTarget,
): Promise<Response> {
  const { client_id, client_secret, scopes } = oauth2;
  const credentials = {
    authorization: undefined,
    client_id,
    client_secret: client_secret || undefined,
  };
  const request = { credentials, username, scope: scopes?.join(" "), ...target };
  try {
    return reply({ payload: await auth.emailCode(request, behindOf(visit)) });
  } catch (error) {
    throw inProcessError(error);
  }
}

async function askRemote(
  visit: Visit,
  flow: ProviderFlow,
  username: string,
  redirect_uri: string,
): Promise<Response> {
  const { client_id, client_secret, scopes, email_url } = flow.oauth2;
  const body = {
    ...{ username, redirect_uri, client_id },
    ...(client_secret && { client_secret }),
    ...(scopes && scopes.length > 0 && { scope: scopes.join(" ") }),
  };
  const url = calledUrl(visit, "email_url", email_url);
  await visit.login.guesses().spend("mail", attemptedAt(visit, flow, username));
  return passThrough(await askJson(visit, url, body));
}

/**
 * Asks for a mail; the answer is the same for every address.
 * @param body `email`, and perhaps `svc_flow`, `redirect_path`, `remember_me` and `redirect_uri`
 */
export async function askForMail(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<Response> {
  const flow = await requireFlow(visit, provider);
  requireEmail(flow);
  const username = textOf(body, "email")?.trim() ?? "";
  if (username === "") throw new AuthError("invalid_request", "email is required");
  const redirect_uri = textOf(body, "redirect_uri");
  const page = pageLink(visit, flow.key, body).href;
  return flow.auth
    ? askInProcess(visit, flow.auth, flow, username, { redirect_uri, page })
    : askRemote(visit, flow, username, redirect_uri || page);
}

/** `POST {base}/auth/email/{provider}`: `email`, and what the page knows: `svc_flow`, `redirect_path`, `remember_me`, `redirect_uri`. */
export async function answerEmail(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  return askForMail(visit, provider, await readJsonObject(visit.request));
}

/** What a code is refused with that has expired, was used, or whose account has lost the address since. */
const GONE: readonly (string | undefined)[] = ["refusal.code_gone", "refusal.user"];

/**
 * One text for every code that is not accepted (L-W15). Beside a second factor it says which of the two it is: that the
 * mailed one was right, the question for the factor has told before. A service elsewhere does not tell them apart.
 */
function neutral(error: unknown, factored: boolean): unknown {
  if (!(error instanceof AuthError) || error.detail !== "invalid_grant") return error;
  if (factored && error.messages?.some(({ id }) => GONE.includes(id))) {
    const message = "The code from the email has expired, or was used already. Ask for a new one.";
    return new AuthError("unauthenticated", message, { detail: MAIL_CODE_GONE, cause: error });
  }
  const message = "This code is not valid. Check it, or ask for a new one.";
  return new AuthError("unauthenticated", message, { detail: "invalid_code", cause: error });
}

/**
 * Signs in with a code, typed or of a link, and adds the session's headers to the answer.
 * @param body `code`, and perhaps `email`, `totp`, `remember_me` and `svc_flow`
 */
export async function signInByMail(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<SignedIn> {
  const flow = await requireFlow(visit, provider);
  requireEmail(flow);
  const fields = fieldsOf(body, ["code", "email", "totp", "svc_flow"]);
  const entry = ["mail", flow.key, ...fields, String(body.remember_me === true)];
  return actOnce(visit, entry, () => signInOnce(visit, flow, body));
}

async function signInOnce(visit: Visit, flow: ProviderFlow, body: JsonObject): Promise<SignedIn> {
  const code = textOf(body, "code")?.trim() ?? "";
  if (code === "" || code.length > MAX_CODE_LENGTH) {
    throw new AuthError("invalid_request", "code is required");
  }
  const remember_me = effectiveRememberMe(visit.login.options, body.remember_me === true);
  const form = {
    ...{ grant_type: "email_code", code },
    username: textOf(body, "email")?.trim() || undefined,
    totp: textOf(body, "totp") || undefined,
    scope: flow.oauth2.scopes?.join(" ") || undefined,
    ...rememberMeForm(remember_me),
    ...requiredForm(flow, textOf(body, "require_acr")),
  };
  const ask = () => requestTokens(visit, flow, form);
  // An instance of this process counts by itself.
  const granting = flow.auth
    ? ask()
    : visit.login.guesses().make("mail_code", attemptedAt(visit, flow), ask);
  const answer = await granting.catch((error: unknown) => {
    throw neutral(error, form.totp !== undefined);
  });
  await finishSignIn(visit, flow, answer, { method: "email", remember_me });
  const waiting = readFlowId(textOf(body, "svc_flow") ?? null);
  if (waiting !== undefined) setCompletion(visit, waiting);
  return signedInWith(answer);
}

/** `POST {base}/auth/email/confirm/{provider}`: 204 with the session cookie; 200 where there is something to say. */
export async function answerEmailConfirm(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request);
  try {
    return answerSignedIn(visit, provider, await signInByMail(visit, provider, body));
  } catch (error) {
    return answerSetupRequired(visit, provider, error);
  }
}
