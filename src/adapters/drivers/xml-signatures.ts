/** Verifies XML signatures with keys that are chosen here, by algorithms that are listed here (S-3, S-4). */
import {
  createHash,
  createPublicKey,
  type KeyObject,
  verify as verifyBytes,
  X509Certificate,
} from "node:crypto";
import { ExclusiveCanonicalization, SignedXml } from "xml-crypto";
import { XmlFault } from "../../errors.ts";
import type { SignedElement, XmlCertificate, XmlElement } from "../../runtime/xml.ts";
import type { XmlLimits } from "../../std/xml-text.ts";
import { childrenOf, isElement, parseTree, toElement, type XmlNode } from "./xml-parse.ts";

const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";

/** Keys below are not taken (NIST SP 800-131A). */
const MINIMUM_BITS = 2048;

/** RFC 9231 §2.3: the key must be of the kind that the algorithm names. */
const signatureAlgorithm = (name: string, type: "rsa" | "ec", hash: string) =>
  class {
    getAlgorithmName = () => name;
    getSignature = (): never => {
      throw new Error("nothing is signed here");
    };
    verifySignature = (material: string, key: KeyObject, value: string): boolean => {
      if (key.asymmetricKeyType !== type) return false;
      const chosen = type === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : key;
      return verifyBytes(hash, Buffer.from(material), chosen, Buffer.from(value, "base64"));
    };
  };

const hashAlgorithm = (name: string, hash: string) =>
  class {
    getAlgorithmName = () => name;
    getHash = (text: string) => createHash(hash).update(text, "utf8").digest("base64");
  };

const SIGNATURES = Object.assign(Object.create(null), {
  [`${MORE}rsa-sha256`]: signatureAlgorithm(`${MORE}rsa-sha256`, "rsa", "sha256"),
  [`${MORE}rsa-sha384`]: signatureAlgorithm(`${MORE}rsa-sha384`, "rsa", "sha384"),
  [`${MORE}rsa-sha512`]: signatureAlgorithm(`${MORE}rsa-sha512`, "rsa", "sha512"),
  [`${MORE}ecdsa-sha256`]: signatureAlgorithm(`${MORE}ecdsa-sha256`, "ec", "sha256"),
  [`${MORE}ecdsa-sha384`]: signatureAlgorithm(`${MORE}ecdsa-sha384`, "ec", "sha384"),
  [`${MORE}ecdsa-sha512`]: signatureAlgorithm(`${MORE}ecdsa-sha512`, "ec", "sha512"),
});

const HASHES = Object.assign(Object.create(null), {
  [`${ENCRYPTION}sha256`]: hashAlgorithm(`${ENCRYPTION}sha256`, "sha256"),
  [`${MORE}sha384`]: hashAlgorithm(`${MORE}sha384`, "sha384"),
  [`${ENCRYPTION}sha512`]: hashAlgorithm(`${ENCRYPTION}sha512`, "sha512"),
});

const ENVELOPED = `${SIGNATURE}enveloped-signature`;
const TRANSFORMS = Object.assign(Object.create(null), {
  "http://www.w3.org/2001/10/xml-exc-c14n#": ExclusiveCanonicalization,
  [ENVELOPED]: new SignedXml().CanonicalizationAlgorithms[ENVELOPED],
});

function readCertificate(pem: string): { key: KeyObject; facts: XmlCertificate } {
  try {
    const certificate = new X509Certificate(pem);
    const key = certificate.publicKey;
    const spki = key.export({ type: "spki", format: "der" });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return {
      // Made anew: not every runtime verifies with the key of a certificate.
      key: createPublicKey({ key: spki, type: "spki", format: "der" }),
      facts: {
        type: key.asymmetricKeyType ?? "unknown",
        ...(bits !== undefined && { bits }),
        notAfter: Date.parse(certificate.validTo),
      },
    };
  } catch (cause) {
    throw new XmlFault("a certificate cannot be read", { cause });
  }
}

function usableCertificate(pem: string) {
  const read = readCertificate(pem);
  const { type, bits } = read.facts;
  if (type !== "rsa" && type !== "ec") {
    throw new XmlFault(`a certificate has a key of type ${type}; RSA and EC keys can be used`);
  }
  if (bits !== undefined && bits < MINIMUM_BITS) {
    throw new XmlFault(
      `a certificate has a key of ${bits} bits, at least ${MINIMUM_BITS} are needed`,
    );
  }
  return read;
}

function* signaturesIn(node: XmlNode): Generator<XmlNode> {
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue;
    if (child.namespaceURI === SIGNATURE && child.localName === "Signature") yield child;
    yield* signaturesIn(child);
  }
}

/** What the library has for itself: the bytes that the signature value is about. */
interface SignedInfo {
  getCanonSignedInfoXml(document: unknown): string;
  readonly signatureAlgorithm: string;
  readonly signatureValue: string;
}

/**
 * Whether the list of references is signed by the key. The library looks at it last, after it has brought all that
 * the references name into canonical form: half a second for a document of full size, which a stranger can send.
 * Here it is looked at first, and the library's own check comes after it.
 */
function isListSigned(verifier: SignedXml, key: KeyObject, signature: XmlNode): boolean {
  const own = verifier as unknown as SignedInfo;
  const Algorithm = SIGNATURES[own.signatureAlgorithm];
  const material = own.getCanonSignedInfoXml(signature.ownerDocument);
  return new Algorithm().verifySignature(material, key, own.signatureValue);
}

/** The canonical form of what the signature covers; undefined when it is not by this key. */
function verifiedBy(key: KeyObject, text: string, signature: XmlNode): string | undefined {
  const verifier = new SignedXml({
    publicCert: key as never,
    getCertFromKeyInfo: () => null,
  });
  verifier.SignatureAlgorithms = SIGNATURES;
  verifier.HashAlgorithms = HASHES;
  verifier.CanonicalizationAlgorithms = TRANSFORMS;
  verifier.idAttributes = ["ID"];
  try {
    verifier.loadSignature(signature as never);
    if (!isListSigned(verifier, key, signature)) return undefined;
    if (!verifier.checkSignature(text)) return undefined;
  } catch {
    return undefined;
  }
  const id = signature.parentNode?.getAttribute("ID") ?? "";
  const [reference, ...others] = verifier.getReferences();
  const [canonical, ...more] = verifier.getSignedReferences();
  const one = others.length === 0 && more.length === 0 && canonical !== undefined;
  return one && id !== "" && reference?.uri === `#${id}` ? canonical : undefined;
}

export const parse = (document: string, limits: XmlLimits): XmlElement =>
  toElement(parseTree(document, limits).root);

export const certificate = (pem: string): XmlCertificate => usableCertificate(pem).facts;

/** Throws an `XmlFault` when one signature of the document is by none of the keys. */
export function verify(
  document: string,
  limits: XmlLimits,
  certificates: readonly string[],
): readonly SignedElement[] {
  const { text, root } = parseTree(document, limits);
  const keys = certificates.map((pem) => usableCertificate(pem).key);
  return [...signaturesIn(root)].map((signature) => {
    for (const key of keys) {
      const canonical = verifiedBy(key, text, signature);
      if (canonical === undefined) continue;
      return { id: signature.parentNode?.getAttribute("ID") ?? "", canonical };
    }
    throw new XmlFault("a signature does not verify with a certificate of the provider");
  });
}
