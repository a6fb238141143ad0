/** Random bytes from the system in larger draws: one call to it costs more than a whole token id. */
const POOL_BYTES = 4_096;

/** Every byte is handed out once and wiped from the pool. */
export function createRandomPool(): (bytes: number) => Uint8Array<ArrayBuffer> {
  const pool = new Uint8Array(POOL_BYTES);
  let at = POOL_BYTES;
  return (bytes) => {
    if (bytes > POOL_BYTES / 4) return crypto.getRandomValues(new Uint8Array(bytes));
    if (at + bytes > POOL_BYTES) {
      crypto.getRandomValues(pool);
      at = 0;
    }
    const drawn = pool.slice(at, at + bytes);
    pool.fill(0, at, at + bytes);
    at += bytes;
    return drawn;
  };
}
