/** Digests of texts as templates use them, for names and keys; nothing here guards a secret. */

/** FIPS 180-4: what SHA-1, SHA-256 and SHA-512 share is the padding into blocks of words. */
function* blocks(bytes: Uint8Array, size: 64 | 128): Generator<DataView> {
  const tail = size / 8;
  const whole = new Uint8Array(Math.ceil((bytes.length + 1 + tail) / size) * size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < whole.length; at += size) yield new DataView(whole.buffer, at, size);
}

/** The first `count` primes; roots of them are the constants of SHA-2. */
function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0n)) found.push(n);
  }
  return found;
}

/** The first bits of the fraction of a square (2) or cube (3) root. */
function rootBits(value: bigint, degree: 2n | 3n, bits: bigint): bigint {
  const target = value << (bits * degree);
  let low = 0n;
  let high = 1n << (bits + 8n);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** degree <= target) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(Number(bits), low);
}

type Constants = { start: readonly bigint[]; rounds: readonly bigint[] };

const constantsOf = (bits: bigint, rounds: number): Constants => ({
  start: primes(8).map((prime) => rootBits(prime, 2n, bits)),
  rounds: primes(rounds).map((prime) => rootBits(prime, 3n, bits)),
});

/** The shifts of SHA-256 and SHA-512: two sums over the state, two over the schedule. */
type Shape = {
  bits: 32 | 64;
  rounds: number;
  sums: readonly (readonly [number, number, number])[];
};

const SHAPES: Readonly<Record<"sha256" | "sha512", Shape>> = {
  sha256: {
    bits: 32,
    rounds: 64,
    sums: [
      [2, 13, 22],
      [6, 11, 25],
      [7, 18, 3],
      [17, 19, 10],
    ],
  },
  sha512: {
    bits: 64,
    rounds: 80,
    sums: [
      [28, 34, 39],
      [14, 18, 41],
      [1, 8, 7],
      [19, 61, 6],
    ],
  },
};

const constants = new Map<Shape, Constants>();

function sha2(bytes: Uint8Array, shape: Shape): string {
  const { bits, rounds, sums } = shape;
  const known = constants.get(shape) ?? constantsOf(BigInt(bits), rounds);
  constants.set(shape, known);
  const word = (value: bigint) => BigInt.asUintN(bits, value);
  const turn = (value: bigint, by: number) =>
    (value >> BigInt(by)) | word(value << BigInt(bits - by));
  const sum = (value: bigint, kind: number) => {
    const [first, second, third] = sums[kind] ?? [0, 0, 0];
    const last = kind < 2 ? turn(value, third) : value >> BigInt(third);
    return turn(value, first) ^ turn(value, second) ^ last;
  };
  let state = known.start;
  for (const block of blocks(bytes, bits === 32 ? 64 : 128)) {
    const schedule: bigint[] = [];
    const at = (index: number) => schedule[index] ?? 0n;
    for (let index = 0; index < rounds; index++) {
      if (index >= 16) {
        const mixed = sum(at(index - 2), 3) + at(index - 7) + sum(at(index - 15), 2);
        schedule.push(word(mixed + at(index - 16)));
      } else {
        const offset = (index * bits) / 8;
        schedule.push(bits === 64 ? block.getBigUint64(offset) : BigInt(block.getUint32(offset)));
      }
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (const [index, constant] of known.rounds.entries()) {
      const chosen = (e & f) ^ (word(~e) & g);
      const first = h + sum(e, 1) + chosen + constant + at(index);
      const second = sum(a, 0) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, word(d + first), c, b, a, word(first + second)];
    }
    state = [a, b, c, d, e, f, g, h].map((value, index) => word(value + (state[index] ?? 0n)));
  }
  return state.map((value) => value.toString(16).padStart(bits / 4, "0")).join("");
}

export const sha256 = (bytes: Uint8Array): string => sha2(bytes, SHAPES.sha256);
export const sha512 = (bytes: Uint8Array): string => sha2(bytes, SHAPES.sha512);

const SHA1_ROUNDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const;

export function sha1(bytes: Uint8Array): string {
  const turn = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const block of blocks(bytes, 64)) {
    const schedule: number[] = [];
    const at = (index: number) => schedule[index] ?? 0;
    for (let index = 0; index < 80; index++) {
      const mixed = at(index - 3) ^ at(index - 8) ^ at(index - 14) ^ at(index - 16);
      schedule.push(index < 16 ? block.getUint32(index * 4) : turn(mixed, 1));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let index = 0; index < 80; index++) {
      const quarter = Math.floor(index / 20);
      const odd = b ^ c ^ d;
      const mixed = [(b & c) | (~b & d), odd, (b & c) | (b & d) | (c & d), odd][quarter] ?? 0;
      const next = turn(a, 5) + mixed + e + (SHA1_ROUNDS[quarter] ?? 0) + at(index);
      [e, d, c, b, a] = [d, c, turn(b, 30), a, next | 0];
    }
    state = [a, b, c, d, e].map((value, index) => (value + (state[index] ?? 0)) | 0);
  }
  return state.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

/** RFC 1950's checksum, in decimal as Go's helpers write it. */
export function adler32(bytes: Uint8Array): string {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return String(high * 65_536 + low);
}
