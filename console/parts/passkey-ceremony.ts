/** Asks the authenticator for a new passkey; options and results are base64url, as the service sends and takes them. */

const decode = (text: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(String(text).replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.codePointAt(0) ?? 0,
  );

const encode = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json =>
  typeof value === "object" && value !== null ? (value as Json) : {};

function readOptions(options: Json): PublicKeyCredentialCreationOptions {
  const user = object(options.user);
  const registered = Array.isArray(options.excludeCredentials) ? options.excludeCredentials : [];
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: decode(options.challenge),
    user: { ...(user as unknown as PublicKeyCredentialUserEntity), id: decode(user.id) },
    excludeCredentials: registered.map((one) => ({ ...one, id: decode(object(one).id) })),
  };
}

export const canMakePasskeys = (): boolean => typeof PublicKeyCredential === "function";

/**
 * Throws what the browser says: `NotAllowedError` for a ceremony that was given up, `InvalidStateError` for an
 * authenticator that has a passkey of this account already.
 * @returns what the service takes as `credential`
 */
export async function makePasskey(options: Json): Promise<Record<string, unknown>> {
  const made = await navigator.credentials.create({ publicKey: readOptions(options) });
  const credential = made as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    ...(credential.authenticatorAttachment && {
      authenticatorAttachment: credential.authenticatorAttachment,
    }),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}
