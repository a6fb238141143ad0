/** Verifies XML signatures with keys that are chosen here, by algorithms that are listed here (S-3, S-4). */
import {
  createHash,
  createPublicKey,
  type KeyObject,
  verify as verifyBytes,
  X509Certificate,
} from "node:crypto";
import { ExclusiveCanonicalization } from "xml-crypto";
import { XmlFault } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { SignedElement, XmlCertificate, XmlElement } from "../../runtime/xml.ts";
import { TimeSlices } from "../../std/time-slices.ts";
import type { XmlLimits } from "../../std/xml-text.ts";
import { childrenOf, isElement, parseTree, toElement, type XmlNode } from "./xml-parse.ts";

const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = `${SIGNATURE}enveloped-signature`;

/** Keys below are not taken (NIST SP 800-131A). */
const MIN_RSA_BITS = 2048;

/** RFC 9231 §2.3: the kind of key that each method takes, and its digest. */
const METHODS: ReadonlyMap<string, readonly [type: "rsa" | "ec", hash: string]> = new Map(
  (["rsa", "ec"] as const).flatMap((type) =>
    ["sha256", "sha384", "sha512"].map((hash) => {
      const name = `${MORE}${type === "ec" ? "ecdsa" : "rsa"}-${hash}`;
      return [name, [type, hash] as const] as const;
    }),
  ),
);

const DIGESTS: ReadonlyMap<string, string> = new Map([
  [`${ENCRYPTION}sha256`, "sha256"],
  [`${MORE}sha384`, "sha384"],
  [`${ENCRYPTION}sha512`, "sha512"],
]);

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
    throw new XmlFault(message("saml.certificate.unreadable"), { cause });
  }
}

function usableCertificate(pem: string) {
  const read = readCertificate(pem);
  const { type, bits } = read.facts;
  if (type !== "rsa" && type !== "ec") {
    throw new XmlFault(message("saml.certificate.kind", { type }));
  }
  if (bits !== undefined && bits < MIN_RSA_BITS) {
    throw new XmlFault(message("saml.certificate.short", { bits, least: MIN_RSA_BITS }));
  }
  return read;
}

function signaturesIn(node: XmlNode, found: XmlNode[] = []): XmlNode[] {
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue;
    if (child.namespaceURI === SIGNATURE && child.localName === "Signature") found.push(child);
    signaturesIn(child, found);
  }
  return found;
}

const ofSignature = (name: string) => (element: XmlElement) =>
  element.namespace === SIGNATURE && element.name === name;

/** The only child of this name; throws where there is none or another one. */
function only(parent: XmlElement, name: string): XmlElement {
  const [found, ...others] = parent.children.filter(ofSignature(name));
  if (!found || others.length > 0) throw new XmlFault(message("saml.signature.not_one", { name }));
  return found;
}

/** What a signature says of what it covers, and its value. */
interface SignedInfo {
  /** In canonical form: what the value is about. */
  readonly material: string;
  readonly method: string;
  readonly value: Buffer;
  readonly reference: string;
  /** Of the digest. */
  readonly hash: string;
  readonly digest: Buffer;
  /** Prefixes that the canonical form of the element keeps. */
  readonly prefixes: readonly string[];
}

/** Real ones are about ten; each is looked for at every attribute. */
const MAX_PREFIXES = 64;

/** Exclusive XML Canonicalization 1.0 §4: the prefixes in the list of the one algorithm. */
function keptPrefixes(algorithm: XmlElement): readonly string[] {
  if (algorithm.attributes.get("Algorithm") !== EXCLUSIVE) {
    throw new XmlFault(message("saml.signature.canonical"));
  }
  const lists = algorithm.children.map(({ attributes }) => attributes.get("PrefixList") ?? "");
  const prefixes = lists
    .join(" ")
    .split(/[ \t\r\n]+/)
    .filter((prefix) => prefix !== "");
  if (prefixes.length > MAX_PREFIXES) throw new XmlFault(message("saml.signature.prefixes"));
  return prefixes;
}

const decode = ({ text }: XmlElement) => Buffer.from(text, "base64");

