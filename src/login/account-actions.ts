/** Self-registration and password reset, in this process or at a remote provider (login-session-wire 3.9; L-W13). */
import type { AccountAction as ApiAction, AuthApi, SignupBegun } from "../api.ts";
import { AuthError } from "../errors.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { readJsonObject } from "./body.ts";
import { readFlowId } from "./flow-id.ts";
import { attemptedAt, behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { askJson, passThrough } from "./json-proxy.ts";
import { mailPage } from "./mail-page.ts";
import { keepOnward } from "./onward-cookie.ts";
import { onwardSearch } from "./open-view.ts";
import { calledUrl, type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import { markSignupBrowser } from "./signup-browser.ts";
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

const isSignup = (action: AccountAction) => action === "signup" || action === "signup-verify";

function endpointOf(visit: Visit, { oauth2 }: ProviderFlow, action: AccountAction): string {
  const [name, address] = isSignup(action)
    ? (["signup_url", oauth2.signup_url] as const)
    : (["password_reset_url", oauth2.password_reset_url] as const);
  if (!address) {
    const feature = isSignup(action) ? "signup" : "password reset";
    throw new AuthError("not_found", `${feature} endpoint is not configured`);
  }
  const url = calledUrl(visit, name, address);
  if (action === "signup-verify") return below(url, "verify");
  return action === "reset-confirm" ? below(url, "confirm") : url;
}

/** What the browser may send of it, and our own client (L-W13). */
function sentBy({ oauth2 }: ProviderFlow, action: AccountAction, body: JsonObject) {
  const texts = MEMBERS[action].flatMap((name) => {
    const value = textOf(body, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { client_id, client_secret } = oauth2;
  return { texts: Object.fromEntries(texts), client_id, client_secret: client_secret || undefined };
}

/** The names of the service in this process (login-session-wire 1.2). */
const IN_PROCESS: Readonly<Record<AccountAction, ApiAction>> = {
  signup: "signup",
  "signup-verify": "signup-verify",
  reset: "password-reset",
  "reset-confirm": "password-reset-confirm",
};

/** The `flow` of the page that a mailed link opens (login-middleware.md, Authentication 5). */
const FLOWS = { signup: "verify", reset: "reset" } as const;

/** For a page that does not say where it is, and for one that says what is not registered. */
const pageOf = (visit: Visit, action: AccountAction): string | undefined =>
  action === "signup" || action === "reset" ? mailPage(visit, FLOWS[action]).href : undefined;

const asksForMail = (action: AccountAction) => action === "signup" || action === "reset";

/** A page that says where the person was going has them signed in there; every other has the code alone for a proof. */
function begunAt(visit: Visit, action: AccountAction, body: JsonObject): SignupBegun | undefined {
  const search = textOf(body, "search");
  if (!asksForMail(action) || search === undefined) return undefined;
  const flow = readFlowId(textOf(body, "svc_flow") ?? null);
  return { browser: markSignupBrowser(visit), search: onwardSearch(search), flow };
}

/** A bound provider never goes elsewhere: the body has the client's secret and a new password. */
async function askInProcess(
  visit: Visit,
  auth: AuthApi,
  flow: ProviderFlow,
  action: AccountAction,
  body: JsonObject,
  begun: SignupBegun | undefined,
): Promise<Response> {
  const { signup, password_reset } = await auth.features();
  if (!(isSignup(action) ? signup : password_reset)) {
    const feature = isSignup(action) ? "signup" : "password reset";
    throw new AuthError("not_found", `${feature} is not enabled`);
  }
  const { texts, client_id, client_secret } = sentBy(flow, action, body);
  const answer = await auth.account(
    IN_PROCESS[action],
    {
      ...texts,
      page: pageOf(visit, action),
      begun,
      credentials: { authorization: undefined, client_id, client_secret },
    },
    behindOf(visit),
  );
  return reply({ payload: answer });
}

/** `POST {base}/auth/signup/{provider}` and `…/reset[/confirm]/{provider}`. */
export async function answerAccount(
  visit: Visit,
  action: AccountAction,
  provider: string,
): Promise<Response> {
  requireOwnOrigin(visit);
  return actOnAccount(visit, action, provider, await readJsonObject(visit.request));
}

/** A request for a mail may be made again: the mail may not come. */
const countsOnce = (action: AccountAction, { payload }: JsonObject): boolean =>
  action !== "reset" &&
  !(action === "signup" && (payload as JsonObject | undefined)?.verification_required !== false);

/** One step of sign-up or reset, here or at the provider. Throws what the caller may see. */
export async function actOnAccount(
  visit: Visit,
  action: AccountAction,
  provider: string,
  body: JsonObject,
): Promise<Response> {
  const flow = await requireFlow(visit, provider);
  const entry = [action, flow.key, ...fieldsOf(body, MEMBERS[action])];
  // The cookie is of every answer, and none that a second click waits for.
  const begun = flow.auth && begunAt(visit, action, body);
  if (!flow.auth && asksForMail(action)) {
    await keepOnward(visit, onwardSearch(textOf(body, "search") ?? ""));
  }
  const act = async () => {
    const answer = await step(visit, flow, action, body, begun);
    return { status: answer.status, body: (await answer.json()) as JsonObject };
  };
  const answer = await actOnce(visit, entry, act, ({ body: answered }) =>
    countsOnce(action, answered),
  );
  return reply(answer.body, answer.status);
}

async function step(
  visit: Visit,
  flow: ProviderFlow,
  action: AccountAction,
  body: JsonObject,
  begun: SignupBegun | undefined,
): Promise<Response> {
  // An instance of this process counts by itself.
  if (flow.auth) return askInProcess(visit, flow.auth, flow, action, body, begun);
  const url = endpointOf(visit, flow, action);
  const { texts, client_id, client_secret } = sentBy(flow, action, body);
  const page = pageOf(visit, action);
  const sent = {
    ...(page && { redirect_uri: page }),
    ...texts,
    client_id,
    ...(client_secret && { client_secret }),
  };
  const guesses = visit.login.guesses();
  const ask = () => askJson(visit, url, sent);
  // These send a mail, so each request counts; the others guess a code.
  if (asksForMail(action)) {
    const name = `${action} ${textOf(body, "email") ?? ""}`;
    await guesses.spend(action, attemptedAt(visit, flow, name));
    return passThrough(await ask());
  }
  return passThrough(await guesses.make("mail_code", attemptedAt(visit, flow), ask));
}
