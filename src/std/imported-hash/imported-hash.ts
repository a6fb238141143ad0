/**
 * Hashes of passwords that other services have made, in the one form in which they are kept until the first sign-in
 * replaces them: `$name$parameters$salt$key`, base64 without padding. What costs more than a check may cost is none.
 */
import { decodeUnpadded, encodeUnpadded } from "../base64.ts";

export const DIGEST_BYTES = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const;
export type Digest = keyof typeof DIGEST_BYTES;

type Bytes = Uint8Array<ArrayBuffer>;

/** RFC 8018. */
export interface Pbkdf2Hash {
  readonly kind: "pbkdf2";
  readonly digest: Digest;
  readonly iterations: number;
  readonly salt: Bytes;
  readonly key: Bytes;
}

/** RFC 7914. */
export interface ScryptHash {
  readonly kind: "scrypt";
  /** Binary logarithm of N. */
  readonly log: number;
  /** r */
  readonly block: number;
  /** p */
  readonly lanes: number;
  readonly salt: Bytes;
  readonly key: Bytes;
}

/** scrypt of Firebase: what it derives encrypts the signer key of the project. */
export interface FirebaseHash {
  readonly kind: "firebase";
  readonly log: number;
  readonly block: number;
  readonly salt: Bytes;
  readonly separator: Bytes;
  readonly signer: Bytes;
  readonly key: Bytes;
}

/** One digest of password and salt, as directories write it (`{SSHA}`). */
export interface SaltedHash {
  readonly kind: "salted";
  readonly digest: Digest;
  readonly salt: Bytes;
  readonly key: Bytes;
}

export type ImportedHash = Pbkdf2Hash | ScryptHash | FirebaseHash | SaltedHash;

/** Rounds of PBKDF2 with every block that they are done for; a round of SHA-384 and SHA-512 counts twice. */
const MAX_ROUNDS = 2_000_000;
/** Bytes of scrypt, and what it computes: N·r·p. */
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;
const MAX_WORK = 2 ** 21;
const MAX_SALT_BYTES = 128;
const MIN_KEY_BYTES = 16;
const MAX_KEY_BYTES = 128;

const isLarge = (digest: Digest): boolean => DIGEST_BYTES[digest] > 32;

/** Rounds of PBKDF2 in all. */
const roundsOf = ({ digest, iterations, key }: Pbkdf2Hash): number =>
  iterations * Math.ceil(key.length / DIGEST_BYTES[digest]) * (isLarge(digest) ? 2 : 1);

/** About how long a check takes, in rounds of PBKDF2: hashes are compared by it, and no more. */
export function workOf(hash: ImportedHash): number {
  if (hash.kind === "pbkdf2") return roundsOf(hash);
  if (hash.kind === "salted") return 1;
  const lanes = hash.kind === "scrypt" ? hash.lanes : 1;
  return 2 ** hash.log * hash.block * lanes;
}

const isWhole = (number: number, most: number): boolean =>
  Number.isSafeInteger(number) && number >= 1 && number <= most;

function isAffordable(hash: ImportedHash): boolean {
  if (hash.kind === "salted") return true;
  if (hash.kind === "pbkdf2") return roundsOf(hash) <= MAX_ROUNDS;
  return 128 * 2 ** hash.log * hash.block <= MAX_MEMORY_BYTES && workOf(hash) <= MAX_WORK;
}

function hasNumbers(hash: ImportedHash): boolean {
  if (hash.kind === "salted") return hash.key.length === DIGEST_BYTES[hash.digest];
  if (hash.kind === "pbkdf2") return isWhole(hash.iterations, 2 ** 31);
  if (!isWhole(hash.log, 40) || !isWhole(hash.block, 2 ** 20)) return false;
  if (hash.kind === "scrypt") return isWhole(hash.lanes, 2 ** 20);
  return hash.separator.length <= 16 && hash.signer.length === hash.key.length;
}

/** What keeps a hash from being one that is checked: parts that do not fit, or what the check would cost. */
export function faultOf(hash: ImportedHash): "form" | "cost" | undefined {
  const { salt, key } = hash;
  const sized = isWhole(salt.length, MAX_SALT_BYTES) && key.length >= MIN_KEY_BYTES;
  if (!sized || key.length > MAX_KEY_BYTES || !hasNumbers(hash)) return "form";
  return isAffordable(hash) ? undefined : "cost";
}

const text = (bytes: Uint8Array): string => encodeUnpadded(bytes, "base64");

const fieldsOf = (hash: ImportedHash): readonly string[] => {
  const { salt, key } = hash;
  if (hash.kind === "salted") return [`salted-${hash.digest}`, text(salt), text(key)];
  if (hash.kind === "pbkdf2") {
    return [`pbkdf2-${hash.digest}`, `i=${hash.iterations}`, text(salt), text(key)];
  }
  const cost = `ln=${hash.log},r=${hash.block}`;
  if (hash.kind === "scrypt") return ["scrypt", `${cost},p=${hash.lanes}`, text(salt), text(key)];
  const { separator, signer } = hash;
  return ["firebase-scrypt", cost, text(salt), text(separator), text(signer), text(key)];
};

/** As it is kept. */
export const writeImportedHash = (hash: ImportedHash): string => `$${fieldsOf(hash).join("$")}`;

const HEAD = /^\$(pbkdf2|salted|scrypt|firebase)-?(sha1|sha256|sha384|sha512|scrypt|)\$/;
const COST = /^ln=(\d{1,2}),r=(\d{1,3})(?:,p=(\d{1,3}))?$/;
const ROUNDS = /^i=(\d{1,8})$/;
/** Characters; longer texts are looked at no further. */
const MAX_LENGTH = 1_024;

const EMPTY = new Uint8Array();
const bytes = (part: string | undefined): Bytes => decodeUnpadded(part ?? "", "base64") ?? EMPTY;

function parsed(kind: string, digest: string, fields: readonly string[]): ImportedHash | undefined {
  const key = bytes(fields.at(-1));
  if (kind === "salted" && fields.length === 2) {
    return { kind, digest: digest as Digest, salt: bytes(fields[0]), key };
  }
  const [parameters = "", salted] = fields;
  const salt = bytes(salted);
  if (kind === "pbkdf2" && fields.length === 3) {
    const iterations = Number(ROUNDS.exec(parameters)?.[1]);
    return { kind, digest: digest as Digest, iterations, salt, key };
  }
  const [, log, block, lanes] = (COST.exec(parameters) ?? []).map(Number);
  if (log === undefined || block === undefined) return undefined;
  if (kind === "scrypt" && fields.length === 3) {
    return { kind, log, block, lanes: lanes ?? 0, salt, key };
  }
  if (kind !== "firebase" || fields.length !== 5) return undefined;
  return { kind, log, block, salt, separator: bytes(fields[2]), signer: bytes(fields[3]), key };
}

/** A hash as it is kept; undefined for every other text, and for one that costs too much. */
export function readImportedHash(kept: string): ImportedHash | undefined {
  const [head, kind = "", digest = ""] = kept.length > MAX_LENGTH ? [] : (HEAD.exec(kept) ?? []);
  if (head === undefined) return undefined;
  const needsDigest = kind === "pbkdf2" || kind === "salted";
  const second = kind === "scrypt" ? "" : "scrypt";
  if (needsDigest ? !Object.hasOwn(DIGEST_BYTES, digest) : digest !== second) return undefined;
  const hash = parsed(kind, digest, kept.slice(head.length).split("$"));
  return hash && faultOf(hash) === undefined && writeImportedHash(hash) === kept ? hash : undefined;
}
