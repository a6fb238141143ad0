/** The XML capability; the parser and the verifier are loaded by the first document. */
import type { XmlSignatures } from "../../runtime/xml.ts";

const load = () => import("./xml-signatures.ts");

export const xmlSignatures: XmlSignatures = {
  async parse(document, limits) {
    return (await load()).parse(document, limits);
  },
  async certificate(pem) {
    return (await load()).certificate(pem);
  },
  async verify(document, limits, certificates) {
    return (await load()).verify(document, limits, certificates);
  },
};
