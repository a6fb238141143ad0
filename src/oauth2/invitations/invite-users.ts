/** People whose account is here are invited by an administrator who chose them (ADR 0115). */
import type { Call } from "../../call.ts";
import { requireReach } from "../../iam/administrators/limited.ts";
import { type InvitedAccount, inviteAccounts } from "../../iam/invitations/invite-accounts.ts";
import type { Language } from "../../std/texts/languages.ts";
import { mutate } from "../../store/mutate.ts";
import { requireMailable } from "./invite.ts";

export interface InvitedUser extends InvitedAccount {
  readonly user_id: string;
}

/**
 * Who of the users is invited is decided in one write; the rules of administrators with fewer rights hold for it. Throws
 * `conflict` and `unavailable` where no mail can be sent, and what those rules refuse.
 */
export async function inviteUsers(
  call: Call,
  ids: readonly string[],
  language: Language | undefined,
  actor: string,
): Promise<readonly InvitedUser[]> {
  requireMailable(call);
  const { service } = call;
  for (const id of new Set(ids)) requireReach(call, id, "invite");
  const { result } = await mutate(
    call.store,
    (found: ReadonlyMap<string, InvitedAccount>) =>
      [...found.values()].flatMap(({ result, id }) =>
        result === "invited" && id !== undefined
          ? [{ topic: "invitations", action: "create", entity: id, actor } as const]
          : [],
      ),
    (open) => inviteAccounts(service, open, ids, language ?? call.language(), actor),
  );
  return [...result].map(([user_id, one]) => ({ user_id, ...one }));
}
