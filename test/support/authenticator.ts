/** An authenticator in software (WebAuthn §6): real keys and signatures, and every lie that a test needs. */
import { decodeBase64Url, encodeBase64Url } from "../../src/std/base64url.ts";

type Bytes = Uint8Array<ArrayBuffer>;
// biome-ignore lint/suspicious/noExplicitAny: options are JSON of the answer under test
type Options = any;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function head(major: number, value: number): number[] {
  const type = major << 5;
  if (value < 24) return [type | value];
  if (value < 256) return [type | 24, value];
  return [type | 25, value >> 8, value & 255];
}

export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** Canonical CBOR of what WebAuthn needs (RFC 8949). */
function cbor(value: Cbor): Bytes {
  if (typeof value === "number")
    return new Uint8Array(value < 0 ? head(1, -1 - value) : head(0, value));
  if (typeof value === "string")
    return concat(new Uint8Array(head(3, utf8(value).length)), utf8(value));
  if (value instanceof Uint8Array) return concat(new Uint8Array(head(2, value.length)), value);
  return concat(
    new Uint8Array(head(5, value.size)),
    ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)]),
  );
}

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** ECDSA as ASN.1 DER (WebAuthn §6.5.5); Web Crypto gives the two numbers one after the other. */
function der(raw: Uint8Array): Bytes {
  const integer = (number: Uint8Array) => {
    let from = 0;
    while (from < number.length - 1 && number[from] === 0) from++;
    const digits = number.slice(from);
    const padded = (digits[0] ?? 0) & 0x80 ? concat(new Uint8Array(1), digits) : digits;
    return concat(new Uint8Array([2, padded.length]), padded);
  };
  const body = concat(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return concat(new Uint8Array([0x30, body.length]), body);
}

const KINDS = {
  ES256: {
    generate: { name: "ECDSA", namedCurve: "P-256" },
    sign: { name: "ECDSA", hash: "SHA-256" },
  },
  EdDSA: { generate: { name: "Ed25519" }, sign: { name: "Ed25519" } },
  RS256: {
    generate: {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    sign: { name: "RSASSA-PKCS1-v1_5" },
  },
} as const;

export type KeyKind = keyof typeof KINDS;

function coseKey(kind: KeyKind, jwk: JsonWebKey): Map<number, Cbor> {
  const part = (name: "x" | "y" | "n" | "e") =>
    decodeBase64Url(jwk[name] ?? "") ?? new Uint8Array();
  if (kind === "ES256") {
    return new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part("x")],
      [-3, part("y")],
    ]);
  }
  if (kind === "EdDSA") {
    return new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part("x")],
    ]);
  }
  return new Map<number, Cbor>([
    [1, 3],
    [3, -257],
    [-1, part("n")],
    [-2, part("e")],
  ]);
}

/** What the authenticator and the browser claim; the defaults are a synced passkey with user verification. */
export interface Claims {
  readonly origin?: string;
  readonly rp_id?: string;
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly backup_eligible?: boolean;
  readonly backup_state?: boolean;
  readonly counter?: number;
  /** Members of the client data that replace the true ones. */
  readonly clientData?: Readonly<Record<string, unknown>>;
  readonly userHandle?: string | null;
  /** Bytes behind the authenticator data or the attestation. */
  readonly trailing?: Uint8Array;
  readonly fmt?: string;
}

export interface Passkey {
  readonly id: string;
  readonly kind: KeyKind;
  readonly keys: CryptoKeyPair;
  readonly rp_id: string;
  readonly userHandle: string;
  /** Of the last use. */
  counter: number;
}

const flagsOf = (claims: Claims): number => {
  const { present = true, verified = true, backup_eligible = true, backup_state = true } = claims;
  return (
    (present ? 1 : 0) | (verified ? 4 : 0) | (backup_eligible ? 8 : 0) | (backup_state ? 16 : 0)
  );
};

const counterBytes = (counter: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, counter);
  return bytes;
};

const clientDataOf = (type: string, challenge: string, origin: string, claims: Claims): Bytes =>
  utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...claims.clientData }));

/** AAGUID of the iCloud Keychain, whose name the service knows. */
const AAGUID = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";

