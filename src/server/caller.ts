/** Who asks the standalone server: the session in front says it, for every route of the service. */
import type { SessionContext } from "../api.ts";
import type { AuthService } from "../auth.ts";
import { contextOf, tokenIdentity } from "../session/identity.ts";
import type { Allowed, IncomingRequest } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import { tokenRefusal } from "../session/token-refusal.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { readAuthorization } from "../web/bearer.ts";
import { NONCE_HEADER } from "../web/dpop-challenge.ts";

/** The caller, and what the answer tells the browser about its session. */
export interface ServerCaller extends Pick<Allowed, "answer"> {
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
    const isToken = sent.kind === "bearer" || sent.kind === "dpop";
    return isToken ? byOwnToken(auth, session, incoming, sent.token, found) : found;
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
    const { request, connection } = incoming;
    const certified = { request, connection, origin: session.origin(incoming) };
    const accepted = await auth.api.verify(token, certified);
    const { dpop_nonce: nonce } = accepted;
    const next = nonce === undefined ? answer : [...answer, [NONCE_HEADER, nonce] as const];
    return { session: contextOf(tokenIdentity(accepted, "", token)), answer: next };
  } catch (error) {
    const { reason: refusal, lacksProof } = tokenRefusal(error);
    return { session: { refusal, ...(lacksProof && { lacks_proof: lacksProof }) }, answer };
  }
}
