/** Whether people can sign in for an authorization request that comes to this instance (O-4). */
import type { Call } from "../call.ts";

/**
 * The public surface has no login page: it needs one on another host, `authorize.login_url`. That host
 * has the consent page, too, and the pending flow is in the database that both share.
 */
export function canSignIn(call: Call): boolean {
  if (call.service.options.surface !== "public") return true;
  const { login_url } = call.snapshot.settings.authorize;
  return URL.canParse(login_url) && new URL(login_url).host !== new URL(call.origin).host;
}
