/** What is kept of an imported hash beside the account, to see whether the account still has it. */
import { sha256Hex } from "../../crypto/digest.ts";

/** Fewer bits than the salt of any hash has, so that it says nothing of the password. */
const DIGITS = 8;

/** Empty for no hash. */
export const hashMark = (hash: string | undefined): string =>
  hash === undefined ? "" : sha256Hex(hash).slice(0, DIGITS);
