/**
 * Signing keys of services that a worker starts: an RSA key takes 90 ms of processor time, as much as all the rest of a
 * start. No two of a file are the same; the next file is given the same ones again. What a test makes itself is its own.
 * The starts that others begin with (`first-start.ts`) have the same one, which no other service is given.
 */
type Make = typeof crypto.subtle.generateKey;

/** Where a service makes its key. */
const MAKER = /src\/crypto\/signing-key\.ts/;

interface Kept {
  readonly make: Make;
  readonly pairs: Map<string, Promise<unknown>[]>;
  /** How many of each kind this file was given. */
  readonly given: Map<string, number>;
  /** Of a start that others begin with, while there is one: how many it was given. */
  first: Map<string, number> | undefined;
}

const place = globalThis as { signingKeys?: Kept };

function keep(make: Make): Kept {
  const kept: Kept = { make, pairs: new Map(), given: new Map(), first: undefined };
  crypto.subtle.generateKey = ((...asked: Parameters<Make>) => {
    if (!MAKER.test(new Error().stack ?? "")) return make(...asked);
    const { first } = kept;
    const given = first ?? kept.given;
    const kind = JSON.stringify([asked[0], first !== undefined]);
    const at = given.get(kind) ?? 0;
    given.set(kind, at + 1);
    const pairs = kept.pairs.get(kind) ?? [];
    kept.pairs.set(kind, pairs);
    const pair = pairs[at] ?? make(...asked);
    pairs[at] = pair;
    return pair;
  }) as Make;
  return kept;
}

/** Runs the start that others begin with. */
export async function withFirstKeys<Result>(start: () => Promise<Result>): Promise<Result> {
  const kept = place.signingKeys;
  if (!kept) return start();
  kept.first = new Map();
  try {
    return await start();
  } finally {
    kept.first = undefined;
  }
}

place.signingKeys ??= keep(crypto.subtle.generateKey.bind(crypto.subtle));
place.signingKeys.given.clear();
