/** Invitations of administrators with fewer rights: to accounts that they could make or help, and no others (ADR 0090, 0115). */
import { outOfReach, reachesInvitation } from "../iam/administrators/limited.ts";
import { invitedTo } from "../iam/invitations/invitations.ts";
import { message } from "../messages/message.ts";
import type { LimitedWrite } from "./limited-write.ts";
import { requirePersonSupported } from "./people.ts";

/** Made, sent again and withdrawn alike: the row says to which roles it leads. One that is gone went with its account. */
export async function requireInvitations(
  write: LimitedWrite,
  ids: readonly string[],
): Promise<void> {
  const { limits, open, before, after } = write;
  const beyond = (await invitedTo(open, ids)).some(({ role_ids, user_id }) => {
    // To an account that is here: only where the account itself is theirs to help.
    if (user_id !== null && before.principals.has(user_id)) {
      requirePersonSupported(write, user_id);
      return false;
    }
    return [before, after].some((snapshot) => !reachesInvitation(limits, snapshot, role_ids));
  });
  if (beyond) throw outOfReach(message("limited.invitation"));
}
