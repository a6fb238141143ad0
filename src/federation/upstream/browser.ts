/** The browser that began a sign-in, known by a cookie of its own (U-1, B-8; auth-wire 5.10). */
import type { Call } from "../../call.ts";
import { equalConstantTime, sha256Hex } from "../../crypto/digest.ts";
import { encodeHex } from "../../std/hex.ts";
import {
  type CookieAttributes,
  readCookies,
  removeCookie,
  writeCookie,
} from "../../web/cookies.ts";

/** Seconds; people have to prove themselves at the provider meanwhile. */
export const STATE_SECONDS = 600;

const VALUE = /^[0-9a-f]{64}$/;

/** What the provider is given of a sign-in; both are made from the cookie and stored nowhere. */
export interface BrowserProof {
  readonly nonce: string;
  /** RFC 7636 §4.1. */
  readonly verifier: string;
}

function cookieOf(call: Call, state: string) {
  const secure = call.origin.startsWith("https:");
  const attributes: CookieAttributes = {
    path: `${call.service.options.prefix_path}/oauth2/code/`,
    secure,
    http_only: true,
    same_site: "lax",
    max_age: STATE_SECONDS,
  };
  // The path is not `/`, so that `__Host-` cannot be used.
  const name = `${secure ? "__Secure-" : ""}postern_oauth_state_${sha256Hex(state)}`;
  return { name, attributes };
}

const proofOf = (value: string): BrowserProof => ({
  nonce: sha256Hex(`nonce ${value}`),
  verifier: sha256Hex(`verifier ${value}`),
});

const bindingOf = (value: string): string => sha256Hex(`binding ${value}`);

/** A new cookie for a state, what is stored of it, and what the provider is given. */
export function bindBrowser(call: Call, state: string) {
  const value = encodeHex(call.service.runtime.random(32));
  const { name, attributes } = cookieOf(call, state);
  return {
    cookie: writeCookie(name, value, attributes),
    binding: bindingOf(value),
    proof: proofOf(value),
  };
}

/** The proof of the browser that brings a state back; undefined for every other browser. */
export function boundBrowser(
  call: Call,
  request: Request,
  state: string,
  binding: string,
): BrowserProof | undefined {
  const { name } = cookieOf(call, state);
  const [value = "", ...more] = readCookies(request, name);
  if (more.length > 0 || !VALUE.test(value)) return undefined;
  return equalConstantTime(bindingOf(value), binding) ? proofOf(value) : undefined;
}

/** `Set-Cookie` that ends the cookie of a state. */
export function forgetBrowser(call: Call, state: string): string {
  const { name, attributes } = cookieOf(call, state);
  return removeCookie(name, attributes);
}
