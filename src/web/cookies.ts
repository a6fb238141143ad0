/** Cookies in and out (RFC 6265; security B-8). */
import type { RequestHead } from "./request-head.ts";

/** The values that a request sends under one name, in its order. */
export function readCookies(request: RequestHead, name: string): readonly string[] {
  const header = request.headers.get("cookie");
  if (header === null || !header.includes(name)) return [];
  const values: string[] = [];
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) {
      values.push(part.slice(equals + 1).trim());
    }
  }
  return values;
}

export interface CookieAttributes {
  readonly path: string;
  readonly domain?: string;
  readonly secure: boolean;
  readonly http_only: boolean;
  readonly same_site: "lax" | "strict" | "none";
  /** Seconds; absent makes a cookie that ends with the browser's session, zero removes it. */
  readonly max_age?: number;
}

const SAME_SITE = { lax: "Lax", strict: "Strict", none: "None" } as const;

/** One `Set-Cookie` value. Name and value are ours: tokens and base64url. */
export function writeCookie(name: string, value: string, attributes: CookieAttributes): string {
  const { path, domain, secure, http_only, same_site, max_age } = attributes;
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain ? [`Domain=${domain}`] : []),
    ...(max_age === undefined ? [] : [`Max-Age=${max_age}`]),
    ...(max_age === 0 ? ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"] : []),
    ...(secure ? ["Secure"] : []),
    ...(http_only ? ["HttpOnly"] : []),
    `SameSite=${SAME_SITE[same_site]}`,
  ].join("; ");
}

export const removeCookie = (name: string, attributes: CookieAttributes): string =>
  writeCookie(name, "", { ...attributes, max_age: 0 });
