/** A key for one purpose, made from other key material (HKDF-SHA-256, RFC 5869). */

/** 32 bytes. @param purpose one of the few that the program knows */
export async function deriveFor(
  purpose: string,
  material: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveBits"]);
  const info = new TextEncoder().encode(`postern ${purpose}`);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, key, 256));
}
