/** Who asks the standalone server: the session in front says it, for every route of the service. */
import type { SessionContext } from "../api.ts";
import type { AuthService } from "../auth.ts";
import { AuthError } from "../errors.ts";
import { contextOf, tokenIdentity } from "../session/identity.ts";
import type { IncomingRequest, Passed, Session } from "../session/session.ts";
import { readAuthorization } from "../web/bearer.ts";

/** The caller, and what the answer tells the browser about its session. */
export interface ServerCaller extends Pick<Passed, "answer"> {
  readonly session: SessionContext;
}

/**
 * The session's answer. While none of its providers is bound to this service, our own access tokens
 * count all the same, so that an administrator with one can repair that configuration.
 */
export async function serverCaller(
  auth: AuthService,
  session: Session,
  asked: IncomingRequest,
): Promise<ServerCaller> {
  const { state, answer } = await session.identify(asked);
  const sent = readAuthorization(asked.request.headers);
  if (sent.kind !== "bearer" || state.identity) return { session: state.session, answer };
  const providers = [...(await session.providers()).values()];
  if (providers.some(({ auth_middleware }) => auth_middleware)) {
    return { session: state.session, answer };
  }
  try {
    const identity = tokenIdentity(await auth.api.verify(sent.token), "", sent.token);
    return { session: contextOf(identity), answer };
  } catch (error) {
    if (error instanceof AuthError && error.code === "invalid_token") {
      return { session: { refusal: error.message }, answer };
    }
    throw error;
  }
}
