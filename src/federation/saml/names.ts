/** Names of SAML 2.0 (saml-core, saml-bindings, saml-metadata) and XML Signature. */

export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

export const REDIRECT_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
export const POST_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
export const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** Exclusive XML Canonicalization 1.0, and transforms and digests of XML Signature. */
export const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
export const ENVELOPED = `${SIGNATURE}enveloped-signature`;
export const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

/** RFC 9231 §2.3.2. */
export const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** Formats of a NameID by the short names that a provider record takes (saml-core 8.3). */
export const NAME_ID_FORMATS = {
  unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  emailAddress: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
} as const;

/** A NameID of this format is another one at each sign-in. */
export const TRANSIENT: string = NAME_ID_FORMATS.transient;
