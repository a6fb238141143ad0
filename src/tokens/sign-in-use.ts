/**
 * Sign-ins under the rules of `sign_ins`: noted when they begin, heard of when they are used, and ended when they are
 * over. Every way asks here: a refresh, a session's cookie, a token at our own endpoints, and the look by the clock.
 */
import { type Call, now, openInternalCall, partOf, type Service } from "../call.ts";
import { type Fill, fillOf, remember } from "../std/bounded-map.ts";
import type { Ready } from "../std/ready.ts";
import {
  addMeasured,
  dropMeasured,
  type Limits,
  overdueSignIns,
  readMeasured,
  surplusSignIns,
  useMeasured,
} from "../store/measured-sign-ins.ts";
import type { Decision, MintedTokens } from "./decision.ts";
import { keptUntil, limitsAt, measuredId, type SignInRules, signInRules } from "./sign-in-rules.ts";
import { endWholeSignIn } from "./sign-ins.ts";
import type { VerifiedToken } from "./verified-token.ts";

/** A use is written this often, on each instance. */
const EVERY_MS = 60_000;
/** Sign-ins that an instance remembers; it asks the database about others (N-11). */
const MAX_KNOWN = 100_000;
/** Sign-ins that one look ends: each is a write that every instance hears of. */
const MAX_ENDED_SIGN_INS = 500;

/** Milliseconds since the epoch. */
interface Known {
  /** It has a row. */
  readonly measured: boolean;
  readonly began: number;
  /** A use that the database has heard of, or is about to. */
  used: number;
}

const knownOf = partOf(() => new Map<string, Known>());

/** Sign-ins that an instance remembers. */
export const signInsKept = (service: Service): Fill => fillOf(knownOf(service), MAX_KNOWN);

const isOver = ({ began, used }: Pick<Known, "began" | "used">, limits: Limits): boolean =>
  (limits.began !== undefined && began <= limits.began.getTime()) ||
  (limits.used !== undefined && used <= limits.used.getTime());

/** One that is over is ended as a sign-out ends it. */
async function end(call: Call, user: string, sid: string): Promise<false> {
  knownOf(call.service).delete(sid);
  await endWholeSignIn(call, user, sid);
  // Also the row of one that had ended before it was noted.
  await dropMeasured(call.service.store.db, { sid });
  return false;
}

/** Throws `unavailable`: one of which nothing is known is not taken for one that goes on. */
async function ask(call: Call, token: VerifiedToken, sid: string, adopt: boolean) {
  const { db } = call.service.store;
  const rules = signInRules(call.snapshot) as SignInRules;
  const at = now(call);
  const limits = limitsAt(rules, at);
  const used = await useMeasured(db, sid, new Date(at), keptUntil(call), limits);
  if (!used) {
    if (await readMeasured(db, sid)) return end(call, token.sub, sid);
    if (adopt) {
      // It began before a rule was on: from now on it is measured.
      const began = Math.min(token.auth_time * 1_000, at);
      if (isOver({ began, used: at }, limits)) return end(call, token.sub, sid);
      const row = {
        ...{ sid, user_id: token.sub, began_at: new Date(began), used_at: new Date(at) },
        ...{ ends_at: new Date(token.session_exp * 1_000), expires_at: keptUntil(call) },
      };
      await addMeasured(db, row, false);
    }
  }
  const began = used?.began_at.getTime() ?? token.auth_time * 1_000;
  const measured = used !== undefined || adopt;
  remember(knownOf(call.service), sid, { measured, began, used: at }, MAX_KNOWN);
  return true;
}

/** Writes that it is used, behind the answer. Never rejects. */
async function touch(call: Call, sid: string, at: number): Promise<void> {
  const limits = limitsAt(signInRules(call.snapshot) as SignInRules, at);
  try {
    await useMeasured(call.service.store.db, sid, new Date(at), keptUntil(call), limits);
  } catch (error) {
    call.service.runtime.log.warn("the use of a sign-in could not be written", { error });
  }
}

/**
 * Whether the sign-in of a token that is used goes on; one that is over has ended then. Answers from memory while the
 * instance has heard of it; throws `unavailable` when the database has to say it and cannot.
 * @param adopt the token tells for certain which sign-in it belongs to: one from before the rules is measured from now on
 */
export function useSignIn(call: Call, token: VerifiedToken, adopt = false): Ready<boolean> {
  const rules = signInRules(call.snapshot);
  if (!rules) return true;
  const subject = call.service.snapshots.current.principals.get(token.sub);
  const sid = measuredId(token, token.scope, subject);
  if (sid === undefined) return true;
  const known = knownOf(call.service).get(sid);
  const at = now(call);
  if (!known || (adopt && !known.measured) || isOver(known, limitsAt(rules, at))) {
    return ask(call, token, sid, adopt);
  }
  if (at - known.used >= EVERY_MS) {
    known.used = at;
    void touch(call, sid, at);
  }
  return true;
}

/** Whether it goes on, for one who asks about a token of someone else: that is no use. Throws `unavailable`. */
export async function signInGoesOn(call: Call, token: VerifiedToken): Promise<boolean> {
  const rules = signInRules(call.snapshot);
  const subject = call.service.snapshots.current.principals.get(token.sub);
  const sid = rules && measuredId(token, token.scope, subject);
  if (!rules || sid === undefined) return true;
  const limits = limitsAt(rules, now(call));
  const known = knownOf(call.service).get(sid);
  if (known && !isOver(known, limits)) return true;
  const row = await readMeasured(call.service.store.db, sid);
  if (!row) return true;
  return !isOver({ began: row.began_at.getTime(), used: row.used_at.getTime() }, limits);
}

/**
 * A grant has begun tokens for a person: a sign-in of its own, or an application within one. Of too many the first ones
 * end; two that begin at once see each other, because each is written before it counts. Throws `unavailable`.
 */
export async function noteBegun(
  call: Call,
  { subject, scope, granted, refresh }: Pick<Decision, "subject" | "scope" | "granted" | "refresh">,
  { sid, sign_in, session_exp }: MintedTokens,
): Promise<void> {
  const rules = signInRules(call.snapshot);
  // A token that was traded begins nothing.
  if (!rules || refresh === "none") return;
  const id = measuredId({ sid, sign_in }, granted?.scope ?? scope, subject);
  if (id === undefined || id !== sid) return;
  const { db } = call.service.store;
  const at = new Date(now(call));
  const row = {
    ...{ sid, user_id: subject.id, began_at: at, used_at: at },
    ...{ ends_at: new Date(session_exp * 1_000), expires_at: keptUntil(call) },
  };
  await addMeasured(db, row, true);
  if (rules.most === 0) return;
  for (const surplus of await surplusSignIns(db, subject.id, rules.most, at)) {
    await end(call, subject.id, surplus.sid);
  }
}

/** Ends what is over and of which nothing is heard any more, so that its applications are told. */
export async function endOverdueSignIns(service: Service): Promise<void> {
  const call = openInternalCall(service);
  const rules = signInRules(call.snapshot);
  if (!rules || (rules.lifetime === 0 && rules.idle === 0)) return;
  const limits = limitsAt(rules, now(call));
  for (const { sid, user_id } of await overdueSignIns(
    service.store.db,
    limits,
    MAX_ENDED_SIGN_INS,
  )) {
    await end(call, user_id, sid);
  }
}
