/** Session ids as signed cookie values: `<id>.<signed at>.<mac>` (B-8; login-session-wire L-O1). */

import { digestText, equalConstantTime } from "../crypto/digest.ts";
import { macText } from "../crypto/mac.ts";
import type { Runtime } from "../runtime.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { remember } from "../std/bounded-map.ts";

/** 32 random bytes; the time in seconds, base 36; HMAC-SHA-256 over name, id and time. */
const SIGNED = /^([\w-]{43})\.([0-9a-z]{1,9})\.([\w-]{43})$/;
const ID_BYTES = 32;
/** Verified values that are remembered; each costs some 300 bytes. */
const MAX_REMEMBERED = 10_000;

const encoder = new TextEncoder();

interface SignedId {
  readonly id: string;
  /** Key of the record: a digest of the id. */
  readonly key: string;
  /** Seconds since the epoch. */
  readonly signedAt: number;
}

export interface SessionIds {
  /** A fresh id and the key of its record. */
  mint(): { readonly id: string; readonly key: string };
  /** The cookie value for an id, signed now. */
  sign(cookieName: string, id: string): string;
  /** The id of a value that we signed and that is not older than `max_age` seconds. */
  verify(cookieName: string, value: string): SignedId | undefined;
}

/** @param secrets the first signs, all of them verify */
export function sessionIds(
  secrets: readonly string[],
  maxAge: number,
  runtime: Pick<Runtime, "clock" | "random" | "sha256" | "hmacSha256">,
): SessionIds {
  const keys = secrets.map((secret) => encoder.encode(secret));
  const [signing] = keys;
  if (!signing) throw new TypeError("a session needs a key");
  /** By value; what was signed for one name is worth nothing under another. */
  const known = new Map<string, SignedId & { readonly name: string }>();
  const seconds = () => Math.floor(runtime.clock.now() / 1000);
  const macOf = (key: Uint8Array<ArrayBuffer>, name: string, id: string, at: string) =>
    macText(runtime, key, `${name}|${id}|${at}`);

  const keyOf = (id: string) => digestText(runtime, id, "base64url");

  const isSigned = (name: string, id: string, at: string, mac: string) =>
    keys.some((key) => equalConstantTime(mac, macOf(key, name, id, at)));

  return {
    mint() {
      const id = encodeBase64Url(runtime.random(ID_BYTES));
      return { id, key: keyOf(id) };
    },

    sign(name, id) {
      const at = seconds().toString(36);
      return `${id}.${at}.${macOf(signing, name, id, at)}`;
    },

    verify(name, value) {
      let found = known.get(value);
      if (found?.name !== name) {
        const [, id, at, mac] = SIGNED.exec(value) ?? [];
        if (id === undefined || at === undefined || mac === undefined) return undefined;
        if (!isSigned(name, id, at, mac)) return undefined;
        found = { name, id, key: keyOf(id), signedAt: Number.parseInt(at, 36) };
        remember(known, value, found, MAX_REMEMBERED);
      }
      return seconds() - found.signedAt > maxAge ? undefined : found;
    },
  };
}
