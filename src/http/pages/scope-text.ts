/** What a scope means, in words for people who have never heard of one (B-4). */

/** OpenID Connect Core §5.4, §11. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ["openid", "Know who you are"],
  ["profile", "See your name and user name"],
  ["email", "See your email address"],
  ["address", "See your postal address"],
  ["phone", "See your phone number"],
  ["offline_access", "Keep access while you are not using it"],
]);

export const scopeText = (scope: string): string | undefined => WELL_KNOWN.get(scope);
