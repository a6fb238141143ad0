/**
 * Signatures and authenticator data of ceremonies (WebAuthn §7.1, §7.2; F-5). The library, which is loaded at the
 * first ceremony, decodes and verifies; what it leaves open is checked here. Its messages repeat what was
 * sent, so they go to the log alone (N-8).
 */
import { AuthError } from "../../errors.ts";
import { message, type Reason } from "../../messages/message.ts";
import { clientDataFault, type Expected } from "./client-data.ts";
import type { AssertionJson, RegistrationJson } from "./credential-json.ts";
import { keyFault, selfAttestationFault } from "./credential-key.ts";

/** COSE algorithms that are offered: ES256, EdDSA, RS256 (RFC 9053). */
export const ALGORITHMS: readonly number[] = [-7, -8, -257];
/** Attestation without a trust anchor proves nothing, so only its two plain forms are read. */
const FORMATS: ReadonlySet<string> = new Set(["none", "packed"]);

/** WebAuthn §4: a shorter one could be that of another passkey. */
const MIN_ID_BYTES = 16;

export interface Ceremony extends Pick<Expected, "challenge" | "origins"> {
  readonly rp_id: string;
  /** The ceremony was begun with `userVerification: "required"`. */
  readonly requiresVerification: boolean;
}

/** What an authenticator said of itself and of what it made. */
export interface NewCredential {
  /** URL-safe base64. */
  readonly id: string;
  /** COSE key. */
  readonly public_key: Uint8Array;
  readonly sign_count: number;
  readonly aaguid: string;
  readonly attestation: string;
  readonly user_verified: boolean;
  /** It may be on several devices (WebAuthn §6.1.3). */
  readonly backup_eligible: boolean;
  readonly backup_state: boolean;
}

export interface StoredKey {
  readonly id: string;
  readonly public_key: Uint8Array;
  readonly sign_count: number;
  readonly backup_eligible: boolean;
}

export interface Proof {
  readonly sign_count: number;
  readonly user_verified: boolean;
  readonly backup_state: boolean;
}

/** A refusal in words of ours; what the library found is for the log. */
class Fault extends Error {}

const areEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** CBOR that is written anew reads the same: nothing is left over, repeated or longer than it must be. */
async function strictCbor(attestationObject: string): Promise<ReadonlyMap<unknown, unknown>> {
  const { isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const bytes = isoBase64URL.toBuffer(attestationObject);
  const decoded = isoCBOR.decodeFirst<Parameters<typeof isoCBOR.encode>[0]>(bytes);
  if (!(decoded instanceof Map) || !areEqual(isoCBOR.encode(decoded), bytes)) {
    throw new Fault("the attestation is not strict CBOR");
  }
  if (!FORMATS.has(String(decoded.get("fmt")))) {
    throw new Fault("the attestation format is not accepted");
  }
  return decoded;
}

/** The library stores any key that it can read: whether it can ever sign in is asked here. */
async function requireUsable(attestationObject: string): Promise<void> {
  const attestation = await strictCbor(attestationObject);
  const { isoCBOR, parseAuthenticatorData } = await import("@simplewebauthn/server/helpers");
  const authData = attestation.get("authData");
  if (!(authData instanceof Uint8Array)) throw new Fault("the authenticator data is missing");
  const { credentialID, credentialPublicKey } = parseAuthenticatorData(new Uint8Array(authData));
  if (!credentialID || !credentialPublicKey) throw new Fault("the attestation has no credential");
  if (credentialID.length < MIN_ID_BYTES) {
    throw new Fault(`a credential id has at least ${MIN_ID_BYTES} bytes`);
  }
  const key = isoCBOR.decodeFirst<Map<unknown, unknown>>(credentialPublicKey);
  const fault = keyFault(key) ?? selfAttestationFault(attestation, key);
  if (fault !== undefined) throw new Fault(fault);
}

function requireClientData(encoded: string, expected: Expected): void {
  const fault = clientDataFault(encoded, expected);
  if (fault !== undefined) throw new Fault(fault);
}

/** @param refuse makes the refusal of the route from what was wrong */
async function orRefused<T>(
  check: () => Promise<T>,
  refuse: (reason: Reason, cause: unknown) => AuthError,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Fault) throw refuse(error.message, undefined);
    throw refuse(message("refusal.passkey_answer"), error);
  }
}

const registrationFailed = (detail: Reason, cause: unknown) =>
  new AuthError("invalid_request", "registration failed", {
    detail,
    facts: { webauthn: cause instanceof Error ? cause.message.slice(0, 300) : undefined },
  });

/** Throws `invalid_request` for everything that WebAuthn §7.1 refuses. */
export function verifyRegistration(
  response: RegistrationJson,
  { challenge, origins, rp_id, requiresVerification }: Ceremony,
): Promise<NewCredential> {
  return orRefused(async () => {
    const { clientDataJSON, attestationObject } = response.response;
    requireClientData(clientDataJSON, { type: "webauthn.create", challenge, origins });
    await requireUsable(attestationObject);
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id: response.id, rawId: response.rawId, type: response.type },
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rp_id,
      requireUserVerification: requiresVerification,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified || !registrationInfo) throw new Fault("the attestation's signature is not valid");
    const { credential, aaguid, fmt, userVerified } = registrationInfo;
    if (credential.id !== response.id) throw new Fault("the credential id is another one");
    return {
      id: credential.id,
      public_key: credential.publicKey,
      sign_count: credential.counter,
      aaguid,
      attestation: fmt,
      user_verified: userVerified,
      backup_eligible: registrationInfo.credentialDeviceType === "multiDevice",
      backup_state: registrationInfo.credentialBackedUp,
    };
  }, registrationFailed);
}

const assertionFailed = (reason: Reason, cause: unknown) =>
  new AuthError("invalid_grant", reason, {
    status: 401,
    facts: { webauthn: cause instanceof Error ? cause.message.slice(0, 300) : undefined },
  });

/** Throws `invalid_grant` (401) for everything that WebAuthn §7.2 refuses. */
export function verifyAssertion(
  response: AssertionJson,
  { challenge, origins, rp_id, requiresVerification }: Ceremony,
  key: StoredKey,
): Promise<Proof> {
  return orRefused(async () => {
    const { clientDataJSON, authenticatorData, signature } = response.response;
    requireClientData(clientDataJSON, { type: "webauthn.get", challenge, origins });
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id: response.id, rawId: response.rawId, type: response.type },
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rp_id,
      requireUserVerification: requiresVerification,
      credential: {
        id: key.id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.sign_count,
      },
    });
    if (!verified) throw new Fault("the signature is not valid");
    const { credentialDeviceType, credentialBackedUp, newCounter, userVerified } =
      authenticationInfo;
    // It never changes (WebAuthn §6.1.3), so another authenticator holds this key.
    if ((credentialDeviceType === "multiDevice") !== key.backup_eligible) {
      throw new Fault("the passkey's kind has changed");
    }
    return {
      sign_count: newCounter,
      user_verified: userVerified,
      backup_state: credentialBackedUp,
    };
  }, assertionFailed);
}
