/** Waiting on a machine that is busy: `vitest.config.ts` measures how much slower it is than an idle one. */
/** A test that hangs ends within five minutes, however slow the machine is. */
export const LONGEST_TEST_MS = 300_000;

const slowness = Number(process.env.TEST_SLOWNESS) || 1;

/** A number of tries or milliseconds, as many times more as this machine is slower. */
export const patient = (count: number): number => Math.ceil(count * slowness);
