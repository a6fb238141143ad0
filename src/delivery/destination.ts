/** What a line of events needs to know of the place where they go. */
import type { Sentence } from "../errors.ts";
import type { AuditRow } from "../store/audit-chain.ts";
import type { Delivery } from "../store/deliveries.ts";

/** What became of a batch. */
export interface Outcome {
  /** So many rows from the beginning have arrived. */
  readonly arrived: number;
  /** Why the others have not; absent where time was up or a stop came. */
  readonly failure?: Sentence;
  /** It wants nothing more, ever. */
  readonly gone?: boolean;
  /** Milliseconds that it asks for before another try. */
  readonly wait?: number;
  /** What administrators are shown of each. */
  readonly notes?: readonly Delivery[];
}

/** As it is now: read again before each batch. */
export interface Destination {
  /** Only these actions; all of them when absent. */
  readonly actions: readonly string[] | undefined;
  /** Rows in their order. Never rejects for what the other side does. */
  deliver(rows: readonly AuditRow[], signal: AbortSignal): Promise<Outcome>;
}

export interface LineOptions {
  /** `webhook:<id>` or `stream:<name>`. */
  readonly id: string;
  /** Undefined where there is nothing to send any more. */
  readonly destination: () => Destination | undefined;
  /** Milliseconds before each further try. After the last the line is given up, or the last is taken again. */
  readonly delays: readonly number[];
  readonly givesUp: boolean;
  /** While it is true nothing is sent, and what there is waits. */
  readonly held?: () => boolean;
  /** Told when the line stands elsewhere than where this process has left it. */
  readonly moved?: () => void;
  /** Told when it was given up. */
  readonly stopped?: (reason: string) => void;
}
