/** Invitations of administrators with fewer rights: to accounts that they could make, and no others (ADR 0090). */
import { outOfReach, reachesInvitation } from "../iam/administrators/limited.ts";
import { invitedRoles } from "../iam/invitations/invitations.ts";
import { message } from "../messages/message.ts";
import type { LimitedWrite } from "./limited-write.ts";

/** Made, sent again and withdrawn alike: the row says to which roles it leads. One that is gone went with its account. */
export async function requireInvitations(
  { limits, open, before, after }: LimitedWrite,
  ids: readonly string[],
): Promise<void> {
  const beyond = (await invitedRoles(open, ids)).some((roles) =>
    [before, after].some((snapshot) => !reachesInvitation(limits, snapshot, roles)),
  );
  if (beyond) throw outOfReach(message("limited.invitation"));
}
