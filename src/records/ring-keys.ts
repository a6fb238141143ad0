/** The keys beside the one of the document in the `jwt` namespace: made for algorithms, and kept until they end. */
import type { Service } from "../call.ts";
import { generatePrivateKey } from "../crypto/signing-key.ts";
import type { Settings } from "../settings/index.ts";
import { seconds } from "../std/duration.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";
import { ulid } from "../std/ulid.ts";

export type RingKeys = Settings["jwt"]["keys"];

/** Clocks of verifiers. */
const SKEW_SECONDS = 60;

/**
 * A new key is published for so long before it signs. Verifiers keep the key set for five minutes, and instances may be
 * behind by a poll and a minute of their clocks.
 */
export const PUBLISHED_BEFORE_SECONDS = 15 * 60;

/** Of a key that is made here. */
const HERE = { public_key: "", refresh_secret: "" };

/** A key of ours in its first second. */
export const ringKey = (
  alg: SignatureAlgorithm,
  private_key: string,
  made_at: number,
  signs_from: number,
): RingKeys[string] => ({ ...HERE, alg, private_key, made_at, signs_from, ends_at: 0 });

export const newKid = ({ runtime }: Service): string =>
  `postern-${ulid(runtime.clock.now(), runtime.random)}`;

/** A key for each algorithm beside RS256 that has none yet. */
export async function keysFor(
  service: Service,
  algorithms: readonly SignatureAlgorithm[],
  known: RingKeys,
  at: number,
): Promise<RingKeys> {
  const made: Record<string, RingKeys[string]> = {};
  for (const alg of algorithms) {
    if (Object.values(known).some((key) => key.alg === alg && key.ends_at === 0)) continue;
    const private_key = await generatePrivateKey(alg);
    made[newKid(service)] = ringKey(alg, private_key, at, at);
  }
  return { ...known, ...made };
}

/** When the last token has ended that is signed until then, whatever its lifetime was set to in the meantime. */
export function lastTokenEnds({ snapshots }: Service, until: number): number {
  const { token_lifetime, refresh_lifetime, refresh_absolute_lifetime } =
    snapshots.current.settings.token;
  const longest = Math.max(token_lifetime, refresh_lifetime, refresh_absolute_lifetime);
  return until + seconds(longest as typeof token_lifetime) + SKEW_SECONDS;
}

/** Keys of algorithms that are off from now on end with their last token. */
function retired(
  service: Service,
  on: readonly SignatureAlgorithm[],
  keys: RingKeys,
  at: number,
): RingKeys {
  return Object.fromEntries(
    Object.entries(keys).map(([kid, key]) => {
      const stays = key.alg === "RS256" || on.includes(key.alg) || key.ends_at > 0;
      return [kid, stays ? key : { ...key, ends_at: lastTokenEnds(service, at) }];
    }),
  );
}

type Document = Readonly<Record<string, unknown>>;
type Jwt = Settings["jwt"];

/** Whether a document brings no other key for RS256 than the one that is stored. */
export const keepsKey = (before: Document | undefined, document: Document): boolean =>
  before?.kid === document.kid && before?.private_key === document.private_key;

/**
 * The document as it is stored: its keys are the service's own, a PUT cannot bring one. Another key for RS256 ends all
 * of them (specification, 7.4); an algorithm that is on gets its key, and one that is off lets its tokens end.
 */
export async function withOwnKeys(
  service: Service,
  before: Document | undefined,
  { keys: _keys, pairwise_secret: _secret, ...sent }: Document,
  { algorithms }: Jwt,
  at: number,
): Promise<Document> {
  const { pairwise_secret } = before ?? {};
  const document: Document = pairwise_secret ? { ...sent, pairwise_secret } : sent;
  const known = keepsKey(before, document) ? ((before?.keys ?? {}) as RingKeys) : {};
  const keys = retired(service, algorithms, await keysFor(service, algorithms, known, at), at);
  return Object.keys(keys).length > 0 ? { ...document, keys } : document;
}
