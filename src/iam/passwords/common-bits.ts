/** Which bits of the filter a word sets: double hashing of two FNV-1a sums, alike on every runtime. */

/** Shorter passwords are refused for their length. */
export const MIN_COMMON_LENGTH = 8;
const HASHES = 14;

function sum(word: string, basis: number): number {
  let hash = basis;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01_00_01_93) >>> 0;
  }
  // FNV alone leaves neighbours together.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** @param size of the filter in bits */
export function bitsOf(word: string, size: number): readonly number[] {
  const [first, step] = [sum(word, 0x81_1c_9d_c5), sum(word, 0x9d_c5_81_1c) | 1];
  return Array.from({ length: HASHES }, (_, round) => (first + round * (step >>> 0)) % size);
}
