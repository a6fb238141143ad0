/** SHA-256 fingerprints of certificates, as tools write them. */

/** Lower-case hexadecimal, without the colons and the prefix `sha256/`; undefined for another text. */
export function normalFingerprint(written: string): string | undefined {
  const hex = written
    .trim()
    .toLowerCase()
    .replace(/^sha256\//, "")
    .replaceAll(":", "");
  return /^[0-9a-f]{64}$/.test(hex) ? hex : undefined;
}
