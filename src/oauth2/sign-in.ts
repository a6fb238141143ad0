/** Whether people can sign in for an authorization request that comes to this instance (O-4). */
import type { Call } from "../call.ts";

/** Whether a page is at the address of another host. */
export const isElsewhere = (call: Call, page: string): boolean =>
  URL.canParse(page) && new URL(page).host !== new URL(call.origin).host;

/**
 * The public surface has no login page: it needs one on another host, `authorize.login_url`. That host
 * has the consent page, too, and the pending flow is in the database that both share.
 */
export function canSignIn(call: Call): boolean {
  if (call.service.options.surface !== "public") return true;
  return isElsewhere(call, call.snapshot.settings.authorize.login_url);
}
