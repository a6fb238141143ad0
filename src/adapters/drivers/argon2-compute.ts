/**
 * argon2id (RFC 9106) in the PHC string format, synchronous: for workers, and inline at the edge. Of the platform where
 * it has it, else by @noble/hashes, which takes several times as long.
 */
import { argon2id } from "@noble/hashes/argon2.js";
import type { Argon2Cost } from "../../runtime.ts";
import { decodeBase64, encodeBase64 } from "../../std/base64.ts";
import { trimEnd } from "../../std/trim-end.ts";

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Salt of 8 bytes and tag of 16 at least (RFC 9106 §3.1). */
const HASH =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** Of a hash that is checked: more memory, or more time, is no hash of ours. */
const MAX_MEMORY_KIB = 262_144;
const MAX_PASSES = 10;
const MAX_LANES = 8;

interface Lanes extends Argon2Cost {
  readonly lanes: number;
}

export interface Argon2Task extends Lanes {
  readonly password: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly length: number;
}

export type Argon2 = (task: Argon2Task) => Uint8Array;

interface Builtin {
  argon2Sync?(
    algorithm: "argon2id",
    parameters: {
      readonly message: string;
      readonly nonce: Uint8Array;
      readonly parallelism: number;
      readonly tagLength: number;
      readonly memory: number;
      readonly passes: number;
    },
  ): Uint8Array;
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): Builtin | undefined };
}

const byNoble: Argon2 = ({ password, salt, memory, passes, lanes, length }) =>
  argon2id(password, salt, { m: memory, t: passes, p: lanes, dkLen: length });

/** That of Node (24.7 or later) and Bun; undefined where there is none. */
export function nativeArgon2({ process }: Platform = globalThis as Platform): Argon2 | undefined {
  const crypto = process?.getBuiltinModule?.("node:crypto");
  if (!crypto?.argon2Sync) return undefined;
  return ({ password, salt, memory, passes, lanes, length }) =>
    crypto.argon2Sync?.("argon2id", {
      ...{ message: password, nonce: salt, memory, passes },
      ...{ parallelism: lanes, tagLength: length },
    }) ?? new Uint8Array();
}

interface Parsed extends Lanes {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly tag: Uint8Array;
}

/** PHC strings leave padding out. */
const encoded = (bytes: Uint8Array): string => trimEnd(encodeBase64(bytes), "=");
const decoded = (text: string) => decodeBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "="));

function parse(hash: string): Parsed | undefined {
  const [, m, t, p, salt = "", tag = ""] = HASH.exec(hash) ?? [];
  const [memory, passes, lanes] = [Number(m), Number(t), Number(p)];
  const [salted, tagged] = [decoded(salt), decoded(tag)];
  if (!salted || !tagged || !(passes >= 1 && passes <= MAX_PASSES)) return undefined;
  if (!(lanes >= 1 && lanes <= MAX_LANES)) return undefined;
  // RFC 9106 §3.1: at least eight blocks in each lane.
  if (!(memory >= 8 * lanes && memory <= MAX_MEMORY_KIB)) return undefined;
  return { memory, passes, lanes, salt: salted, tag: tagged };
}

export const isArgon2Hash = (text: string): boolean => parse(text) !== undefined;

/** A new hash, with one lane: checks run side by side already. */
export function hashArgon2(
  password: string,
  { memory, passes }: Argon2Cost,
  argon2: Argon2 = nativeArgon2() ?? byNoble,
): string {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const tag = argon2({ password, salt, memory, passes, lanes: 1, length: TAG_BYTES });
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encoded(salt)}$${encoded(tag)}`;
}

/** False for a wrong password, and for a text that is no such hash. */
export function verifyArgon2(
  password: string,
  hash: string,
  argon2: Argon2 = nativeArgon2() ?? byNoble,
): boolean {
  const parsed = parse(hash);
  if (!parsed) return false;
  const { tag, ...cost } = parsed;
  const found = argon2({ ...cost, password, length: tag.length });
  let difference = found.length ^ tag.length;
  for (const [index, byte] of tag.entries()) difference |= byte ^ (found[index] ?? 0);
  return difference === 0;
}

export { byNoble as portableArgon2 };
