/** From the tokens of a provider to a session: checked first, then stored (I-6; B-8). */
import { AuthError } from "../errors.ts";
import { readTokenAnswer } from "../relying-party/token-answer.ts";
import { asksPersons } from "../session/person.ts";
import { LOGIN_METHODS, type LoginMethodName } from "../settings/login-methods.ts";
import type { JsonObject } from "../std/json-object.ts";
import { deviceCookie } from "../web/device-cookie.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

export interface SignInAnswer {
  readonly method: LoginMethodName;
  readonly remember_me: boolean;
  /** Nonce of the authorization request: an ID token has to bring it back. */
  readonly nonce?: string | undefined;
}

/** The provider gave tokens that are not for us: it or its record here is at fault, so the log has it. */
function refusedTokens(visit: Visit, key: string, error: unknown): unknown {
  if (!(error instanceof AuthError) || error.code !== "invalid_token") return error;
  const { message: reason } = error;
  visit.login.instances.runtime.log.warn("a sign-in brought tokens that are not accepted", {
    provider: key,
    reason,
  });
  const message = `the sign-in provider's tokens are not accepted: ${reason}`;
  return new AuthError("unauthenticated", message, { detail: "invalid_token", cause: error });
}

/** Adds the headers of the new session to the answer. Throws errors that the caller may see. */
export async function finishSignIn(
  visit: Visit,
  { key, auth, oauth2 }: ProviderFlow,
  answer: JsonObject,
  { method, remember_me, nonce }: SignInAnswer,
): Promise<void> {
  const { clock } = visit.login.instances.runtime;
  const provable = !auth && (answer.id_token !== undefined || asksPersons(oauth2));
  const tokens = readTokenAnswer(answer, Math.floor(clock.now() / 1000), provable);
  const expected = { nonce, idToken: nonce !== undefined };
  const checking = visit.session.checkTokens(visit.incoming, key, tokens, expected);
  const person = await checking.catch((error: unknown) => {
    throw refusedTokens(visit, key, error);
  });
  const device = await auth?.signedIn(tokens.access_token, visit.request.headers.get("user-agent"));
  const headers = await visit.session.signIn(visit.incoming, {
    provider: key,
    method: LOGIN_METHODS[method],
    tokens,
    remember_me,
    person,
  });
  visit.answer.push(...headers.map(([name, value]): [string, string] => [name, value]));
  // Behind the session: who is turned away there has not signed in.
  if (device !== undefined) {
    setCookie(visit, deviceCookie(device, visit.login.paths.device, isHttps(visit)));
  }
}
