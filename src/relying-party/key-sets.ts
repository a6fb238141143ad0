/** Key sets of remote providers: each on its own, last good kept (wire 2.7; L-W34, L-W35; U-4). */

import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { AuthError, ProviderUnavailable } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { remember } from "../std/bounded-map.ts";

/** Asymmetric algorithms only; the token header cannot add others (K-13). */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA"],
];
const FRESH_MS = 5 * 60_000;
/** Minimum time between fetches for an unknown `kid` and after a failure. */
const PAUSE_MS = 10_000;
/** By which the clock of a provider may differ from ours. */
export const SKEW_SECONDS = 60;
const MAX_REMEMBERED = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

interface Held {
  keys?: KeySet;
  fetchedAt: number;
  triedAt: number;
  fetching?: Promise<void> | undefined;
}

export interface KeySets {
  /**
   * Claims of a token that a key of this set signed; undefined when the set has no such key. Throws
   * `invalid_token`, and `unavailable` when the set was never fetched.
   * @param tolerance seconds by which it may have ended; 0 by default
   */
  verify(url: string, token: string, tolerance?: number): Promise<JWTPayload | undefined>;
  /** Whether there are keys of this set, after trying to fetch those that are missing. Never throws. */
  fetched(url: string): Promise<boolean>;
}

export function keySets(
  { http, clock, log }: Pick<Runtime, "http" | "clock" | "log">,
  insecure: boolean,
): KeySets {
  const sets = new Map<string, Held>();
  /** Signatures that held, by key set and token; times are checked at every use (L-W50). */
  const known = new Map<string, JWTPayload>();

  async function fetchSet(url: string, held: Held): Promise<void> {
    held.triedAt = clock.now();
    const request = new Request(url, { headers: { accept: "application/json" } });
    const response = await http(request, { insecure });
    if (response.status !== 200) throw new Error(`the key set answered ${response.status}`);
    held.keys = createLocalJWKSet(await response.json());
    // When a key leaves the set, the signatures it verified are forgotten.
    for (const name of known.keys()) if (name.startsWith(`${url} `)) known.delete(name);
    held.fetchedAt = clock.now();
  }

  function fetchOnce(url: string, held: Held): Promise<void> {
    held.fetching ??= fetchSet(url, held)
      .catch((error: unknown) => {
        log.warn("a key set could not be fetched", { url, error });
      })
      .finally(() => {
        held.fetching = undefined;
      });
    return held.fetching;
  }

  const mayTry = (held: Held) => clock.now() - held.triedAt >= PAUSE_MS;

  function heldOf(url: string): Held {
    const held = sets.get(url) ?? { fetchedAt: 0, triedAt: Number.NEGATIVE_INFINITY };
    sets.set(url, held);
    return held;
  }

  async function fetchMissing(url: string, held: Held): Promise<void> {
    if (!held.keys && (held.fetching || mayTry(held))) await fetchOnce(url, held);
  }

  async function open(url: string): Promise<Held & { readonly keys: KeySet }> {
    const held = heldOf(url);
    if (!held.keys) await fetchMissing(url, held);
    else if (clock.now() - held.fetchedAt >= FRESH_MS && mayTry(held)) {
      void fetchOnce(url, held);
    }
    const { keys } = held;
    if (keys) return held as Held & { readonly keys: KeySet };
    throw new ProviderUnavailable("the keys of the provider are not reachable");
  }

  async function signed(keys: KeySet, token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        currentDate: new Date(clock.now()),
        clockTolerance: SKEW_SECONDS,
      });
      return payload;
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) return undefined;
      const expired = cause instanceof errors.JWTExpired;
      const text = expired ? "token is expired" : "token is not valid";
      throw new AuthError("invalid_token", text, { cause });
    }
  }

  function stillValid(payload: JWTPayload, tolerance: number): JWTPayload {
    const at = Math.floor(clock.now() / 1000);
    if (typeof payload.exp !== "number") throw new AuthError("invalid_token", "token has no exp");
    if (at >= payload.exp + tolerance) throw new AuthError("invalid_token", "token is expired");
    return payload;
  }

  return {
    async fetched(url) {
      const held = heldOf(url);
      await fetchMissing(url, held);
      return held.keys !== undefined;
    },

    async verify(url, token, tolerance = 0) {
      const name = `${url} ${token}`;
      const remembered = known.get(name);
      if (remembered) return stillValid(remembered, tolerance);
      const held = await open(url);
      let payload = await signed(held.keys, token);
      if (!payload && (held.fetching || mayTry(held))) {
        await fetchOnce(url, held);
        payload = await signed(held.keys, token);
      }
      if (!payload) return undefined;
      remember(known, name, payload, MAX_REMEMBERED);
      return stillValid(payload, tolerance);
    },
  };
}
