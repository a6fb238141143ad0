/** The password flow (login-middleware.md, States; login-session-wire 3.6; L-D5, L-W15). */
import { AuthError } from "../errors.ts";
import { neutralMismatch } from "../relying-party/upstream-error.ts";
import { textOf } from "../std/json-object.ts";
import { answerSignedIn } from "./answer-signed-in.ts";
import { readJsonObject } from "./body.ts";
import { answerSetupRequired, requiredForm } from "./factor-setup.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { attemptedAt } from "./guess-limits.ts";
import { type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { effectiveRememberMe, rememberMeForm } from "./remember-me.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce } from "./sent-twice.ts";
import { type SignedIn, signedInWith } from "./signed-in.ts";
import { requestTokens } from "./token-client.ts";
import type { Visit } from "./visit.ts";

export interface PasswordCredentials {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly totp: string | undefined;
  /** As it was sent. */
  readonly remember_me: unknown;
  /** Levels of which the page that the person comes from demands one. */
  readonly require_acr?: string | undefined;
}

/** What the manifest does not offer is not there (I-7). */
function requirePasswordFlow({ provider }: ProviderFlow): void {
  if (provider.password_flow) return;
  throw new AuthError("not_found", "password login is not enabled for this provider");
}

/** Signs in and adds the session's headers to the answer; throws errors that the caller may see. */
export async function signInWithPassword(
  visit: Visit,
  flow: ProviderFlow,
  credentials: PasswordCredentials,
): Promise<SignedIn> {
  requirePasswordFlow(flow);
  const signIn = () => signInOnce(visit, flow, credentials);
  const { username = "", password = "", totp, remember_me } = credentials;
  // A password signs in as often as it is sent; a code of the second factor counts once.
  if (!totp) return signIn();
  const entry = ["password", flow.key, username, password, totp, String(remember_me)];
  return actOnce(visit, entry, signIn);
}

async function signInOnce(
  visit: Visit,
  flow: ProviderFlow,
  credentials: PasswordCredentials,
): Promise<SignedIn> {
  const { username, password, totp } = credentials;
  if (!username || !password) {
    throw new AuthError("invalid_request", "username and password are required");
  }
  const { options } = visit.login;
  const remember_me = effectiveRememberMe(options, credentials.remember_me);
  const form = {
    grant_type: "password",
    username,
    password,
    totp: totp || undefined,
    scope: flow.oauth2.scopes?.join(" ") || undefined,
    ...rememberMeForm(remember_me),
    ...requiredForm(flow, credentials.require_acr),
  };
  const ask = () => requestTokens(visit, flow, form);
  // An instance of this process counts by itself, by the account that it finds.
  const granting = flow.auth
    ? ask()
    : visit.login
        .guesses()
        .make("password", { ...attemptedAt(visit, flow, username), completes: true }, ask);
  const answer = await granting.catch((error: unknown) => {
    throw neutralMismatch(error);
  });
  await finishSignIn(visit, flow, answer, { method: "password", remember_me });
  return signedInWith(answer);
}

/** `POST {base}/auth/token/{provider}`: 204 with the session cookie; 200 where there is something to say. */
export async function answerPassword(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const flow = await requireFlow(visit, provider);
  const body = await readJsonObject(visit.request);
  try {
    const signedIn = await signInWithPassword(visit, flow, {
      username: textOf(body, "username"),
      password: textOf(body, "password"),
      totp: textOf(body, "totp"),
      remember_me: body.remember_me === true,
      require_acr: textOf(body, "require_acr"),
    });
    return answerSignedIn(visit, flow.key, signedIn);
  } catch (error) {
    return answerSetupRequired(visit, flow.key, error);
  }
}
