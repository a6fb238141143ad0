/** Verification of XML signatures (XML Signature Syntax and Processing 1.1), as a capability of the runtime. */

/** What a signature covers. Nothing may be read from the document itself. */
export interface SignedElement {
  /** The ID that the one reference of the signature names. */
  readonly id: string;
  /** The element in the exclusive canonical form that was digested. */
  readonly canonical: string;
}

/** Verifies a signature before anything is read. */
export interface XmlSignatures {
  /**
   * The elements that the signatures of the document cover: none without a signature. Rejects when a
   * single signature cannot be verified with one of the certificates, or uses an algorithm below
   * SHA-256; keys inside the document count for nothing.
   * @param certificates PEM, from the provider's own metadata
   */
  verify(document: string, certificates: readonly string[]): Promise<readonly SignedElement[]>;
}
