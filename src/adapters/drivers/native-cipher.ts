/** AES-GCM by `node:crypto`: at once, where Web Crypto hands each text to a thread and takes it back (ADR 0089). */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { NativeCiphers } from "../../std/native-cipher.ts";

const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

export const aesGcm: NativeCiphers = (key) => {
  const name = `aes-${key.length * 8}-gcm` as "aes-256-gcm";
  return {
    seal(nonce, text, additionalData) {
      const cipher = createCipheriv(name, key, nonce, TAG).setAAD(additionalData);
      // A stream cipher: nothing is left for the end.
      const sealed = cipher.update(text);
      cipher.final();
      return new Uint8Array(Buffer.concat([sealed, cipher.getAuthTag()]));
    },
    open(nonce, sealed, additionalData) {
      const end = sealed.length - TAG_BYTES;
      const cipher = createDecipheriv(name, key, nonce, TAG)
        .setAAD(additionalData)
        .setAuthTag(sealed.subarray(end));
      const text = cipher.update(sealed.subarray(0, end));
      cipher.final();
      return new Uint8Array(text);
    },
  };
};
