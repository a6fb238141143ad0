/** RS256 alone, no HTTP, nothing else running: one signature after the other, then 32 at once. */
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const AT_ONCE = 32;
const WARM_UP_MS = 500;
const MEASURED_MS = 3_000;

const data = new Uint8Array(Number(process.argv[2]));
const { privateKey } = await crypto.subtle.generateKey(
  { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  false,
  ["sign", "verify"],
);

async function rate(atOnce: number, durationMs: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  const run = async () => {
    while (performance.now() - started < durationMs) {
      await crypto.subtle.sign(ALGORITHM, privateKey, data);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return (done * 1_000) / (performance.now() - started);
}

await rate(AT_ONCE, WARM_UP_MS);
const sequential = await rate(1, MEASURED_MS);
const concurrent = await rate(AT_ONCE, MEASURED_MS);
process.send?.({ sequential, concurrent });
process.disconnect();

export {};
