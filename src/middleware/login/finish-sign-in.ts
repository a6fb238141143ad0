/** From the tokens of a provider to a session: checked first, then stored (I-6; B-8). */
import { AuthError } from "../../errors.ts";
import type { LoginMethod } from "../session/record.ts";
import { type JsonObject, textOf } from "./body.ts";
import { loginTokens } from "./login-tokens.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

export interface SignInAnswer {
  readonly method: LoginMethod;
  readonly remember_me: boolean;
  /** Nonce of the authorization request: an ID token has to bring it back. */
  readonly nonce?: string | undefined;
}

/** The provider gave tokens that are not for us: it is at fault, and the person learns no more. */
function refusedTokens(visit: Visit, key: string, error: unknown): unknown {
  if (!(error instanceof AuthError) || error.code !== "invalid_token") return error;
  const { message: reason } = error;
  visit.login.companions.runtime.log.warn("a sign-in brought tokens that are not accepted", {
    provider: key,
    reason,
  });
  return new AuthError("unauthenticated", "the sign-in provider's tokens are not accepted", {
    status: 401,
    detail: reason,
    cause: error,
  });
}

/** Leaves the headers of the new session in the answer. Throws what the caller may see. */
export async function finishSignIn(
  visit: Visit,
  { key }: ProviderFlow,
  answer: JsonObject,
  { method, remember_me, nonce }: SignInAnswer,
): Promise<void> {
  const { clock } = visit.login.companions.runtime;
  const tokens = loginTokens(answer, Math.floor(clock.now() / 1000));
  const id_token = textOf(answer, "id_token");
  const given = { ...tokens, ...(id_token && { id_token }) };
  const expected = { nonce, idToken: nonce !== undefined };
  await visit.session.checkTokens(visit.asked, key, given, expected).catch((error: unknown) => {
    throw refusedTokens(visit, key, error);
  });
  const headers = await visit.session.signIn(visit.asked, {
    provider: key,
    method,
    tokens: given,
    remember_me,
  });
  visit.answer.push(...headers.map(([name, value]): [string, string] => [name, value]));
}
