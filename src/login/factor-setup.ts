/** A second factor that is set up as part of a sign-in: what the page is told, and the steps of its script and its form. */
import type { AuthApi, FactorSetupAnswer, FactorSetupRequest } from "../api.ts";
import { AuthError, type FactorSetup, FactorSetupRequired, isRecoverable } from "../errors.ts";
import { inProcessError } from "../relying-party/upstream-error.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { MAX_WEBAUTHN_BYTES, readJsonObject } from "./body.ts";
import { setupForScript } from "./factor-setup-view.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { readFlowId, setCompletion } from "./flow-id.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import type { OpenedView } from "./page/view.ts";
import { type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { effectiveRememberMe } from "./remember-me.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce } from "./sent-twice.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

/** 401 with what the page needs where the person is to set a factor up, or has another one at hand; other errors go on. */
export function answerSetupRequired(visit: Visit, provider: string, error: unknown): Response {
  if (error instanceof AuthError && isRecoverable(error)) {
    return reply({ message: error.message, error: error.code, recovery: true }, 401);
  }
  if (!(error instanceof FactorSetupRequired) || !error.setup) throw error;
  const { code, message, setup } = error;
  return reply({ message, error: code, setup: setupForScript(visit, provider, setup) }, 401);
}

/** The view that sets a factor up: one for each method that leads there. */
export type SetupView = "factor-setup" | "factor-setup-by-mail";

/** The view of a page without script; undefined for other errors. @param onward what its form carries on */
export const setupView = (
  error: unknown,
  name: SetupView,
  provider: string,
  onward: Pick<OpenedView, "remember_me" | "svc_flow">,
): OpenedView | undefined =>
  error instanceof FactorSetupRequired && error.setup
    ? { name, provider, setup: error.setup, ...onward }
    : undefined;

/** What the page asks of the sign-in by itself. */
export const requiredForm = ({ auth }: ProviderFlow, levels: string | undefined) =>
  auth && levels ? { require_acr: levels.slice(0, 200) } : {};

function inProcess({ auth }: ProviderFlow): AuthApi {
  if (auth) return auth;
  throw new AuthError("not_found", "a second factor is set up at the service of the provider");
}

const requestOf = ({ oauth2 }: ProviderFlow, ticket: string): FactorSetupRequest => ({
  client_id: oauth2.client_id,
  client_secret: oauth2.client_secret || undefined,
  ticket,
});

/** What the page carries on from the first factor. */
interface Onward {
  readonly remember_me: boolean;
  /** The page that waits for the link of a mail. */
  readonly svc_flow: string | undefined;
}

/** The session of the sign-in that has both factors now. */
async function signIn(
  visit: Visit,
  flow: ProviderFlow,
  { tokens, first, recovery_codes }: FactorSetupAnswer,
  { remember_me: remembered, svc_flow }: Onward,
): Promise<SignedIn> {
  const remember_me = effectiveRememberMe(visit.login.options, remembered);
  const method = first === "email_code" ? "email" : "password";
  await finishSignIn(visit, flow, { ...tokens }, { method, remember_me });
  const waiting = readFlowId(svc_flow ?? null);
  if (waiting !== undefined) setCompletion(visit, waiting);
  return recovery_codes ? { recovery_codes } : {};
}

/** The first code of an app signs in. Throws errors that the caller may see. */
export async function setUpApp(
  visit: Visit,
  provider: string,
  entry: Onward & { readonly ticket: string; readonly code: string },
): Promise<SignedIn> {
  const flow = await requireFlow(visit, provider);
  const { ticket, code } = entry;
  // The code and the right to set a factor up count once.
  return actOnce(visit, ["factor", flow.key, ticket, code], async () => {
    const setting = inProcess(flow).factorSetup.app(requestOf(flow, ticket), code, behindOf(visit));
    const answer = await setting.catch((error: unknown) => {
      throw inProcessError(error);
    });
    return signIn(visit, flow, answer, entry);
  });
}

/** What the form shows once more; undefined when the right to it is over. */
export async function setupAgain(
  visit: Visit,
  provider: string,
  ticket: string,
): Promise<FactorSetup | undefined> {
  const flow = await requireFlow(visit, provider);
  const shown = inProcess(flow).factorSetup.show(requestOf(flow, ticket), behindOf(visit));
  return shown.catch((error: unknown) => {
    if (error instanceof AuthError && error.status < 500) return undefined;
    throw error;
  });
}

const onwardOf = (body: JsonObject): Onward => ({
  remember_me: body.remember_me === true,
  svc_flow: textOf(body, "svc_flow"),
});

/** `POST {base}/auth/factor-app/{provider}`: `ticket`, `code`, `remember_me`; 200 with the recovery codes, and the session. */
export async function answerSetUpApp(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request);
  const { recovery_codes } = await setUpApp(visit, provider, {
    ticket: textOf(body, "ticket") ?? "",
    code: textOf(body, "code") ?? "",
    ...onwardOf(body),
  });
  return reply({ payload: { recovery_codes } });
}

/**
 * `POST {base}/auth/factor-passkey/{provider}`: `ticket` begins, with `session_id` and `credential` it finishes and sets the
 * session.
 */
export async function answerSetUpPasskey(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const flow = await requireFlow(visit, provider);
  const body = await readJsonObject(visit.request, MAX_WEBAUTHN_BYTES);
  const request = requestOf(flow, textOf(body, "ticket") ?? "");
  const asked = inProcess(flow).factorSetup.passkey(request, body, behindOf(visit));
  const answer = await asked.catch((error: unknown) => {
    throw inProcessError(error);
  });
  if (!isFinished(answer)) return reply({ payload: answer });
  const { recovery_codes } = await signIn(visit, flow, answer, onwardOf(body));
  return reply({ payload: { ...(recovery_codes && { recovery_codes }) } });
}

const isFinished = (answer: object): answer is FactorSetupAnswer => Object.hasOwn(answer, "tokens");