/** XML Signature §4.4, from the canonical form alone, which is what is signed. */
function readSignedInfo(signature: XmlNode, limits: XmlLimits): SignedInfo {
  const parts = [...childrenOf(signature)].filter(isElement);
  const infos = parts.filter((part) => part.localName === "SignedInfo");
  const [node] = infos;
  if (!node || infos.length > 1)
    throw new XmlFault(message("saml.signature.not_one", { name: "SignedInfo" }));
  const written = toElement(node);
  const kept = keptPrefixes(only(written, "CanonicalizationMethod"));
  const material = canonicalForm(node, kept);
  const info = parse(material, limits);
  const reference = only(info, "Reference");
  const transforms = only(reference, "Transforms").children;
  const [enveloped, exclusive, ...more] = transforms;
  if (!exclusive || more.length > 0 || enveloped?.attributes.get("Algorithm") !== ENVELOPED) {
    throw new XmlFault(message("saml.signature.transforms"));
  }
  const hash = DIGESTS.get(only(reference, "DigestMethod").attributes.get("Algorithm") ?? "");
  if (hash === undefined) throw new XmlFault(message("saml.signature.digest"));
  return {
    material,
    method: only(info, "SignatureMethod").attributes.get("Algorithm") ?? "",
    value: decode(only(toElement(signature), "SignatureValue")),
    reference: reference.attributes.get("URI") ?? "",
    hash,
    digest: decode(only(reference, "DigestValue")),
    prefixes: keptPrefixes(exclusive),
  };
}

/** Whether the value is by this key, and not by one of another kind. */
function isBy(key: KeyObject, { method, material, value }: SignedInfo): boolean {
  const [type, hash] = METHODS.get(method) ?? [];
  if (hash === undefined || key.asymmetricKeyType !== type) return false;
  const chosen = type === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : key;
  return verifyBytes(hash, Buffer.from(material), chosen, value);
}

/** Namespaces of prefixes around an element, which its canonical form has to declare itself. */
function namespacesAround(element: XmlNode, prefixes: readonly string[]) {
  return prefixes.flatMap((prefix) => {
    const name = `xmlns:${prefix}`;
    if (element.hasAttribute(name) || element.prefix === prefix) return [];
    for (let at = element.parentNode; at && isElement(at); at = at.parentNode) {
      if (at.hasAttribute(name)) return [{ prefix, namespaceURI: at.getAttribute(name) ?? "" }];
    }
    return [];
  });
}

/** Without one element of the tree: the copy that the enveloped-signature transform is about costs more than all else. */
class Canonicalization extends ExclusiveCanonicalization {
  readonly #left: unknown;

  constructor(left: unknown) {
    super();
    this.#left = left;
  }

  override processInner(...given: Parameters<ExclusiveCanonicalization["processInner"]>): string {
    return given[0] === this.#left ? "" : super.processInner(...given);
  }
}

/** In exclusive canonical form; without `left`, which is one of its children. */
function canonicalForm(element: XmlNode, prefixes: readonly string[], left?: XmlNode): string {
  const around = namespacesAround(element, prefixes);
  const canonical = new Canonicalization(left).process(element as never, {
    inclusiveNamespacesPrefixList: [...prefixes],
    ancestorNamespaces: around,
  });
  // It wrote them into the tree, where a signature around this one is still to be looked at.
  for (const { prefix } of around) element.removeAttribute(`xmlns:${prefix}`);
  return canonical;
}

/**
 * What the signature covers: the element that it stands in and names, and nothing else (saml-core 5.4.2). The value
 * is verified first, so that the work for what it covers is done for messages of the provider alone.
 */
function signedElement(
  signature: XmlNode,
  limits: XmlLimits,
  keys: readonly KeyObject[],
): SignedElement | undefined {
  const owner = signature.parentNode;
  const id = owner && isElement(owner) ? (owner.getAttribute("ID") ?? "") : "";
  const info = readSignedInfo(signature, limits);
  if (!owner || id === "" || info.reference !== `#${id}`) return undefined;
  if (!keys.some((key) => isBy(key, info))) return undefined;
  const canonical = canonicalForm(owner, info.prefixes, signature);
  const digest = createHash(info.hash).update(canonical, "utf8").digest();
  return digest.equals(info.digest) ? { id, canonical } : undefined;
}

export const parse = (document: string, limits: XmlLimits): XmlElement =>
  toElement(parseTree(document, limits));

export const certificate = (pem: string): XmlCertificate => usableCertificate(pem).facts;

/** Rejects with an `XmlFault` when one signature of the document is by none of the keys. */
export async function verify(
  document: string,
  limits: XmlLimits,
  certificates: readonly string[],
): Promise<readonly SignedElement[]> {
  const slices = new TimeSlices();
  const root = parseTree(document, limits);
  const keys = certificates.map((pem) => usableCertificate(pem).key);
  const found: SignedElement[] = [];
  for (const signature of signaturesIn(root)) {
    await slices.yieldTurn();
    const signed = signedElement(signature, limits, keys);
    if (!signed) {
      throw new XmlFault(message("saml.signature.wrong"));
    }
    found.push(signed);
  }
  return found;
}
