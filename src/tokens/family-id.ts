/** Ids of families (`sid`): which version of the configuration a login was decided on, and randomness. */
import type { Call } from "../call.ts";
import { encodeHex } from "../std/hex.ts";

/** Of 64 hex digits the first 16 are the version, the others 192 random bits. */
const VERSION_DIGITS = 16;
const RANDOM_BYTES = 24;
const FAMILY = /^0{3}[0-9a-f]{13}[0-9a-f]{48}$/;

/**
 * A family that begins now. The version is that of the call and not the newest: what a login was
 * decided on must not be younger than the family says.
 */
export const newFamilyId = ({ service, snapshot }: Call): string =>
  snapshot.version.toString(16).padStart(VERSION_DIGITS, "0") +
  encodeHex(service.runtime.random(RANDOM_BYTES));

/**
 * The version that a family began on. Undefined for ids of other makers, and for one that is yet to
 * come: then the database was restored to an older state, and versions tell nothing.
 */
export function familyVersion(sid: string, newest: number): number | undefined {
  if (!FAMILY.test(sid)) return undefined;
  const version = Number.parseInt(sid.slice(0, VERSION_DIGITS), 16);
  return version <= newest ? version : undefined;
}
