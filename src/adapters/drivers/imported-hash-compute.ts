/** Checks of imported hashes by `node:crypto`, which every runtime has: at once in a worker, or aside where the runtime has threads of its own. */
import { createCipheriv, createHash, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "node:crypto";
import { promisify } from "node:util";
import {
  type FirebaseHash,
  type ImportedHash,
  readImportedHash,
  type ScryptHash,
} from "../../std/imported-hash/imported-hash.ts";

const pbkdf2Aside = promisify(pbkdf2);
const scryptAside = promisify<string, Uint8Array, number, object, Uint8Array>(scrypt);

const AES_KEY_BYTES = 32;

/** Twice what scrypt fills, which libraries count differently. */
const scryptCost = ({ log, block, ...hash }: ScryptHash | FirebaseHash) => ({
  N: 2 ** log,
  r: block,
  p: hash.kind === "scrypt" ? hash.lanes : 1,
  maxmem: 256 * 2 ** log * block + 1024 * 1024,
});

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => Uint8Array.from([...a, ...b]);

/** AES-256-CTR from a counter of zero. */
function encrypted(key: Uint8Array, message: Uint8Array): Uint8Array {
  const cipher = createCipheriv("aes-256-ctr", key, new Uint8Array(16));
  return joined(cipher.update(message), cipher.final());
}

const saltOf = (hash: ScryptHash | FirebaseHash): Uint8Array =>
  hash.kind === "scrypt" ? hash.salt : joined(hash.salt, hash.separator);
const lengthOf = (hash: ScryptHash | FirebaseHash): number =>
  hash.kind === "scrypt" ? hash.key.length : AES_KEY_BYTES;

/** What scrypt derived as it is compared. */
const scryptResult = (hash: ScryptHash | FirebaseHash, derived: Uint8Array): Uint8Array =>
  hash.kind === "scrypt" ? derived : encrypted(derived, hash.signer);

function derived(hash: ImportedHash, password: string): Uint8Array {
  if (hash.kind === "salted") {
    return createHash(hash.digest).update(password).update(hash.salt).digest();
  }
  if (hash.kind === "pbkdf2") {
    const { salt, iterations, key, digest } = hash;
    return pbkdf2Sync(password, salt, iterations, key.length, digest);
  }
  const key = scryptSync(password, saltOf(hash), lengthOf(hash), scryptCost(hash));
  return scryptResult(hash, key);
}

async function derivedAside(hash: ImportedHash, password: string): Promise<Uint8Array> {
  if (hash.kind === "salted") return derived(hash, password);
  if (hash.kind === "pbkdf2") {
    const { salt, iterations, key, digest } = hash;
    return pbkdf2Aside(password, salt, iterations, key.length, digest);
  }
  const key = await scryptAside(password, saltOf(hash), lengthOf(hash), scryptCost(hash));
  return scryptResult(hash, key);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of b.entries()) difference |= byte ^ (a[index] ?? 0);
  return difference === 0;
}

export const isImportedHash = (text: string): boolean => readImportedHash(text) !== undefined;

/** False for a wrong password, and for a text that is no such hash. */
export function verifyImported(password: string, text: string): boolean {
  const hash = readImportedHash(text);
  return hash !== undefined && isEqual(derived(hash, password), hash.key);
}

/** The same on the threads of the runtime. */
export async function verifyImportedAside(password: string, text: string): Promise<boolean> {
  const hash = readImportedHash(text);
  return hash !== undefined && isEqual(await derivedAside(hash, password), hash.key);
}
