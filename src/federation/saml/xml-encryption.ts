/**
 * The one form of XML Encryption that is read (XML Encryption 1.1; ADR 0082): an element under AES, whose key is under
 * RSA-OAEP. Everything else is refused unseen. What fails with the keys themselves fails in one way (S-11).
 */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { attribute, child, childrenNamed, optionalChild } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { SIGNATURE } from "./names.ts";

const ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";
const ENCRYPTION_11 = "http://www.w3.org/2009/xmlenc11#";
const ELEMENT = `${ENCRYPTION}Element`;

interface Cipher {
  readonly name: "AES-GCM" | "AES-CBC";
  /** Bytes of the key. */
  readonly key: number;
  /** Bytes in front of the text. */
  readonly iv: number;
}

/** §5.2: block encryption. */
const CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  [`${ENCRYPTION_11}aes256-gcm`, { name: "AES-GCM", key: 32, iv: 12 }],
  [`${ENCRYPTION_11}aes128-gcm`, { name: "AES-GCM", key: 16, iv: 12 }],
  [`${ENCRYPTION}aes256-cbc`, { name: "AES-CBC", key: 32, iv: 16 }],
  [`${ENCRYPTION}aes128-cbc`, { name: "AES-CBC", key: 16, iv: 16 }],
]);

/** Those that providers are told of, the best first (saml-metadata 2.4.1.1). */
export const OFFERED: readonly string[] = [
  `${ENCRYPTION_11}aes256-gcm`,
  `${ENCRYPTION_11}aes128-gcm`,
  `${ENCRYPTION}rsa-oaep-mgf1p`,
];

type Hash = "SHA-1" | "SHA-256";

const DIGESTS: ReadonlyMap<string, Hash> = new Map([
  [`${SIGNATURE}sha1`, "SHA-1"],
  [`${ENCRYPTION}sha256`, "SHA-256"],
]);
const MASKS: ReadonlyMap<string, Hash> = new Map([
  [`${ENCRYPTION_11}mgf1sha1`, "SHA-1"],
  [`${ENCRYPTION_11}mgf1sha256`, "SHA-256"],
]);

/** What is to be decrypted, once its form is right. */
export interface EncryptedText {
  readonly cipher: Cipher;
  readonly value: Uint8Array<ArrayBuffer>;
  /** Digest of OAEP and of its mask. */
  readonly hash: Hash;
  readonly key: Uint8Array<ArrayBuffer>;
}

const named = <T>(
  known: ReadonlyMap<string, T>,
  algorithm: string,
  what: "cipher" | "digest" | "mask",
): T => {
  const found = known.get(algorithm);
  if (found === undefined) {
    throw new SamlFault(message(`saml.encrypted.${what}`, { algorithm: algorithm.slice(0, 100) }));
  }
  return found;
};

/** §5.5.2: RSA-OAEP, with one digest for both of its places; the platform knows no other. */
function hashOf(method: XmlElement): Hash {
  const algorithm = attribute(method, "Algorithm");
  const is11 = algorithm === `${ENCRYPTION_11}rsa-oaep`;
  if (!is11 && algorithm !== `${ENCRYPTION}rsa-oaep-mgf1p`) {
    throw new SamlFault(
      message("saml.encrypted.transport", { algorithm: algorithm.slice(0, 100) }),
    );
  }
  const digestMethod = optionalChild(method, SIGNATURE, "DigestMethod");
  const digest = digestMethod
    ? named(DIGESTS, attribute(digestMethod, "Algorithm"), "digest")
    : "SHA-1";
  const mgf = optionalChild(method, ENCRYPTION_11, "MGF");
  const mask = is11 && mgf ? named(MASKS, attribute(mgf, "Algorithm"), "mask") : "SHA-1";
  if (childrenNamed(method, ENCRYPTION, "OAEPparams").length > 0) {
    throw new SamlFault(message("saml.encrypted.parameters"));
  }
  if (digest !== mask) {
    throw new SamlFault(message("saml.encrypted.two_digests"));
  }
  return digest;
}

