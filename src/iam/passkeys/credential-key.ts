/** Public keys that can sign in: the three that are offered, whole and of a usable size (RFC 9053; RFC 8230; WebAuthn §5.8.5). */

type Cose = ReadonlyMap<unknown, unknown>;

const KTY = 1;
const ALG = 3;

/** y² = x³ − 3x + b over p (FIPS 186-5, P-256). */
const P256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
};
/** −x² + y² = 1 + dx²y² over p (RFC 8032 §5.1). */
const ED25519 = {
  p: 2n ** 255n - 19n,
  d: 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n,
};

const MIN_RSA_BITS = 2_048;
/** Larger ones take a second to verify, or are not known to every runtime. */
const MAX_RSA_BITS = 8_192;
/** Real exponents are 3 and 65537; the runtimes know no longer ones. */
const MAX_EXPONENT_BYTES = 4;

const numberOf = (bytes: Uint8Array): bigint => {
  let hex = "0x0";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return BigInt(hex);
};

const bytesAt = (key: Cose, label: number): Uint8Array | undefined => {
  const value = key.get(label);
  return value instanceof Uint8Array ? value : undefined;
};

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function isOnP256(key: Cose): boolean {
  const [x, y] = [bytesAt(key, -2), bytesAt(key, -3)];
  if (key.get(-1) !== 1 || x?.length !== 32 || y?.length !== 32) return false;
  const { p, b } = P256;
  const [a, o] = [numberOf(x), numberOf(y)];
  return a < p && o < p && (o * o - (a * a * a - 3n * a + b)) % p === 0n;
}

/** Whether a point has this y: whether x² = (y² − 1) / (dy² + 1) has a root (RFC 8032 §5.1.3). */
function isOnEd25519(key: Cose): boolean {
  const x = bytesAt(key, -2);
  if (key.get(-1) !== 6 || x?.length !== 32) return false;
  const { p, d } = ED25519;
  const y = numberOf(x.slice().reverse()) & (2n ** 255n - 1n);
  if (y >= p) return false;
  const [above, below] = [y * y - 1n + p, d * y * y + 1n];
  // A quotient is a square when the product is; 0 is the point that signs for everybody.
  return power(above * below, (p - 1n) / 2n, p) === 1n;
}

function isUsableRsa(key: Cose): boolean {
  const [n, e] = [bytesAt(key, -1), bytesAt(key, -2)];
  if (!n || !e || n[0] === 0 || e[0] === 0 || e.length > MAX_EXPONENT_BYTES) return false;
  if (n.length > MAX_RSA_BITS / 8) return false;
  const [modulus, exponent] = [numberOf(n), numberOf(e)];
  const isOdd = (modulus & exponent & 1n) === 1n;
  return isOdd && exponent >= 3n && modulus >= 2n ** BigInt(MIN_RSA_BITS - 1);
}

interface Kind {
  readonly kty: number;
  readonly isUsable: (key: Cose) => boolean;
  /** What is wrong with one that is not. */
  readonly fault: string;
}

/** By COSE algorithm: ES256, EdDSA, RS256. */
const KINDS: ReadonlyMap<unknown, Kind> = new Map([
  [-7, { kty: 2, isUsable: isOnP256, fault: "the key is no point of P-256" }],
  [-8, { kty: 1, isUsable: isOnEd25519, fault: "the key is no point of Ed25519" }],
  [
    -257,
    {
      kty: 3,
      isUsable: isUsableRsa,
      fault: "an RSA key has 2048 to 8192 bits and an odd exponent from 3",
    },
  ],
]);

/** Why no one could sign in with this key; undefined for a good one. */
export function keyFault(key: unknown): string | undefined {
  if (!(key instanceof Map)) return "the key is no COSE key";
  const kind = KINDS.get(key.get(ALG));
  if (!kind) return "the key's algorithm was not offered";
  if (key.get(KTY) !== kind.kty) return "the key's type is not that of its algorithm";
  return kind.isUsable(key) ? undefined : kind.fault;
}

/** A packed attestation by the key itself names the key's algorithm (WebAuthn §8.2). */
export function selfAttestationFault(attestation: Cose, key: Cose): string | undefined {
  const statement = attestation.get("attStmt");
  if (attestation.get("fmt") !== "packed" || !(statement instanceof Map)) return undefined;
  if (statement.has("x5c") || statement.get("alg") === key.get(ALG)) return undefined;
  return "the attestation's algorithm is not the key's";
}
