/** A bounded number of connections, lent to one statement or transaction at a time. */
import { clearInterval, setInterval } from "node:timers";
import type { PoolState } from "../../runtime.ts";
import { withDeadline } from "../../std/deadline.ts";
import type { PostgresConnection } from "./postgres-connection.ts";

export interface PoolLimits {
  /** Connections at a time. */
  readonly max: number;
  /** Of them, those kept while nothing uses them; more are closed after a second. */
  readonly maxIdle: number;
  /** Milliseconds that an unused connection is kept; without end when absent. */
  readonly idleFor?: number | undefined;
  /** Milliseconds after which a connection is replaced; never when absent. */
  readonly livesFor?: number | undefined;
}

export interface Pool {
  /** Lends a connection; it must be given back. Rejects when none can be opened. */
  take(): Promise<PostgresConnection>;
  give(connection: PostgresConnection): void;
  state(): PoolState;
  /** Waits a while for what is lent, then cuts it off. */
  close(): Promise<void>;
}

interface Idle {
  readonly connection: PostgresConnection;
  readonly since: number;
}

/** Milliseconds that statements may still take on a pool that is being closed. */
const CLOSE_GRACE_MS = 5_000;
/** How often unused connections are looked at, and how long one above `maxIdle` is kept. */
const SWEEP_MS = 1_000;

export function createPool(connect: () => Promise<PostgresConnection>, limits: PoolLimits): Pool {
  const idle: Idle[] = [];
  const lent = new Set<PostgresConnection>();
  const waiting: PromiseWithResolvers<PostgresConnection>[] = [];
  /** Lent, idle, and being opened. */
  let open = 0;
  let closing = false;
  let drained: (() => void) | undefined;
  const sweeper = setInterval(sweep, SWEEP_MS).unref();

  const expired = (connection: PostgresConnection, now: number) =>
    limits.livesFor !== undefined && now - connection.since > limits.livesFor;

  function sweep(): void {
    const now = Date.now();
    let surplus = idle.length - limits.maxIdle;
    for (const { connection, since } of [...idle]) {
      const unused = now - since;
      const tooMany = surplus-- > 0 && unused > SWEEP_MS;
      const tooLong = limits.idleFor !== undefined && unused > limits.idleFor;
      if (!tooMany && !tooLong && !expired(connection, now)) continue;
      forgetIdle(connection);
      void connection.end();
    }
  }

  function forgetIdle(connection: PostgresConnection): void {
    const index = idle.findIndex((entry) => entry.connection === connection);
    if (index < 0) return;
    idle.splice(index, 1);
    open -= 1;
  }

  async function openOne(): Promise<PostgresConnection> {
    open += 1;
    try {
      const connection = await connect();
      if (closing) {
        connection.destroy();
        throw ended();
      }
      void connection.lost.then(() => forgetIdle(connection));
      lent.add(connection);
      return connection;
    } catch (error) {
      open -= 1;
      // Where no connection is left, nothing else would wake those who wait.
      if (lent.size === 0) for (const waiter of waiting.splice(0)) waiter.reject(error);
      openForNext();
      throw error;
    }
  }

  function openForNext(): void {
    const next = waiting.shift();
    if (next) openOne().then(next.resolve, next.reject);
  }

  /** The connection that was used last: the others may then become old. */
  function takeIdle(): PostgresConnection | undefined {
    for (let entry = idle.pop(); entry; entry = idle.pop()) {
      if (entry.connection.reusable()) return entry.connection;
      open -= 1;
    }
    return undefined;
  }

  function keep(connection: PostgresConnection): void {
    const next = waiting.shift();
    if (!next) {
      idle.push({ connection, since: Date.now() });
      return;
    }
    lent.add(connection);
    next.resolve(connection);
  }

  return {
    take() {
      if (closing) return Promise.reject(ended());
      const kept = takeIdle();
      if (kept) {
        lent.add(kept);
        return Promise.resolve(kept);
      }
      if (open < limits.max) return openOne();
      const waiter = Promise.withResolvers<PostgresConnection>();
      waiting.push(waiter);
      return waiter.promise;
    },
    give(connection) {
      if (!lent.delete(connection)) return;
      if (!connection.reusable()) {
        open -= 1;
        connection.destroy();
        openForNext();
      } else if (expired(connection, Date.now()) && !closing) {
        open -= 1;
        void connection.end();
        openForNext();
      } else keep(connection);
      if (lent.size === 0) drained?.();
    },
    state: () => ({
      used: lent.size,
      idle: idle.length,
      max: limits.max,
      waiting: waiting.length,
    }),
    async close() {
      closing = true;
      clearInterval(sweeper);
      for (const waiter of waiting.splice(0)) waiter.reject(ended());
      const done = new Promise<void>((resolve) => {
        drained = resolve;
      });
      if (lent.size > 0) await withDeadline(done, CLOSE_GRACE_MS, () => {});
      for (const connection of lent) connection.destroy();
      await Promise.all(idle.splice(0).map(({ connection }) => connection.end()));
    },
  };
}

const ended = () =>
  Object.assign(new Error("the connection pool is closed"), { code: "CONNECTION_ENDED" });
