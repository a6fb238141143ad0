/** The signing keys of the `jwt` namespace: made once for a fleet, replaced at once or with an overlap (auth-wire 6.11). */
import { eq } from "drizzle-orm";
import type { Service, Writer } from "../call.ts";
import { generatePrivateKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { acceptSetting, type Settings } from "../settings/index.ts";
import { encodeBase64 } from "../std/base64.ts";
import { seconds } from "../std/duration.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { settings } from "../store/tables.ts";
import { outsideAlgorithms, reconciled, requireNoneOutside, signerList } from "./outside-keys.ts";
import { outsideSigner } from "./outside-signer.ts";
import {
  keysFor,
  lastTokenEnds,
  newKid,
  PUBLISHED_BEFORE_SECONDS,
  type RingKeys,
  ringKey,
} from "./ring-keys.ts";
import { storedDocument, writeSetting } from "./settings.ts";

/** Written by the service itself (auth-wire 1.5). */
const SYSTEM = "system";

type Jwt = Settings["jwt"];
type Document = Readonly<Record<string, unknown>>;

const freshKey = async (service: Service) => ({
  kid: newKid(service),
  private_key: await generatePrivateKey(),
});

const secondsOf = ({ now }: Write): number => Math.floor(now.getTime() / 1000);

/**
 * Makes a key when none is stored. Several instances starting at once end with one: the transaction of writes
 * lets one in at a time, and the later ones find a key.
 */
export async function ensureSigningKey({ service, store }: Writer): Promise<void> {
  if (service.snapshots.current.stored_settings.has("jwt")) return;
  const key = await freshKey(service);
  const change = { topic: "settings", action: "upsert", entity: "jwt", actor: SYSTEM } as const;
  await mutate(store, change, async (open) => {
    const stored = await open.tx
      .select({ namespace: settings.namespace })
      .from(settings)
      .where(eq(settings.namespace, "jwt"));
    if (stored.length === 0) await writeSetting(service, open, "jwt", key, SYSTEM);
  });
}

/** In the place of a key that an open write has deleted; what people are called stays (ADR 0080). */
export async function writeFreshKey(service: Service, open: Write): Promise<void> {
  const { pairwise_secret, keys } =
    service.snapshots.current.stored_settings.get("jwt")?.value ?? {};
  requireNoneOutside(service, (keys ?? {}) as RingKeys);
  const kept = pairwise_secret ? { pairwise_secret } : {};
  await writeSetting(service, open, "jwt", { ...(await freshKey(service)), ...kept }, SYSTEM);
}

/** Makes the secret of pairwise subjects, where a write needs it first. It is never made anew. */
export async function ensurePairwiseSecret(service: Service, open: Write): Promise<void> {
  const document = await storedDocument(service, open, "jwt");
  if (!document) throw new AuthError("unavailable", message("refusal.no_signing_key"));
  if (document.pairwise_secret) return;
  const pairwise_secret = encodeBase64(service.runtime.random(32));
  await writeSetting(service, open, "jwt", { ...document, pairwise_secret }, SYSTEM);
}

/** What is stored, in its types; undefined when it is not there or not valid, so that it is replaced as a whole. */
async function storedJwt(
  service: Service,
  open: Write,
): Promise<{ readonly document: Document; readonly value: Jwt } | undefined> {
  // A namespace that does not open is replaced by a rotation: that is how it is repaired (C-3).
  const document = await storedDocument(service, open, "jwt").catch(() => undefined);
  const parsed = document && acceptSetting("jwt", document);
  return parsed?.ok ? { document, value: parsed.value as Jwt } : undefined;
}

/** New keys with new `kid`s; all old ones are dropped, and their tokens end with them (O10). */
export async function rotateSigningKey({ service, store }: Writer, actor: string): Promise<string> {
  const key = await freshKey(service);
  const change = { topic: "settings", action: "rotate", entity: "jwt", actor } as const;
  await mutate(store, change, async (open) => {
    const { document, value } = (await storedJwt(service, open)) ?? {};
    requireNoneOutside(service, value?.keys ?? {});
    const keys = await keysFor(service, value?.algorithms ?? [], {}, secondsOf(open));
    const kept = Object.keys(keys).length > 0 ? { keys } : {};
    const { keys: _, ...others } = document ?? {};
    await writeSetting(service, open, "jwt", { ...others, ...key, ...kept }, actor);
  });
  return key.kid;
}

/** Without those that have ended: nothing is signed by them any more that counts. The key of the document stays, with its end. */
const living = ({ keys, kid }: Pick<Jwt, "keys" | "kid">, at: number): RingKeys =>
  Object.fromEntries(
    Object.entries(keys).filter(
      ([name, { ends_at }]) => ends_at === 0 || ends_at > at || name === kid,
    ),
  );

interface Renewal {
  /** When the new keys begin to sign, seconds since the epoch. */
  readonly signs_from: number;
  readonly kids: readonly string[];
}

/** Algorithms whose keys are made here. */
const ownAlgorithms = (service: Service, { algorithms, keys }: Jwt): SignatureAlgorithm[] => {
  const outside = outsideAlgorithms(service, keys);
  return (["RS256", ...algorithms] as const).filter((alg) => !outside.has(alg));
};

/** The document with a key more for each algorithm that has its keys here, and an end for each that signed so far. */
async function renewed(service: Service, document: Document, value: Jwt, at: number) {
  const signs_from = at + PUBLISHED_BEFORE_SECONDS;
  const ends_at = lastTokenEnds(service, signs_from);
  const own: readonly string[] = ownAlgorithms(service, value);
  const old = Object.fromEntries(
    Object.entries(living(value, at)).map(([kid, key]) => [
      kid,
      key.ends_at > 0 || !own.includes(key.alg) ? key : { ...key, ends_at },
    ]),
  );
  const others: Record<string, RingKeys[string]> = {};
  for (const alg of value.algorithms.filter((one) => own.includes(one))) {
    others[newKid(service)] = ringKey(alg, await generatePrivateKey(alg), at, signs_from);
  }
  const kids = Object.keys(others);
  if (!own.includes("RS256")) {
    const keys = { ...old, ...others };
    return { renewal: { signs_from, kids }, document: { ...document, keys } };
  }
  const before = old[value.kid] ?? { ...ringKey("RS256", "", 0, 0), ends_at };
  const ended = before.ends_at <= at;
  const { [value.kid]: _, ...rest } = old;
  const rs256 = ended ? {} : { [value.kid]: { ...before, private_key: value.private_key } };
  const fresh = await freshKey(service);
  // The newest key is the one of the document; its life is beside the others, without it.
  const newest = ringKey("RS256", "", at, signs_from);
  const keys = { ...rest, ...rs256, ...others, [fresh.kid]: newest };
  return {
    renewal: { signs_from, kids: [fresh.kid, ...kids] },
    document: { ...document, ...fresh, keys },
  };
}

/** Whether a key that was made here has not begun to sign. */
const isWaiting = ({ keys }: Jwt, at: number): boolean =>
  Object.values(keys).some(({ signs_from, public_key }) => signs_from > at && public_key === "");

/**
 * A rotation that no token notices: each new key is published before it signs, and the old one verifies until its last
 * token has ended. Throws `conflict` while one waits already.
 */
export async function renewSigningKeys(
  { service, store }: Writer,
  actor: string,
): Promise<Renewal> {
  const change = { topic: "settings", action: "rotate", entity: "jwt", actor } as const;
  const { result } = await mutate(store, change, async (open) => {
    const found = await storedJwt(service, open);
    if (!found) throw new AuthError("unavailable", message("refusal.no_signing_key"));
    const at = secondsOf(open);
    if (isWaiting(found.value, at)) {
      throw new AuthError("conflict", message("refusal.keys_waiting"));
    }
    if (ownAlgorithms(service, found.value).length === 0) {
      throw new AuthError("conflict", message("refusal.keys_outside"));
    }
    const next = await renewed(service, found.document, found.value, at);
    await writeSetting(service, open, "jwt", next.document, actor);
    return next.renewal;
  });
  return result;
}

/** When the newest keys were made, in seconds. RS256 may be outside; then those of the others count. */
function madeAt({ kid, keys }: Jwt, own: readonly string[], stored: number): number {
  if (own.includes("RS256")) return keys[kid]?.made_at || stored;
  const times = Object.values(keys).filter(({ alg }) => own.includes(alg));
  return Math.max(0, ...times.map(({ made_at }) => made_at)) || stored;
}

/** Whether the newest key is older than the setting says, or one has ended and is still stored. */
function isDue(
  service: Service,
  value: Jwt,
  at: number,
  stored: number,
): "rotate" | "clear" | undefined {
  const { rotate_every, keys } = value;
  const own = ownAlgorithms(service, value);
  const isOld =
    rotate_every !== undefined && at >= madeAt(value, own, stored) + seconds(rotate_every);
  if (isOld && own.length > 0) return "rotate";
  return Object.keys(living(value, at)).length < Object.keys(keys).length ? "clear" : undefined;
}

/** Rotates when the setting says so, and clears keys that have ended; of many instances one does it. */
export async function tendSigningKeys({ service, store }: Writer): Promise<void> {
  const { snapshots, runtime } = service;
  const { stored_settings, settings: current } = snapshots.current;
  const setting = stored_settings.get("jwt");
  if (!setting?.value) return;
  const storedAt = Math.floor(Date.parse(setting.updated_at) / 1000);
  if (!isDue(service, current.jwt, Math.floor(runtime.clock.now() / 1000), storedAt)) return;
  const change = { topic: "settings", action: "rotate", entity: "jwt", actor: SYSTEM } as const;
  await mutate(store, change, async (open) => {
    const found = await storedJwt(service, open);
    if (!found) return;
    const at = Math.floor(runtime.clock.now() / 1000);
    const due = isDue(service, found.value, at, storedAt);
    if (due === "clear") {
      const keys = living(found.value, at);
      await writeSetting(service, open, "jwt", { ...found.document, keys }, SYSTEM);
    } else if (due === "rotate" && !isWaiting(found.value, at)) {
      const { document } = await renewed(service, found.document, found.value, at);
      await writeSetting(service, open, "jwt", document, SYSTEM);
    }
  });
}

const sameKeys = (keys: RingKeys, before: RingKeys): boolean =>
  Object.keys(keys).length === Object.keys(before).length &&
  Object.entries(keys).every(([kid, key]) => before[kid] === key);

/** Takes over what the signer lists: new keys are published, those that are gone get an end. Does nothing without a signer. */
export async function tendOutsideKeys({ service, store }: Writer): Promise<void> {
  const { stored_settings, settings: current } = service.snapshots.current;
  if (!stored_settings.get("jwt")?.value) return;
  const list = await signerList(service);
  if (!list) return;
  const at = Math.floor(service.runtime.clock.now() / 1000);
  const planned = reconciled(service, current.jwt, list, at);
  outsideSigner(service).noteRefused(planned.refused);
  if (sameKeys(planned.keys, current.jwt.keys)) return;
  const change = { topic: "settings", action: "rotate", entity: "jwt", actor: SYSTEM } as const;
  await mutate(store, change, async (open) => {
    const found = await storedJwt(service, open);
    if (!found) return;
    const { keys } = reconciled(service, found.value, list, at);
    if (sameKeys(keys, found.value.keys)) return;
    await writeSetting(service, open, "jwt", { ...found.document, keys }, SYSTEM);
  });
}
