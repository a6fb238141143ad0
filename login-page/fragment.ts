/** The part of an address behind `#` never reaches a server; the browser carries it over redirects to this page. */
import { getRedirectPath, isResponseTypeCode } from "../sdk/sdk.ts";

/**
 * Moves it to where the person was going, so that `/auth/ui/#users` is still that after the sign-in. Only behind a
 * path of this origin that has none of its own.
 */
export function keepFragment(): void {
  const { hash, href } = location;
  const path = getRedirectPath();
  if (hash.length < 2 || path === undefined || path.includes("#") || isResponseTypeCode()) return;
  const withFragment = (address: string): string => {
    const url = new URL(address);
    url.searchParams.set("redirect_path", path + hash);
    url.hash = "";
    return url.href;
  };
  history.replaceState(history.state, "", withFragment(href));
  // Of other ways to sign in, which go on in this window.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="redirect_path="]')) {
    link.href = withFragment(link.href);
  }
}