function cipherValue(holder: XmlElement): Uint8Array<ArrayBuffer> {
  const data = child(holder, ENCRYPTION, "CipherData");
  const { text, children } = child(data, ENCRYPTION, "CipherValue");
  const bytes = children.length > 0 ? undefined : decodeBase64(text.replace(/[ \t\r\n]+/g, ""));
  if (!bytes) throw new SamlFault(message("saml.no_base64", { name: "CipherValue" }));
  return bytes;
}

/** saml-core 2.3.4: the data, and its key inside of it or beside it. */
export function readEncrypted(element: XmlElement): EncryptedText {
  const data = child(element, ENCRYPTION, "EncryptedData");
  const type = data.attributes.get("Type");
  if (type !== undefined && type !== ELEMENT)
    throw new SamlFault(message("saml.encrypted.no_element"));
  const keyInfo = optionalChild(data, SIGNATURE, "KeyInfo");
  const [wrapped, ...others] = [keyInfo, element].flatMap((holder) =>
    holder ? childrenNamed(holder, ENCRYPTION, "EncryptedKey") : [],
  );
  if (!wrapped || others.length > 0) throw new SamlFault(message("saml.encrypted.keys"));
  const method = child(data, ENCRYPTION, "EncryptionMethod");
  return {
    cipher: named(CIPHERS, attribute(method, "Algorithm"), "cipher"),
    value: cipherValue(data),
    hash: hashOf(child(wrapped, ENCRYPTION, "EncryptionMethod")),
    key: cipherValue(wrapped),
  };
}

async function unwrap(
  pkcs8: Uint8Array<ArrayBuffer>,
  { hash, key, cipher }: EncryptedText,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const algorithm = { name: "RSA-OAEP", hash } as const;
  const own = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["decrypt"]);
  try {
    const raw = new Uint8Array(await crypto.subtle.decrypt({ name: "RSA-OAEP" }, own, key));
    return raw.length === cipher.key ? raw : undefined;
  } catch {
    return undefined;
  }
}

/**
 * §5.2.2: the last octet says how many are padding, whatever the others are. The platform wants them all alike: one more
 * block that says so itself makes it leave the rest alone.
 */
async function decryptCbc(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const last = text.slice(-16);
  const end = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-CBC", iv: last }, key, new Uint8Array(0)),
  );
  const whole = new Uint8Array([...text, ...end]);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-CBC", iv }, key, whole));
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw new RangeError("padding");
  return padded.subarray(0, -padding);
}

const cannot = () => new SamlFault(message("saml.encrypted.unreadable"));

/**
 * The decrypted octets as text. All keys are tried, and a key that does not fit is followed by the same work with a
 * random one: neither the answer nor its time tells whether it was the key, the text or what is in it.
 * @param keys private keys in PKCS#8
 */
export async function decrypt(
  encrypted: EncryptedText,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<string> {
  const { cipher, value } = encrypted;
  const found = await Promise.all(keys.map((key) => unwrap(key, encrypted)));
  const fitting = found.find((raw) => raw !== undefined);
  const raw = fitting ?? crypto.getRandomValues(new Uint8Array(cipher.key));
  const usages: KeyUsage[] = cipher.name === "AES-CBC" ? ["decrypt", "encrypt"] : ["decrypt"];
  const key = await crypto.subtle.importKey("raw", raw, cipher.name, false, usages);
  const [iv, text] = [value.slice(0, cipher.iv), value.slice(cipher.iv)];
  try {
    if (text.length < 16) throw new RangeError("too short");
    const plain =
      cipher.name === "AES-GCM"
        ? await crypto.subtle.decrypt({ name: "AES-GCM", iv, tagLength: 128 }, key, text)
        : await decryptCbc(key, iv, text);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    throw cannot();
  }
}
