/**
 * Signing keys of services that a worker starts: an RSA key takes 90 ms of processor time, as much as all the rest of a
 * start. No two of a file are the same; the next file is given the same ones again. What a test makes itself is its own.
 */
type Make = typeof crypto.subtle.generateKey;

/** Where a service makes its key. */
const MAKER = /src\/crypto\/signing-key\.ts/;

interface Kept {
  readonly make: Make;
  readonly pairs: Map<string, Promise<unknown>[]>;
  /** How many of each kind this file was given. */
  readonly given: Map<string, number>;
}

const place = globalThis as { signingKeys?: Kept };

function keep(make: Make): Kept {
  const kept: Kept = { make, pairs: new Map(), given: new Map() };
  crypto.subtle.generateKey = ((...asked: Parameters<Make>) => {
    if (!MAKER.test(new Error().stack ?? "")) return make(...asked);
    const kind = JSON.stringify(asked[0]);
    const at = kept.given.get(kind) ?? 0;
    kept.given.set(kind, at + 1);
    const pairs = kept.pairs.get(kind) ?? [];
    kept.pairs.set(kind, pairs);
    const pair = pairs[at] ?? make(...asked);
    pairs[at] = pair;
    return pair;
  }) as Make;
  return kept;
}

place.signingKeys ??= keep(crypto.subtle.generateKey.bind(crypto.subtle));
place.signingKeys.given.clear();
