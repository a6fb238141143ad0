/** Whether a proof was made for the address of a request (RFC 9449 §4.3 (9)). */
import { rawPath } from "../../std/request-path.ts";

const MAX_LENGTH = 8_192;
const ESCAPE = /%([0-9a-f]{2})/gi;
const UNRESERVED = /[\w\-.~]/;

/** RFC 3986 §6.2.2: escapes in upper case, and none where the character can stand for itself. */
const normalised = (path: string): string =>
  path.replace(ESCAPE, (text, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : text.toUpperCase();
  });

/**
 * Compares scheme, host, port and path in their one spelling (RFC 3986 §6.2.2, §6.2.3); query and fragment do not
 * count. Dot segments are resolved on the side of the proof alone: no request of ours has any.
 */
export function isForAddress(htu: unknown, url: string, origins: readonly string[]): boolean {
  if (typeof htu !== "string" || htu.length > MAX_LENGTH) return false;
  const named = URL.parse(htu);
  if (named?.username !== "" || named.password !== "") return false;
  if (named.protocol !== "https:" && named.protocol !== "http:") return false;
  return origins.includes(named.origin) && normalised(named.pathname) === normalised(rawPath(url));
}
