/** Encryption that a runtime does with less than Web Crypto needs (ADR 0089). */
type Bytes = Uint8Array<ArrayBuffer>;

/** AES-GCM by one key, with a nonce of 12 bytes and a tag of 16. */
export interface NativeCipher {
  /** Ciphertext and tag, as Web Crypto joins them. */
  seal(nonce: Bytes, text: Bytes, additionalData: Bytes): Bytes;
  /** Throws where key, nonce, additional data or tag do not fit. */
  open(nonce: Bytes, sealed: Bytes, additionalData: Bytes): Bytes;
}

/** By a key of 16, 24 or 32 bytes. */
export type NativeCiphers = (key: Bytes) => NativeCipher;
