/** Entity tags of what we serve as it is (RFC 9110 §8.8.3, §13.1.2). */
import { sha256 } from "../crypto/digest.ts";
import { encodeHex } from "../std/hex.ts";

const versions = new WeakMap<Uint8Array, string>();

/** 16 hexadecimal digits that stand for these bytes; computed once for as long as they are kept. */
export function versionOf(bytes: Uint8Array): string {
  const cached = versions.get(bytes);
  if (cached !== undefined) return cached;
  const version = encodeHex(sha256(bytes).subarray(0, 8));
  versions.set(bytes, version);
  return version;
}

/** Whether the browser has this version already, so that 304 is enough; compared weakly. */
export function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.includes(etag) || known.includes(`W/${etag}`) || known.includes("*");
}
