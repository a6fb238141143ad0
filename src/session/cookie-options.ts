/** Cookies as a caller writes them: of a session and of a login. */

/**
 * Which requests of other sites carry the cookie (RFC 6265bis §5.6.7). The numbers are 0 and 1 for the
 * default, 2 `lax`, 3 `strict`, 4 `none`.
 */
export type SameSite = "lax" | "strict" | "none" | "default" | "" | 0 | 1 | 2 | 3 | 4;

/** What the cookies have in common. */
export interface CookieOptions {
  /**
   * Path of the cookie.
   * @default "/"
   */
  readonly path?: string | undefined;
  /** Domain of the cookie, such as `example.com`. Absent: this host alone. */
  readonly domain?: string | undefined;
  /** `Secure` of the cookie. Absent: on, unless the public scheme is `http`. */
  readonly secure?: boolean | undefined;
  /**
   * `SameSite` of the cookie.
   * @default "lax"
   */
  readonly same_site?: SameSite | undefined;
}
