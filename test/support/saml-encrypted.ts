/** Encrypted assertions as providers write them (XML Encryption 1.1), and as attackers do. */
import { constants, createCipheriv, publicEncrypt, randomBytes } from "node:crypto";
import { assertionXml, type Key, responseXml, type Says, sign } from "./saml-idp.ts";

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC_11 = "http://www.w3.org/2009/xmlenc11#";
const DS = "http://www.w3.org/2000/09/xmldsig#";

export const GCM_256 = `${XENC_11}aes256-gcm`;
export const GCM_128 = `${XENC_11}aes128-gcm`;
export const CBC_256 = `${XENC}aes256-cbc`;
export const CBC_128 = `${XENC}aes128-cbc`;

export interface Encrypting {
  readonly algorithm?: string;
  /** Of OAEP: the digest, and that of the mask where it is another one. */
  readonly hash?: "sha1" | "sha256";
  /** Of the key transport. */
  readonly transport?: string;
  /** Markup in the method of the key transport. */
  readonly method?: string;
  /** The key beside the data in place of inside of it. */
  readonly beside?: boolean;
  /** Changes the octets of the text. */
  readonly text?: (octets: Buffer) => Buffer;
  /** Changes the octets of the key. */
  readonly key?: (octets: Buffer) => Buffer;
  /** A key of this length in place of the right one. */
  readonly length?: number;
}

/** ISO 10126: octets of any value, and how many they are. */
function padded(plain: Buffer): Buffer {
  const size = 16 - (plain.length % 16);
  return Buffer.concat([plain, randomBytes(size - 1), Buffer.from([size])]);
}

function encryptText(plain: Buffer, algorithm: string, secret: Buffer): Buffer {
  const bits = /aes(\d+)/.exec(algorithm)?.[1];
  if (algorithm.endsWith("gcm")) {
    const iv = randomBytes(12);
    const cipher = createCipheriv(`aes-${bits}-gcm` as "aes-256-gcm", secret, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }
  const iv = randomBytes(16);
  const cipher = createCipheriv(`aes-${bits}-cbc`, secret, iv).setAutoPadding(false);
  return Buffer.concat([iv, cipher.update(padded(plain)), cipher.final()]);
}

let count = 0;

/** An element of this name around the markup, for the owner of the certificate. */
export function encryptedElement(
  name: "EncryptedAssertion" | "EncryptedID" | "EncryptedAttribute",
  markup: string,
  { certificate }: Pick<Key, "certificate">,
  how: Encrypting = {},
): string {
  const { algorithm = GCM_256, hash = "sha1", text = (octets) => octets } = how;
  const transport =
    how.transport ?? (hash === "sha1" ? `${XENC}rsa-oaep-mgf1p` : `${XENC_11}rsa-oaep`);
  const right = Number(/aes(\d+)/.exec(algorithm)?.[1] ?? 256) / 8;
  const secret = randomBytes(right);
  const octets = text(encryptText(Buffer.from(markup), algorithm, secret));
  const padding = transport.endsWith("rsa-1_5")
    ? { padding: constants.RSA_PKCS1_PADDING }
    : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash };
  const sent = how.length === undefined ? secret : randomBytes(how.length);
  const wrapped = publicEncrypt({ key: certificate, ...padding }, sent);
  const key = (how.key ?? ((one) => one))(wrapped);
  const methods =
    how.method ??
    (hash === "sha256"
      ? `<ds:DigestMethod Algorithm="${XENC}sha256"/><xenc11:MGF xmlns:xenc11="${XENC_11}" Algorithm="${XENC_11}mgf1sha256"/>`
      : "");
  const encryptedKey = `<xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${transport}">${methods}</xenc:EncryptionMethod><xenc:CipherData><xenc:CipherValue>${key.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>`;
  const [inside, outside] = how.beside ? ["", encryptedKey] : [encryptedKey, ""];
  return `<saml:${name} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xenc="${XENC}" xmlns:ds="${DS}"><xenc:EncryptedData Id="_data${++count}" Type="${XENC}Element"><xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo>${inside}</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${octets.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>${outside}</saml:${name}>`;
}

export const encryptedAssertion = (
  markup: string,
  recipient: Pick<Key, "certificate">,
  how: Encrypting = {},
): string => encryptedElement("EncryptedAssertion", markup, recipient, how);

export interface Sealing extends Encrypting {
  /** What the provider signs: the assertion inside, the response around it. */
  readonly signs?: "inside" | "outside" | "both" | "nothing";
}

/** A response with the assertion encrypted, signed as told. */
export function encryptedResponse(
  says: Says,
  signer: Pick<Key, "privateKey">,
  recipient: Pick<Key, "certificate">,
  { signs = "inside", ...how }: Sealing = {},
): string {
  const bare = assertionXml(says);
  const isSigned = signs === "inside" || signs === "both";
  const inner = isSigned ? sign(bare, "Assertion", signer) : bare;
  const response = responseXml(says, encryptedAssertion(inner, recipient, how));
  return signs === "outside" || signs === "both" ? sign(response, "Response", signer) : response;
}
