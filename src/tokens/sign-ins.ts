/**
 * Where a user is signed in: browsers that a login of this process signed in, and ending them. The list is for
 * show and has the newest alone; "all others" ends every family, also those that it does not have.
 */
import { type Call, now, type Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { endSessions } from "../iam/passwords/end-sessions.ts";
import { type NumericDate, numericDate } from "../std/duration.ts";
import { mutate } from "../store/mutate.ts";
import { revocationId } from "../store/revocations.ts";
import {
  addSignIn,
  dropSignIns,
  readSignIns,
  type SignIn,
  touchSignIn,
} from "../store/sign-ins.ts";
import { isEnded, revokeSession } from "./revocation.ts";
import type { VerifiedToken } from "./verified-token.ts";

export type { SignIn } from "../store/sign-ins.ts";

const at = (call: Call): NumericDate => numericDate(now(call));

/** What is only shown must not fail the sign-in that it shows. */
async function shown({ runtime }: Service, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    runtime.log.warn("the list of sign-ins could not be written", { error });
  }
}

/** A browser has signed in. Never rejects. */
export async function noteBrowser(
  call: Call,
  {
    sub,
    sid,
    sign_in,
    session_exp,
  }: Pick<VerifiedToken, "sub" | "sid" | "sign_in" | "session_exp">,
  browser: string,
): Promise<void> {
  const time = at(call);
  const entry = { sid: sign_in ?? sid, browser, at: time, used: time, until: session_exp };
  const { db } = call.service.store;
  await shown(call.service, async () => {
    // A session that was begun anew within a sign-in takes the place of the one before.
    if (sign_in !== undefined) await dropSignIns(db, sub, { only: sign_in });
    await addSignIn(db, sub, entry, time);
  });
}

/** Its tokens were refreshed. Never rejects. */
export const noteUse = (call: Call, sub: string, sid: string): Promise<void> =>
  shown(call.service, () => touchSignIn(call.service.store.db, sub, sid, at(call)));

/** Those that go on, the newest first. Throws `unavailable`. */
export async function signInsOf(call: Call, user: string): Promise<SignIn[]> {
  const { store, snapshots } = call.service;
  const list = await readSignIns(store.db, user, at(call));
  const { revocations } = snapshots.current;
  return list.filter(
    ({ sid, at: iat }) =>
      !revocations.has(revocationId("revoked_session", sid)) &&
      !isEnded(call, { sub: user, sid, iat }),
  );
}

/** Ends one of the list. Throws `not_found` for one that is not in it. */
export async function endSignIn(call: Call, user: string, sid: string): Promise<void> {
  const signIn = (await signInsOf(call, user)).find((one) => one.sid === sid);
  if (!signIn) throw new AuthError("not_found", "sign-in not found");
  await endWholeSignIn(call, user, sid);
}

/**
 * Ends a sign-in, also one that the list does not have: the tokens of its own, those of the applications in its browser, and
 * the sessions of those that are told (OpenID Connect Back-Channel Logout 1.0).
 */
export async function endWholeSignIn(call: Call, user: string, sid: string): Promise<void> {
  await revokeSession(call, { sid, session_exp: at(call) }, { sub: user });
  await shown(call.service, () => dropSignIns(call.service.store.db, user, { only: sid }));
}

/**
 * Ends every session and refresh family of the user on all instances, also those that the list does not have.
 * @param except `sid` of the one sign-in that goes on
 */
export async function endSignIns(
  call: Call,
  user: string,
  actor: string,
  except?: string,
): Promise<void> {
  const { service } = call;
  const change = { topic: "revocations", action: "revoke", entity: user, actor } as const;
  await mutate(call.store, change, (open) => endSessions(service, open, user, except));
  await shown(service, () =>
    dropSignIns(service.store.db, user, except === undefined ? {} : { except }),
  );
}
