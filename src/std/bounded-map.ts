/** Remembering what callers bring without growing: the oldest entry gives way (security N-11). */

/** How full a bounded memory is. */
export interface Fill {
  readonly entries: number;
  readonly most: number;
}

/** @param kept absent while nothing was kept yet */
export const fillOf = (kept: { readonly size: number } | undefined, most: number): Fill => ({
  entries: kept?.size ?? 0,
  most,
});

/**
 * How far the oldest entries of a full map are gone. A new iterator would walk over the places of all that were
 * deleted since the map was last compacted; this one has them behind it.
 */
const passed = new WeakMap<Map<unknown, unknown>, Iterator<unknown>>();

/** Sets an entry, which is the newest then; of a map that is full the oldest one goes. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  if (map.size >= most) forgetOldest(map);
  map.set(key, value);
}

function forgetOldest(map: Map<unknown, unknown>): void {
  const known = passed.get(map)?.next();
  if (known?.done === false) {
    map.delete(known.value);
    return;
  }
  // None yet, or it came to the end: such an iterator never begins again.
  const keys = map.keys();
  const oldest = keys.next();
  if (oldest.done) return;
  passed.set(map, keys);
  map.delete(oldest.value);
}
