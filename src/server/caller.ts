/** Who asks the standalone server: the session in front says it, for every route of the service. */
import type { SessionContext } from "../api.ts";
import type { AuthService } from "../auth.ts";
import { AuthError } from "../errors.ts";
import { contextOf, tokenIdentity } from "../session/identity.ts";
import type { IncomingRequest, Passed } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { readAuthorization } from "../web/bearer.ts";

/** The caller, and what the answer tells the browser about its session. */
export interface ServerCaller extends Pick<Passed, "answer"> {
  readonly session: SessionContext;
}

/**
 * The session's answer. While none of its providers is bound to this service, our own access tokens
 * count all the same, so that an administrator with one can repair that configuration.
 */
export const serverCaller = (
  auth: AuthService,
  session: SessionInternals,
  incoming: IncomingRequest,
): Ready<ServerCaller> =>
  proceed(session.sync.identify(incoming), ({ state, answer }) => {
    const found = { session: state.session, answer };
    if (state.identity) return found;
    const sent = readAuthorization(incoming.request.headers);
    return sent.kind === "bearer" ? byOwnToken(auth, session, incoming, sent.token, found) : found;
  });

async function byOwnToken(
  auth: AuthService,
  session: SessionInternals,
  incoming: IncomingRequest,
  token: string,
  found: ServerCaller,
): Promise<ServerCaller> {
  const providers = [...(await session.sync.providers()).values()];
  if (providers.some(({ auth_middleware }) => auth_middleware)) return found;
  const { answer } = found;
  try {
    const identity = tokenIdentity(await auth.api.verify(token, incoming), "", token);
    return { session: contextOf(identity), answer };
  } catch (error) {
    if (error instanceof AuthError && error.code === "invalid_token") {
      return { session: { refusal: error.message }, answer };
    }
    throw error;
  }
}
