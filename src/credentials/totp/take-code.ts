/** A one-time code or a recovery code is used up: each is accepted once, over all instances (F-1, F-2, P-4). */

import { and, eq, isNull, lt, or } from "drizzle-orm";
import { type Call, now } from "../../call.ts";
import { totpStep } from "../../crypto/totp.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { reachable } from "../../store/availability.ts";
import { noteCredential } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { totpSecrets } from "../../store/tables.ts";
import { ofAccount } from "../of-account.ts";
import { type Factor, factorIn, openSecret, readFactor, spares } from "./factor.ts";
import { recoveryHash } from "./recovery-codes.ts";

/** Longer texts are no code. */
const MAX_CODE_LENGTH = 64;

/** What was accepted. */
export interface TakenCode {
  /** Present after a recovery code: so many are left. */
  readonly recovery_codes_left?: number;
}

const invalid = () =>
  new AuthError("invalid_grant", message("refusal.code_wrong"), { status: 401 });

/** One statement decides: of parallel uses of one step on any number of instances one finds the row. */
async function takeStep(call: Call, { user_id, secret_encrypted }: Factor, step: number) {
  const { db } = call.service.store;
  const unused = or(isNull(totpSecrets.last_step), lt(totpSecrets.last_step, step));
  const same = eq(totpSecrets.secret_encrypted, secret_encrypted);
  const [taken] = await reachable(() =>
    db
      .update(totpSecrets)
      .set({ last_step: step })
      .where(and(eq(totpSecrets.user_id, user_id), totpSecrets.confirmed, same, unused))
      .returning({ user_id: totpSecrets.user_id }),
  );
  if (!taken) throw invalid();
}

/** Writers take turns, so that a code is removed once; a wrong one writes nothing. */
async function takeRecoveryCode(
  call: Call,
  { user_id, recovery_codes }: Factor,
  typed: string,
  actor: string,
): Promise<number> {
  const hash = recoveryHash(typed);
  if (hash === undefined || !recovery_codes.includes(hash)) throw invalid();
  const change = { topic: "totp", action: "update", entity: user_id, actor } as const;
  const { result } = await mutate(call.store, change, async (open) => {
    const factor = await factorIn(open.tx, user_id);
    if (!factor?.recovery_codes.includes(hash)) throw invalid();
    if (!factor.confirmed && !(await spares(open.tx, factor))) throw invalid();
    const left = factor.recovery_codes.filter((other) => other !== hash);
    await open.tx
      .update(totpSecrets)
      .set({ recovery_codes: left, updated_at: open.now })
      .where(eq(totpSecrets.user_id, user_id));
    open.touch("totp", user_id);
    noteCredential(open, user_id, "recovery_code_used", String(left.length));
    return left.length;
  });
  return result;
}

/** The time step of a code that the app shows; undefined for every other text. */
async function stepOf(
  call: Call,
  { user_id, secret_encrypted }: Factor,
  typed: string,
): Promise<number | undefined> {
  const { service, snapshot } = call;
  const secret = await openSecret(service, user_id, "secret_encrypted", secret_encrypted);
  return totpStep(secret, typed, now(call), snapshot.settings.totp.skew);
}

/**
 * Accepts a code of the confirmed factor, or one of its recovery codes or of those beside a passkey, and uses it up. Throws `invalid_grant`
 * (401) for every other text, for a step that was used and without a factor, and `too_many_requests` (F-1).
 */
export function takeCode(call: Call, user: PrincipalRecord, text: string): Promise<TakenCode> {
  const { id, alias } = user;
  const take = async (): Promise<TakenCode> => {
    const factor = text.length <= MAX_CODE_LENGTH ? await readFactor(call, id) : undefined;
    if (!factor) throw invalid();
    const typed = text.replace(/\s/g, "").toLowerCase();
    const step = factor.confirmed ? await stepOf(call, factor, typed) : undefined;
    if (step !== undefined) {
      await takeStep(call, factor, step);
      return {};
    }
    const recovery_codes_left = await takeRecoveryCode(call, factor, typed, alias[0] ?? id);
    return { recovery_codes_left };
  };
  return ofAccount(user, () => countedAttempt(call, "totp", id, take), { factor: "totp" });
}
