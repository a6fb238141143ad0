/** Remembering what callers bring without growing: the oldest entry makes room (security N-11). */

/** Sets an entry, which is the newest then; of a map that is full the oldest one goes. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  const [oldest] = map.size >= most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
