/** The SHA-256 of a certificate, as `details.cert_fingerprint` wants it (auth-wire 6.3). Nothing leaves the browser. */

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;
/** Tag of a SEQUENCE, which every certificate is (RFC 5280). */
const SEQUENCE = 0x30;

/** The fingerprint of the first certificate in the text, in lower-case hexadecimal; undefined when there is none. */
export async function fingerprintOf(pem: string): Promise<string | undefined> {
  const [, body] = PEM.exec(pem) ?? [];
  if (body === undefined) return undefined;
  try {
    const der = Uint8Array.from(atob(body.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
    if (der[0] !== SEQUENCE) return undefined;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return undefined;
  }
}
