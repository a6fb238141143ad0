/** One refresh at the provider, in process or over HTTP (login-session-wire 2.14; L-W22, L-W26). */
import { AuthError } from "../errors.ts";
import {
  callRefresh,
  RefreshRefused,
  refreshForm,
  renewedTokens,
} from "../relying-party/refresh-call.ts";
import type { SessionProvider } from "../settings/records/session-provider.ts";
import type { SessionCore } from "./core.ts";
import { authInstance } from "./instances.ts";
import { provesPersons } from "./person.ts";
import type { LoginTokens } from "./record.ts";

/** Throws `RefreshRefused` for a definite no; everything else that is thrown is an outage. */
export async function requestRefresh(
  { instances, options }: SessionCore,
  { oauth2, auth_middleware }: SessionProvider,
  tokens: LoginTokens,
  origin: string,
): Promise<LoginTokens> {
  const form = oauth2 && refreshForm(oauth2, tokens);
  if (!form) throw new RefreshRefused();
  const { http, clock } = instances.runtime;
  const now = Math.floor(clock.now() / 1000);
  const insecure = options.action.token.insecure_skip_verify;
  if (!auth_middleware) {
    const answer = await callRefresh({ http, insecure }, oauth2, form);
    return renewedTokens(tokens, answer, now, provesPersons(oauth2));
  }
  const { client_secret } = oauth2;
  try {
    const answer = await authInstance(instances, auth_middleware).token(
      { ...form, ...(client_secret && { client_secret }) },
      origin,
    );
    return renewedTokens(tokens, { ...answer }, now);
  } catch (error) {
    if (error instanceof AuthError && error.code === "invalid_grant") throw new RefreshRefused();
    throw error;
  }
}
