/** A changed password and a disabled account end the sessions that exist (K-11). */

import type { Service } from "../../call.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { seconds } from "../../std/duration.ts";
import type { Write } from "../../store/change.ts";

import { revokePrincipal } from "../../store/revocations.ts";

/** Seconds that the longest family of tokens may live. */
export function longestFamily({ snapshots }: Service): number {
  const { refresh_lifetime, refresh_absolute_lifetime } = snapshots.current.settings.token;
  return Math.max(seconds(refresh_lifetime), seconds(refresh_absolute_lifetime));
}

/**
 * Inside the write that is the reason, so that the two cannot come apart.
 * @param except `sid` of the one sign-in that goes on
 */
export async function endSessions(
  service: Service,
  open: Write,
  id: string,
  except?: string,
): Promise<void> {
  await revokePrincipal(open, id, service.runtime.clock.now(), longestFamily(service), except);
}

interface Standing {
  readonly disabled: boolean;
  readonly details: Details;
}

/** Whether going from one state to the other takes away what a session was given on. */
export const mustEndSessions = (before: Standing, after: Standing): boolean =>
  (after.disabled && !before.disabled) ||
  after.details.password !== before.details.password ||
  after.details.secret !== before.details.secret;
