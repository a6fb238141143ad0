/** Where a form of ours may go to sign out: what the session in front names. */
import type { CallerContext } from "../../iam/caller.ts";
import { isLocalPath, parseWebAddress } from "../../settings/fields/address-field.ts";

export interface SignOut {
  readonly url: string;
  /** For the policy of the page: its form may go nowhere else. */
  readonly source: string;
  /** On this origin, so it takes the way back: `redirect_path` in the form. */
  readonly local: boolean;
}

/** Undefined without an address, and for one that no form may go to. */
export function signOutOf({ logout_url: url }: CallerContext): SignOut | undefined {
  if (url === undefined) return undefined;
  if (isLocalPath(url)) return { url, source: "'self'", local: true };
  const origin = parseWebAddress(url)?.origin;
  return origin === undefined ? undefined : { url, source: origin, local: false };
}