interface Making extends Claims {
  readonly kind?: KeyKind;
  readonly aaguid?: string;
  readonly id?: Uint8Array;
  readonly transports?: readonly string[];
  /** Members of the COSE key that replace the true ones; undefined leaves one out. */
  readonly cose?: ReadonlyMap<number, Cbor | undefined>;
  /** Algorithm of a packed attestation by the key itself. */
  readonly selfAttested?: number;
}

/** `navigator.credentials.create` at an origin; the JSON that a page sends, and the passkey. */
export async function makePasskey(options: Options, origin: string, making: Making = {}) {
  const { kind = "ES256", aaguid = AAGUID, transports = ["internal", "hybrid"] } = making;
  const keys = (await crypto.subtle.generateKey(KINDS[kind].generate, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const rp_id = making.rp_id ?? options.rp.id;
  const id = making.id ?? crypto.getRandomValues(new Uint8Array(20));
  const { counter = 0, trailing = new Uint8Array(), fmt = "none", selfAttested } = making;
  const members = coseKey(kind, await crypto.subtle.exportKey("jwk", keys.publicKey));
  for (const [label, value] of making.cose ?? []) {
    if (value === undefined) members.delete(label);
    else members.set(label, value);
  }
  const authData = concat(
    await sha256(utf8(rp_id)),
    new Uint8Array([flagsOf(making) | 0x40]),
    counterBytes(counter),
    Uint8Array.from(aaguid.replaceAll("-", "").match(/../g) ?? [], (hex) =>
      Number.parseInt(hex, 16),
    ),
    new Uint8Array([id.length >> 8, id.length & 255]),
    id,
    cbor(members),
  );
  const clientData = clientDataOf(
    "webauthn.create",
    options.challenge,
    making.origin ?? origin,
    making,
  );
  const statement = new Map<string, Cbor>();
  if (selfAttested !== undefined) {
    const signed = concat(authData, await sha256(clientData));
    const raw = new Uint8Array(await crypto.subtle.sign(KINDS[kind].sign, keys.privateKey, signed));
    statement.set("alg", selfAttested);
    statement.set("sig", kind === "ES256" ? der(raw) : raw);
  }
  const attestation = concat(
    cbor(
      new Map<string, Cbor>([
        ["fmt", selfAttested === undefined ? fmt : "packed"],
        ["attStmt", statement],
        ["authData", authData],
      ]),
    ),
    trailing,
  );
  const passkey: Passkey = {
    ...{ id: encodeBase64Url(id), kind, keys, rp_id, counter },
    userHandle: options.user.id,
  };
  const credential = {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    authenticatorAttachment: "platform",
    response: {
      clientDataJSON: encodeBase64Url(clientData),
      attestationObject: encodeBase64Url(attestation),
      transports,
    },
  };
  return { passkey, credential };
}

/** `navigator.credentials.get` at an origin: the JSON that a page sends. */
export async function usePasskey(
  passkey: Passkey,
  options: Options,
  origin: string,
  claims: Claims = {},
) {
  const { kind, keys, id } = passkey;
  if (claims.counter !== undefined) passkey.counter = claims.counter;
  const authData = concat(
    await sha256(utf8(claims.rp_id ?? passkey.rp_id)),
    new Uint8Array([flagsOf(claims)]),
    counterBytes(passkey.counter),
    claims.trailing ?? new Uint8Array(),
  );
  const clientData = clientDataOf(
    "webauthn.get",
    options.challenge,
    claims.origin ?? origin,
    claims,
  );
  const signed = concat(authData, await sha256(clientData));
  const raw = new Uint8Array(await crypto.subtle.sign(KINDS[kind].sign, keys.privateKey, signed));
  const handle = claims.userHandle === undefined ? passkey.userHandle : claims.userHandle;
  return {
    id,
    rawId: id,
    type: "public-key",
    response: {
      clientDataJSON: encodeBase64Url(clientData),
      authenticatorData: encodeBase64Url(authData),
      signature: encodeBase64Url(kind === "ES256" ? der(raw) : raw),
      ...(handle !== null && { userHandle: handle }),
    },
  };
}
