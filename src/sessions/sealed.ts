/** Session values are encrypted at rest in every store (L-W21): tokens are never stored in the clear. */
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import type { SessionStore } from "./session-store.ts";

/** Opened values that are remembered; more would be tokens in memory for little gain. */
const REMEMBERED = 1_000;

const placeOf = (key: string): SealedPlace => ({ table: "sessions", row: key, field: "value" });

/** Undefined when the value was sealed by a key that is not ours (any more), or was moved or damaged. */
async function openWithAny(
  boxes: readonly SecretBox[],
  key: string,
  sealed: string,
): Promise<string | undefined> {
  for (const box of boxes) {
    try {
      return await box.open(placeOf(key), sealed);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
    }
  }
  return undefined;
}

/** The first box seals, all of them open: keys can be rotated without ending sessions. */
export function sealedSessions(inner: SessionStore, boxes: readonly SecretBox[]): SessionStore {
  const [first] = boxes;
  if (!first) throw new Error("sealed sessions need a box");
  /** By key and never by sealed text alone: a value that was moved to another key must not open. */
  const remembered = new Map<string, { readonly sealed: string; readonly value: string }>();

  function remember(key: string, sealed: string, value: string): void {
    remembered.delete(key);
    for (const oldest of remembered.keys()) {
      if (remembered.size < REMEMBERED) break;
      remembered.delete(oldest);
    }
    remembered.set(key, { sealed, value });
  }

  return {
    async read(key) {
      const entry = await inner.read(key);
      const known = remembered.get(key);
      if (entry && known?.sealed === entry.value) {
        return { value: known.value, revision: entry.revision };
      }
      remembered.delete(key);
      const value = entry && (await openWithAny(boxes, key, entry.value));
      if (entry === undefined || value === undefined) return undefined;
      remember(key, entry.value, value);
      return { value, revision: entry.revision };
    },

    async create(key, value, lifetime) {
      const sealed = await first.seal(placeOf(key), value);
      await inner.create(key, sealed, lifetime);
      remember(key, sealed, value);
    },

    async replace(key, revision, value, lifetime) {
      const sealed = await first.seal(placeOf(key), value);
      const replaced = await inner.replace(key, revision, sealed, lifetime);
      if (replaced) remember(key, sealed, value);
      return replaced;
    },

    async remove(key, revision) {
      const removed = await inner.remove(key, revision);
      if (removed) remembered.delete(key);
      return removed;
    },

    claim: (key, owner, lifetime) => inner.claim(key, owner, lifetime),
    release: (key, owner) => inner.release(key, owner),

    async [Symbol.asyncDispose]() {
      remembered.clear();
      await inner[Symbol.asyncDispose]();
    },
  };
}
