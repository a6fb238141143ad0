/** Mails of invitations that wait in the database are sent by any instance, a bounded number a minute (ADR 0115). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { Sendable } from "../../iam/invitations/invitations.ts";
import { noteSent, takeWaiting } from "../../iam/invitations/waiting.ts";
import { isFinal } from "../../mail/line.ts";
import { outboxOf } from "../../mail/outbox.ts";
import { isHeld } from "../../snapshot/held.ts";
import { mailOf, requireMailableBy } from "./invite.ts";

/** Whether its mail is done with: sent, or refused for good. What failed for now is tried again after its lease. */
async function sendOne(service: Service, one: Sendable): Promise<boolean> {
  const { address } = one.invitation;
  try {
    // Before anything is sent, and by the address alone: deleting and importing again sends no more than inviting would.
    await service.attempts.spend("invitation", {
      account: address,
      // No request asked for it.
      network: undefined,
    });
    await outboxOf(service).sendNow(mailOf({ service, snapshot: service.snapshots.current }, one));
    return true;
  } catch (error) {
    if (!(error instanceof AuthError) && !isFinal(error)) {
      service.runtime.log.debug("the mail of an invitation waits for another try", { error });
    }
    return isFinal(error);
  }
}

function mayBeSent(service: Service): boolean {
  if (isHeld(service.snapshots.current)) return false;
  try {
    requireMailableBy(service);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

/** Sends what is due. Answers how many mails have left. */
export async function sendWaitingInvitations(service: Service): Promise<number> {
  if (!mayBeSent(service)) return 0;
  const taken = await takeWaiting(service);
  const done = await Promise.all(
    taken.map(async (one) => ((await sendOne(service, one)) ? [one.invitation.id] : [])),
  );
  await noteSent(service, done.flat());
  return done.flat().length;
}
