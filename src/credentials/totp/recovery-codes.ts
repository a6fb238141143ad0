/** Recovery codes: eight, shown once, stored as digests, each good for one sign-in (auth-wire 6.4; F-2, C-5). */
import { sha256Hex } from "../../crypto/digest.ts";
import { encodeBase32 } from "../../std/base32.ts";

const CODE_COUNT = 8;
/** Bytes of randomness: 16 letters of base32. */
const CODE_BYTES = 10;
const SHAPE = /^[a-z2-7]{8}-[a-z2-7]{8}$/;

export interface RecoveryCodes {
  /** For the person. */
  readonly codes: readonly string[];
  /** For the database. */
  readonly hashes: readonly string[];
}

export function newRecoveryCodes(random: (bytes: number) => Uint8Array): RecoveryCodes {
  const codes = Array.from({ length: CODE_COUNT }, () => {
    const letters = encodeBase32(random(CODE_BYTES)).toLowerCase();
    return `${letters.slice(0, 8)}-${letters.slice(8)}`;
  });
  return { codes, hashes: codes.map(sha256Hex) };
}

/** The digest by which a typed code is found; undefined when it cannot be one. */
export const recoveryHash = (typed: string): string | undefined =>
  SHAPE.test(typed) ? sha256Hex(typed) : undefined;
