/** A WebAuthn registration for another user, with the authenticator at this computer (auth-wire 6.6). */
import { api, payloadOf } from "../api/client.ts";

type Json = Readonly<Record<string, unknown>>;

export const canRegister = (): boolean => typeof PublicKeyCredential === "function";

/** base64url without padding. */
function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  const plain = String(value).replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

const encoded = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  const user = options.user as PublicKeyCredentialUserEntity;
  const registered = (options.excludeCredentials ?? []) as PublicKeyCredentialDescriptor[];
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(options.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: registered.map((one) => ({ ...one, id: bytes(one.id) })),
  };
}

/** @returns false when the authenticator did not finish; throws what the service refuses */
export async function registerPasskey(user_id: string, name: string): Promise<boolean> {
  const begun = await payloadOf(api.POST("/v1/passkey/register", { body: { user_id } }));
  if (!("options" in begun)) return false;
  const made = await navigator.credentials
    .create({ publicKey: creationOptions(begun.options) })
    .catch(() => null);
  if (!(made instanceof PublicKeyCredential)) return false;
  const response = made.response as AuthenticatorAttestationResponse;
  await api.POST("/v1/passkey/register", {
    body: {
      ...{ user_id, name, session_id: begun.session_id },
      credential: {
        ...{ id: made.id, rawId: encoded(made.rawId), type: made.type },
        authenticatorAttachment: made.authenticatorAttachment ?? undefined,
        response: {
          clientDataJSON: encoded(response.clientDataJSON),
          attestationObject: encoded(response.attestationObject),
          transports: response.getTransports?.() ?? [],
        },
      } as never,
    },
  });
  return true;
}
