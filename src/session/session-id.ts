/** Session ids as signed cookie values: `<id>.<signed at>.<mac>` (B-8; login-session-wire L-O1). */

import { sha256Base64Url } from "../crypto/digest.ts";
import type { Runtime } from "../runtime.ts";
import { decodeBase64Url, encodeBase64Url } from "../std/base64url.ts";
import { remember } from "../std/bounded-map.ts";

/** 32 random bytes; the time in seconds, base 36; HMAC-SHA-256 over name, id and time. */
const SIGNED = /^([\w-]{43})\.([0-9a-z]{1,9})\.([\w-]{43})$/;
const ID_BYTES = 32;
/** Verified values that are remembered; each costs some 300 bytes. */
const MOST_REMEMBERED = 10_000;

const encoder = new TextEncoder();

interface SignedId {
  /** Key of the record: a digest of the id. */
  readonly key: string;
  /** Seconds since the epoch. */
  readonly signedAt: number;
}

export interface SessionIds {
  /** A fresh id and the key of its record. */
  mint(): Promise<{ readonly id: string; readonly key: string }>;
  /** The cookie value for an id, signed now. */
  sign(cookieName: string, id: string): Promise<string>;
  /** What was verified before, without waiting for anything; undefined says nothing. */
  remembered(cookieName: string, value: string): (SignedId & { readonly id: string }) | undefined;
  /** The id of a value that we signed and that is not older than `max_age` seconds. */
  verify(
    cookieName: string,
    value: string,
  ): Promise<(SignedId & { readonly id: string }) | undefined>;
}

async function macKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
    "verify",
  ]);
}

/** @param secrets the first signs, all of them verify */
export async function sessionIds(
  secrets: readonly string[],
  maxAge: number,
  { clock, random }: Pick<Runtime, "clock" | "random">,
): Promise<SessionIds> {
  const keys = await Promise.all(secrets.map(macKey));
  const [signing] = keys;
  if (!signing) throw new TypeError("a session needs a key");
  /** By value; what was signed for one name is worth nothing under another. */
  const known = new Map<string, SignedId & { readonly id: string; readonly name: string }>();
  const seconds = () => Math.floor(clock.now() / 1000);
  const input = (name: string, id: string, at: string) => encoder.encode(`${name}|${id}|${at}`);

  async function isSigned(name: string, id: string, at: string, mac: string): Promise<boolean> {
    const bytes = decodeBase64Url(mac);
    if (!bytes) return false;
    for (const key of keys) {
      // The platform compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytes, input(name, id, at))) return true;
    }
    return false;
  }

  return {
    async mint() {
      const id = encodeBase64Url(random(ID_BYTES));
      return { id, key: await sha256Base64Url(id) };
    },

    async sign(name, id) {
      const at = seconds().toString(36);
      const mac = await crypto.subtle.sign("HMAC", signing, input(name, id, at));
      return `${id}.${at}.${encodeBase64Url(new Uint8Array(mac))}`;
    },

    remembered(name, value) {
      const found = known.get(value);
      if (found?.name !== name || seconds() - found.signedAt > maxAge) return undefined;
      return found;
    },

    async verify(name, value) {
      let found = known.get(value);
      if (found?.name !== name) {
        const [, id, at, mac] = SIGNED.exec(value) ?? [];
        if (id === undefined || at === undefined || mac === undefined) return undefined;
        if (!(await isSigned(name, id, at, mac))) return undefined;
        found = { name, id, key: await sha256Base64Url(id), signedAt: Number.parseInt(at, 36) };
        remember(known, value, found, MOST_REMEMBERED);
      }
      return seconds() - found.signedAt > maxAge ? undefined : found;
    },
  };
}
