/** The key by which one SAML record decrypts assertions, and how it is published (S-11, ADR 0082). */
import { selfSignedCertificate } from "../crypto/certificate.ts";
import { sha256 } from "../crypto/digest.ts";
import {
  generatePrivateKey,
  importSigningKey,
  normalizePrivateKey,
} from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";

const COMMON_NAME = "Postern SAML service provider";

/**
 * The certificate in which the key is published. It carries the key and vouches for nothing, so it follows from the key
 * alone: the same on every instance, and nothing else to keep.
 */
export async function encryptionCertificate(privateKey: string): Promise<string> {
  const { jwk } = await importSigningKey("", privateKey);
  return selfSignedCertificate({
    commonName: COMMON_NAME,
    privateKey,
    from: Date.UTC(2020, 0),
    until: Date.UTC(2049, 0),
    serial: sha256(String(jwk.n)).slice(0, 16),
    use: "encryption",
  });
}

/** Inside a write: keys that can be used, and one where the record asks for it. */
export async function withEncryptionKey(
  config: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const keys: Record<string, string> = {};
  for (const name of ["encryption_key", "next_encryption_key"]) {
    const { [name]: pem } = config;
    if (typeof pem !== "string" || pem === "") continue;
    try {
      await importSigningKey("", pem);
      keys[name] = normalizePrivateKey(pem);
    } catch (cause) {
      const detail = `${name}: is not a PEM private key for RSA`;
      throw new AuthError("invalid_request", "cannot decode config", { detail, cause });
    }
  }
  const wants = config.encrypted_assertions === true && !keys.encryption_key;
  return { ...config, ...keys, ...(wants && { encryption_key: await generatePrivateKey() }) };
}
