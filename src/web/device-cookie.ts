/** The cookie by which a browser that has signed in before is known (I-7; docs/login.md). */

import { readCookies, writeCookie } from "./cookies.ts";
import type { RequestHead } from "./request-head.ts";

const NAME = "login_device";
const HOST_NAME = `__Host-${NAME}`;
const SECURE_NAME = `__Secure-${NAME}`;

/** Seconds that a browser is known after its last sign-in: 90 days. */
export const DEVICE_LIFETIME_SECONDS = 90 * 86_400;

/**
 * One `Set-Cookie` value. `Lax`: the login page is reached from other sites.
 * @param path of the login: applications beside it have no use for the cookie
 */
export function deviceCookie(proof: string, path: string, secure: boolean): string {
  const prefixed = path === "/" ? HOST_NAME : SECURE_NAME;
  return writeCookie(secure ? prefixed : NAME, proof, {
    path,
    secure,
    http_only: true,
    same_site: "lax",
    max_age: DEVICE_LIFETIME_SECONDS,
  });
}

/** What the browser sends, unproven; of several values under one name none counts. */
export function sentDevice(request: RequestHead): string | undefined {
  for (const name of [HOST_NAME, SECURE_NAME, NAME]) {
    const values = readCookies(request, name);
    if (values.length === 1) return values[0];
  }
  return undefined;
}
