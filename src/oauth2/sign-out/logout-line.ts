/**
 * Applications are told that sign-ins have ended: from rows that survive a restart, each by one instance at a time, in
 * parallel and bounded for each host. One that does not answer holds up no other (OpenID Connect Back-Channel Logout §2.5).
 */

import { partOf, type Service } from "../../call.ts";
import { tracedJob } from "../../runtime/traces.ts";
import { isHeld } from "../../snapshot/held.ts";
import { withDeadline } from "../../std/deadline.ts";
import { FairLine } from "../../std/fair-line.ts";
import {
  type DueClient,
  dropClientSignIn,
  noteFailure,
  takeDueClients,
} from "../../store/client-sign-ins.ts";
import { type LogoutTarget, logoutTarget, tellClient } from "./tell-client.ts";

/** Rows of one look, and of these for one client. */
const MAX_ROWS = 400;
const PER_CLIENT = 25;
/** Clients at a time, and conversations with one host. */
const CLIENTS_AT_ONCE = 100;
const PER_HOST = 6;
/** Milliseconds that a row belongs to the instance that has taken it, and that it may wait here for its turn. */
const LEASE_MS = 60_000;
const TURN_MS = 40_000;
/** Milliseconds before each further try; a day and a half in all. */
const DELAYS_MS = [
  5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000, 43_200_000,
] as const;
/** An application that understands and refuses will not think better of it. */
const REFUSALS = 3;
/** Milliseconds that a stop waits for what is under way. */
const CLOSE_GRACE_MS = 2_000;

class NotNow extends Error {}

class LogoutLine implements AsyncDisposable {
  /** Conversations with applications since the start of this process. */
  readonly counts = { told: 0, failed: 0 };
  readonly #service: Service;
  readonly #stop = new AbortController();
  /** Clients that are being told. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #hosts = new Map<string, FairLine>();
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** No one is told any more, or not now. */
  get #rests(): boolean {
    return this.#stop.signal.aborted || isHeld(this.#service.snapshots.current);
  }

  /** There may be something to tell. Returns at once. */
  wake(): void {
    if (this.#rests) return;
    this.#again = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined;
      // When all places are taken, the next client that has been told looks again.
      if (this.#again && this.#busy.size < CLIENTS_AT_ONCE) this.wake();
    });
  }

  /** Looks, and waits until nothing is under way that was due by then. Never rejects. */
  async settled(): Promise<void> {
    this.wake();
    while (this.#looking || this.#busy.size > 0) {
      await this.#looking;
      await Promise.all(this.#busy.values());
    }
  }

  /** What is under way may end; the rest stays in the database. Never rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    const idle = Promise.all([this.#looking, ...this.#busy.values()]);
    await withDeadline(
      idle.then(() => undefined),
      CLOSE_GRACE_MS,
      () => undefined,
    );
  }

  async #lookAll(): Promise<void> {
    const { store, runtime } = this.#service;
    while (this.#again && !this.#rests && this.#busy.size < CLIENTS_AT_ONCE) {
      this.#again = false;
      try {
        const limits = { most: MAX_ROWS, perClient: PER_CLIENT, lease: LEASE_MS };
        const due = await takeDueClients(store.db, [...this.#busy.keys()], limits);
        for (const [client, rows] of Map.groupBy(due, ({ client_id }) => client_id)) {
          this.#begin(client, rows);
        }
        if (due.length > 0) this.#again = true;
      } catch (error) {
        if (!this.#stop.signal.aborted) {
          runtime.log.warn("applications could not be told of sign-outs", { error });
        }
      }
    }
  }

  #begin(client: string, rows: readonly DueClient[]): void {
    const done = this.#tellAll(client, rows)
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.#service.runtime.log.warn("an application could not be told of sign-outs", {
          client,
          error,
        });
      })
      .finally(() => {
        this.#busy.delete(client);
        this.wake();
      });
    this.#busy.set(client, done);
  }

  async #tellAll(client: string, rows: readonly DueClient[]): Promise<void> {
    const { store } = this.#service;
    const target = await logoutTarget(this.#service, client);
    if (!target) {
      for (const row of rows) await dropClientSignIn(store.db, row);
      return;
    }
    let away = false;
    const line = this.#lineOf(target.host);
    const tell = (row: DueClient) =>
      line.run(client, this.#stop.signal, async () => {
        if (!away && !this.#rests) away = await this.#tell(target, row);
      });
    const told = await Promise.allSettled(rows.map(tell));
    // Those whose turn did not come are due again when the lease has ended.
    const failed = told.find(
      (one) => one.status === "rejected" && !(one.reason instanceof NotNow),
    ) as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  /** Whether the application is away. */
  async #tell(target: LogoutTarget, row: DueClient): Promise<boolean> {
    const { store, runtime } = this.#service;
    const untold = await tracedJob(runtime.traces, "tell of a sign-out", () =>
      tellClient(this.#service, target, row),
    );
    this.counts[untold ? "failed" : "told"] += 1;
    if (!untold) {
      await dropClientSignIn(store.db, row);
      return false;
    }
    const { reason, away } = untold;
    const tries = row.tries + 1;
    const again = !away && tries >= REFUSALS ? undefined : DELAYS_MS[row.tries];
    await noteFailure(store.db, row, { reason, again, away, lease: LEASE_MS });
    if (row.tries === 0 || again === undefined) {
      runtime.log.warn("an application was not told of a sign-out", {
        client: row.client_id,
        subject: row.user_id,
        reason,
        tries,
        again: again !== undefined,
      });
    }
    return away;
  }

  #lineOf(host: string): FairLine {
    const known = this.#hosts.get(host);
    if (known) return known;
    // Lines without work are as good as new ones.
    if (this.#busy.size <= 1) this.#hosts.clear();
    const line = new FairLine({
      slots: PER_HOST,
      lane: PER_CLIENT,
      waiting: PER_CLIENT * CLIENTS_AT_ONCE,
      deadline: TURN_MS,
      refuse: () => new NotNow("its turn did not come"),
    });
    this.#hosts.set(host, line);
    return line;
  }
}

/** The one of this service. */
export const logoutLineOf = partOf((service) => new LogoutLine(service));
