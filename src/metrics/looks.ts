/** What only the database knows, asked twice a minute and kept: collecting the values asks nothing. */
import type { Service } from "../call.ts";
import { deliveriesOf } from "../delivery/deliveries.ts";
import { durationOf } from "../std/duration.ts";
import { countUntold } from "../store/client-sign-ins.ts";
import { type LineDelay, lineDelays } from "../store/deliveries.ts";

const INTERVAL = durationOf(30_000);
/** Until the first that succeeds. */
const FIRST = durationOf(1_000);
/** Beyond this many nothing is counted. */
const MAX_UNTOLD = 100_000;

/** The last look that succeeded. */
export interface Look {
  readonly lines: readonly LineDelay[];
  /** Ends of sign-ins that applications are still to be told of. */
  readonly untold: number;
}

export interface Looks extends Disposable {
  /** Undefined until a look succeeds. */
  last(): Look | undefined;
  /** Looks now. */
  look(): Promise<void>;
}

/** Of a line that is gone: collectors keep the last value of a series, and the one before may be an alarm. */
const gone = (id: string): LineDelay => ({ id, behind: 0, age: 0, tries: 0, stopped: false });

/** Looks until it is disposed of. */
export function startLooks(service: Service): Looks {
  const { store, runtime } = service;
  let last: Look | undefined;
  async function look(): Promise<void> {
    const ids = [...deliveriesOf(service).lines.keys()];
    const [lines, untold] = await Promise.all([
      lineDelays(store.db, ids),
      countUntold(store.db, MAX_UNTOLD),
    ]);
    const here = new Set(lines.map(({ id }) => id));
    const before = (last?.lines ?? []).filter(({ id }) => !here.has(id));
    last = { lines: [...lines, ...before.map(({ id }) => gone(id))], untold };
  }
  const loop = runtime.every?.(() => (last ? INTERVAL : FIRST), look);
  return { last: () => last, look, [Symbol.dispose]: () => loop?.[Symbol.dispose]() };
}
