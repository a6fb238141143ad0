/** Session values are encrypted at rest in every store (L-W21): tokens are never stored in the clear. */
import type { SealedPlace, SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import { remember } from "../std/bounded-map.ts";
import type { SessionEntry, SessionStore } from "./session-store.ts";

/** Opened values that are remembered; more would be tokens in memory for little gain. */
const MAX_REMEMBERED = 1_000;

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
  const remembered = new Map<string, { readonly sealed: string; readonly opened: SessionEntry }>();

  return {
    async read(key) {
      const entry = await inner.read(key);
      const cached = remembered.get(key);
      if (cached && cached.sealed === entry?.value && cached.opened.revision === entry.revision) {
        // The same object as before, unless it tells how long it lives from now.
        return entry.lifetime === undefined
          ? cached.opened
          : { ...entry, value: cached.opened.value };
      }
      remembered.delete(key);
      const value = entry && (await openWithAny(boxes, key, entry.value));
      if (entry === undefined || value === undefined) return undefined;
      const opened = { ...entry, value };
      remember(remembered, key, { sealed: entry.value, opened }, MAX_REMEMBERED);
      return opened;
    },

    async create(key, value, lifetime) {
      await inner.create(key, await first.seal(placeOf(key), value), lifetime);
    },

    async replace(key, revision, value, lifetime) {
      return inner.replace(key, revision, await first.seal(placeOf(key), value), lifetime);
    },

    async remove(key, revision) {
      const removed = await inner.remove(key, revision);
      if (removed) remembered.delete(key);
      return removed;
    },

    claim: (key, owner, lifetime) => inner.claim(key, owner, lifetime),
    release: (key, owner) => inner.release(key, owner),
    ...(inner.count && { count: inner.count }),

    async [Symbol.asyncDispose]() {
      remembered.clear();
      await inner[Symbol.asyncDispose]();
    },
  };
}
