/** Signatures that a runtime makes with less than Web Crypto needs (ADR 0089). */
import type { Jwk, SignatureAlgorithm } from "./public-jwk.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The signature of a text by one key. */
export type Signer = (text: Bytes) => Bytes | Promise<Bytes>;

/** Whether one key has signed a text. False for a signature of any other form. */
export type Verifier = (text: Bytes, signature: Bytes) => boolean | Promise<boolean>;

export interface NativeSignatures {
  /** By a key in PKCS#8; undefined where Web Crypto and its thread do better. */
  signer(algorithm: SignatureAlgorithm, pkcs8: Bytes): Signer | undefined;
  /** By a public key that Web Crypto has taken; undefined in the same way. */
  verifier(algorithm: SignatureAlgorithm, jwk: Jwk): Verifier | undefined;
}
