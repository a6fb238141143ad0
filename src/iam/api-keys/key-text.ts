/**
 * The text of an API key: `tak_`, 64 random hex digits and 8 of a checksum, so that scanners recognise a
 * leaked key and a mistyped one is refused without a look-up. Keys without checksum, as older systems
 * issued them, are accepted (auth-wire 6.5).
 */
import type { Runtime } from "../../runtime.ts";
import { crc32Hex } from "../../std/crc32.ts";
import { encodeHex } from "../../std/hex.ts";

const PREFIX = "tak_";
const RANDOM_BYTES = 32;
const FORM = /^(tak_[0-9a-f]{64})([0-9a-f]{8})?$/;

/** A new key, with 256 random bits. */
export function newKeyText({ random }: Pick<Runtime, "random">): string {
  const body = `${PREFIX}${encodeHex(random(RANDOM_BYTES))}`;
  return `${body}${crc32Hex(body)}`;
}

/** Whether a text can be a key at all. */
export function isKeyText(text: string): boolean {
  const [, body = "", checksum] = FORM.exec(text) ?? [];
  return body !== "" && (checksum === undefined || checksum === crc32Hex(body));
}
