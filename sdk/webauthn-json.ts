/** WebAuthn options and results as the wire carries them: base64url without padding (wire 4.2). */
import { decodeBase64Url, encodeBase64Url } from "../src/std/base64url.ts";
import { trimEnd } from "../src/std/trim-end.ts";
import { LoginError } from "./login-error.ts";

type Json = Record<string, unknown>;

function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  // Tolerant of padding and the plain alphabet, which other servers send.
  const text = typeof value === "string" ? value : "";
  const bytes = decodeBase64Url(trimEnd(text, "=").replace(/\+/g, "-").replace(/\//g, "_"));
  if (!bytes) throw new LoginError("The service sent a passkey request that cannot be read");
  return bytes;
}

const text = (buffer: ArrayBuffer): string => encodeBase64Url(new Uint8Array(buffer));

const descriptors = (list: unknown): PublicKeyCredentialDescriptor[] =>
  (Array.isArray(list) ? list : []).map((entry: Json) => ({
    ...(entry as unknown as PublicKeyCredentialDescriptor),
    id: bytes(entry.id),
  }));

/** Options of a sign-in ceremony. */
export function readRequestOptions(options: Json): PublicKeyCredentialRequestOptions {
  return {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  };
}

/** Options of a registration ceremony. */
export function readCreationOptions(options: Json): PublicKeyCredentialCreationOptions {
  const user = (options.user ?? {}) as Json;
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(options.challenge),
    user: { ...(user as unknown as PublicKeyCredentialUserEntity), id: bytes(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  };
}

const envelope = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  ...(credential.authenticatorAttachment && {
    authenticatorAttachment: credential.authenticatorAttachment,
  }),
});

/** The result of a sign-in ceremony. */
export function writeAssertion(credential: PublicKeyCredential): Json {
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...envelope(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle && { userHandle: text(response.userHandle) }),
    },
  };
}

/** The result of a registration ceremony. */
export function writeRegistration(credential: PublicKeyCredential): Json {
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...envelope(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}
