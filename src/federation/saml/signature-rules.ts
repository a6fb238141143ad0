/** The form of a signature that is worth verifying (saml-core 5.4; S-3): everything else is refused unseen. */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { attribute, child, descendants, is, leafText } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ENVELOPED, EXCLUSIVE, SHA256, SIGNATURE } from "./names.ts";

const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";

const SIGNATURE_METHODS: ReadonlySet<string> = new Set(
  ["rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384", "ecdsa-sha512"].map(
    (name) => MORE + name,
  ),
);
const DIGEST_METHODS: ReadonlySet<string> = new Set([
  SHA256,
  `${MORE}sha384`,
  `${ENCRYPTION}sha512`,
]);

/** Exactly these children in this order; a name in brackets may be absent. */
function requireChildren(element: XmlElement, names: readonly string[]): void {
  const left = [...element.children];
  for (const name of names) {
    const optional = name.startsWith("[");
    const wanted = optional ? name.slice(1, -1) : name;
    const [next] = left;
    if (next && is(next, SIGNATURE, wanted)) left.shift();
    else if (!optional) throw new SamlFault(message("saml.signature.form", { name: element.name }));
  }
  if (left.length > 0) throw new SamlFault(message("saml.signature.form", { name: element.name }));
}

/** Of a list, the one algorithm; its name goes into the text because an administrator has to change it. */
function requireAlgorithm(element: XmlElement, allowed: ReadonlySet<string>): void {
  const algorithm = attribute(element, "Algorithm");
  if (!allowed.has(algorithm)) {
    throw new SamlFault(
      message("saml.signature.algorithm", {
        name: element.name,
        algorithm: algorithm.slice(0, 100),
      }),
    );
  }
}

/** Nothing below but prefixes that are kept, which canonicalization alone reads. */
function requirePrefixesOnly(element: XmlElement): void {
  for (const { namespace, name, children } of element.children) {
    if (namespace === EXCLUSIVE && name === "InclusiveNamespaces" && children.length === 0)
      continue;
    throw new SamlFault(message("saml.signature.form", { name: element.name }));
  }
}

function checkTransforms(transforms: XmlElement): void {
  requireChildren(transforms, ["Transform", "Transform"]);
  const [enveloped, canonical] = transforms.children;
  if (!enveloped || !canonical) return;
  requireAlgorithm(enveloped, new Set([ENVELOPED]));
  requireAlgorithm(canonical, new Set([EXCLUSIVE]));
  if (enveloped.children.length > 0) throw new SamlFault(message("saml.signature.transform"));
  requirePrefixesOnly(canonical);
}

/** Throws for everything but one reference, by its ID, to the element that the signature stands in. */
export function checkSignatureForm(owner: XmlElement, signature: XmlElement): void {
  requireChildren(signature, ["SignedInfo", "SignatureValue", "[KeyInfo]"]);
  const info = child(signature, SIGNATURE, "SignedInfo");
  requireChildren(info, ["CanonicalizationMethod", "SignatureMethod", "Reference"]);
  const canonicalization = child(info, SIGNATURE, "CanonicalizationMethod");
  requireAlgorithm(canonicalization, new Set([EXCLUSIVE]));
  requirePrefixesOnly(canonicalization);
  const method = child(info, SIGNATURE, "SignatureMethod");
  requireAlgorithm(method, SIGNATURE_METHODS);
  if (method.children.length > 0)
    throw new SamlFault(message("saml.signature.part", { name: "SignatureMethod" }));
  const reference = child(info, SIGNATURE, "Reference");
  requireChildren(reference, ["Transforms", "DigestMethod", "DigestValue"]);
  if (reference.attributes.get("URI") !== `#${attribute(owner, "ID")}`) {
    throw new SamlFault(message("saml.signature.elsewhere", { name: owner.name }));
  }
  checkTransforms(child(reference, SIGNATURE, "Transforms"));
  const digest = child(reference, SIGNATURE, "DigestMethod");
  requireAlgorithm(digest, DIGEST_METHODS);
  if (digest.children.length > 0)
    throw new SamlFault(message("saml.signature.part", { name: "DigestMethod" }));
  leafText(child(reference, SIGNATURE, "DigestValue"));
  leafText(child(signature, SIGNATURE, "SignatureValue"));
  requireKeyInfoAlone(signature);
}

/** The verifier looks for some names anywhere below a signature, so they may stand in their places only. */
function requireKeyInfoAlone(signature: XmlElement): void {
  const keyInfo = signature.children[2];
  if (!keyInfo) return;
  const taken = [
    "SignedInfo",
    "CanonicalizationMethod",
    "SignatureMethod",
    "SignatureValue",
    "Reference",
  ];
  for (const { name } of descendants(keyInfo)) {
    if (taken.includes(name))
      throw new SamlFault(message("saml.signature.part", { name: "KeyInfo" }));
  }
}
