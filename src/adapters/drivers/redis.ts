/** Redis, Redis Sentinel and Redis Cluster through ioredis: refuses at once while it is away, never repeats. */
import { clearTimeout, setTimeout } from "node:timers";
import type { Logger, ParsedRedis, RedisClient, RedisConnector } from "../../runtime.ts";
import { withDeadline } from "../../std/deadline.ts";
import { connectRedis, type RedisLine } from "./redis-connect.ts";
import { withoutCommand } from "./redis-error.ts";
import { COMMAND_TIMEOUT_MS } from "./redis-options.ts";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export const createRedisConnector =
  (log: Logger): RedisConnector =>
  (options) =>
    new ReconnectingRedis(options, log);

/** What a replica answers to a write. */
const isReadOnly = (error: unknown): boolean => /^READONLY /.test((error as Error).message);

type Argument = string | number;

class ReconnectingRedis implements RedisClient {
  readonly #options: ParsedRedis;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #line: RedisLine | undefined;
  /** Set while the connection is being made. */
  #opening: Promise<void> | undefined;
  /** Why the last attempt failed; undefined once one succeeded. */
  #failure: Error | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ParsedRedis, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  command(name: string, key: string, ...rest: readonly Argument[]): Promise<unknown> {
    return this.#send(name, key, ...rest);
  }

  script(lua: string, key: string, ...rest: readonly Argument[]): Promise<unknown> {
    return this.#send("eval", lua, 1, key, ...rest);
  }

  async close(): Promise<void> {
    const ended = this.#line?.ended;
    clearTimeout(this.#pause);
    this.#closing.abort();
    await ended;
  }

  async #send(name: string, ...args: readonly Argument[]): Promise<unknown> {
    const { client } = await this.#established();
    try {
      return await client.call(name, ...args);
    } catch (error) {
      // It was the master when it was connected to: which one is now is asked anew.
      if (isReadOnly(error)) client.disconnect();
      throw withoutCommand(error);
    }
  }

  /** Waits for a first connection and refuses at once after a failure: the loop tries again. */
  async #established(): Promise<RedisLine> {
    if (this.#closing.signal.aborted) throw new Error("redis: the connection is closed");
    if (this.#line) return this.#line;
    if (this.#failure) throw this.#failure;
    this.#opening ??= this.#open(FIRST_PAUSE_MS);
    await withDeadline(this.#opening, COMMAND_TIMEOUT_MS, () => undefined);
    if (this.#line) return this.#line;
    throw this.#failure ?? new Error("redis: the connection is not established");
  }

  /** Never rejects; goes on in the background until it succeeds or the client is closed. */
  async #open(pause: number): Promise<void> {
    const { signal } = this.#closing;
    try {
      const line = await connectRedis(this.#options, signal);
      if (this.#failure) this.#log.info("redis answers again");
      this.#line = line;
      this.#failure = undefined;
      void line.ended.then(() => this.#lost());
    } catch (error) {
      if (signal.aborted) return;
      const failure = withoutCommand(error);
      if (!this.#failure) this.#log.warn("redis is not reachable", { error: failure });
      this.#failure = failure;
      const next = Math.min(pause * 2, MAX_PAUSE_MS);
      this.#pause = setTimeout(() => {
        this.#opening = this.#open(next);
      }, pause);
      this.#pause.unref();
    } finally {
      this.#opening = undefined;
    }
  }

  #lost(): void {
    this.#line = undefined;
    if (this.#closing.signal.aborted) return;
    this.#log.warn("the connection to redis was lost");
    this.#opening = this.#open(FIRST_PAUSE_MS);
  }
}
