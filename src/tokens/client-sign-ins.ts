/** Which applications have a sign-in: those that want to be told of its end (OpenID Connect Back-Channel Logout 1.0). */
import type { Call } from "../call.ts";
import { addClientSignIn, endClientSignIns } from "../store/client-sign-ins.ts";
import type { Decision, MintedTokens } from "./decision.ts";
import { hasEnded, isEnded } from "./revocation.ts";

/**
 * Notes that a client is handed an ID token. Throws `unavailable`: a session that no one could end is not begun. Only clients
 * with a `backchannel_logout_uri` cost anything.
 */
export async function noteClientSignIn(
  call: Call,
  { subject, client }: Pick<Decision, "subject" | "client">,
  { id_token, sign_in, iat, session_exp }: MintedTokens,
): Promise<void> {
  if (id_token === undefined || !client.backchannelLogout) return;
  const { db } = call.service.store;
  await addClientSignIn(db, {
    ...{ user_id: subject.id, client_id: client.id, sign_in, issuer: call.issuer },
    by_session: client.backchannelLogout.bySession,
    expires_at: new Date(session_exp * 1_000),
  });
  // What ended it meanwhile did not find this client yet.
  const over =
    isEnded(call, { sub: subject.id, sid: sign_in, iat }) || (await hasEnded(call, sign_in));
  if (over) await endClientSignIns(db, { sign_in });
}
