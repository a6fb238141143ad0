/** Reading XML and verifying its signatures (XML Signature Syntax and Processing 1.1), as a capability of the runtime. */
import type { XmlLimits } from "../std/xml-text.ts";

/** An element with nothing in it but elements and text: a document with anything else is not read. */
export interface XmlElement {
  /** Namespace name; empty without one. */
  readonly namespace: string;
  /** Without its prefix. */
  readonly name: string;
  /** By name as written, prefix included; namespace declarations are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** What stands directly in the element, in one piece. */
  readonly text: string;
}

/** What a signature covers. Nothing may be read from the document itself. */
export interface SignedElement {
  /** The ID that the one reference of the signature names. */
  readonly id: string;
  /** The element in the exclusive canonical form that was digested. */
  readonly canonical: string;
}

/** What a certificate says about its key. */
export interface XmlCertificate {
  /** `rsa`, `ec` or what else the runtime calls it. */
  readonly type: string;
  /** Size of an RSA modulus; absent for other keys. */
  readonly bits?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
}

/** Reads documents, and verifies a signature before anything of it counts. */
export interface XmlSignatures {
  /**
   * The root element. Rejects with an `XmlFault` for what `checkXmlText` refuses, and for everything about
   * which the parser has as much as a warning.
   */
  parse(document: string, limits: XmlLimits): Promise<XmlElement>;
  /** Rejects with an `XmlFault` for what is no certificate with a key that can be used here. */
  certificate(pem: string): Promise<XmlCertificate>;
  /**
   * The elements that the signatures of the document cover, in the order of the signatures: none without a
   * signature. Rejects with an `XmlFault` when a single signature cannot be verified with one of the
   * certificates, or uses an algorithm below SHA-256; keys inside the document count for nothing.
   * @param certificates PEM, from the provider's own metadata
   */
  verify(
    document: string,
    limits: XmlLimits,
    certificates: readonly string[],
  ): Promise<readonly SignedElement[]>;
}
