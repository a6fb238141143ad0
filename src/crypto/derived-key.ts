/** Keys for one purpose each, made from the key of the installation; each is derived once. */
import { decodeBase64 } from "../std/base64.ts";
import type { SecretBox } from "./secretbox.ts";

interface Derived {
  readonly keyId: string;
  readonly keys: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Deriving costs more than the page around a form. */
const derived = new WeakMap<SecretBox, Derived>();

/** @param purpose one of the few that the program knows */
export async function derivedKey(
  box: SecretBox,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { keyId } = box;
  let known = derived.get(box);
  if (known?.keyId !== keyId) {
    known = { keyId, keys: new Map() };
    derived.set(box, known);
  }
  let key = known.keys.get(purpose);
  if (!key) {
    key = new Uint8Array(decodeBase64(await box.derive(purpose)) ?? []);
    known.keys.set(purpose, key);
  }
  return key;
}
