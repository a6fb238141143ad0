/**
 * Events as they come, as server-sent events (WHATWG HTML §9.2): a bounded number of streams, each with a heartbeat and an
 * end. What a reader misses between two streams it gets by `Last-Event-ID`.
 */
import { partOf, type Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { eventsAfter, type Place } from "./feed.ts";
import { auditNewsOf } from "./news.ts";

/** Streams of this process, and of one reader. */
const MAX_STREAMS = 200;
const MAX_STREAMS_PER_READER = 5;
/** Milliseconds. Well below the patience of proxies. */
const HEARTBEAT_MS = 15_000;
/** Rows that no notice came for are found after this time. */
const LOOK_MS = 5_000;
/** Then the reader comes again and proves anew who it is. */
const LIFE_MS = 300_000;
/** Milliseconds after which a reader comes again. */
const RETRY_MS = 2_000;
const PER_READ = 200;

export interface StreamOptions {
  /** Who reads, for the bound of one reader. */
  readonly reader: string;
  readonly place: Place;
  readonly types: readonly string[] | undefined;
  /** The reader has gone. */
  readonly signal: AbortSignal | undefined;
  /** Asked before anything is sent, so that rights which were taken away end the stream. */
  readonly mayRead: () => boolean;
}

class EventStreams implements AsyncDisposable {
  readonly #service: Service;
  readonly #open = new Map<AbortController, string>();
  #stopped = false;

  constructor(service: Service) {
    this.#service = service;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws `too_many_requests` or `unavailable` where there are as many as may be. */
  open({ reader, place, types, signal, mayRead }: StreamOptions): ReadableStream<Uint8Array> {
    this.#admit(reader);
    const ended = new AbortController();
    const end = () => this.#end(ended);
    this.#open.set(ended, reader);
    const life = setTimeout(end, LIFE_MS);
    (life as { unref?: () => void }).unref?.();
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
    const source = this.#texts(place, types, ended.signal, mayRead);
    const encoder = new TextEncoder();
    let gone = false;
    const close = () => {
      clearTimeout(life);
      signal?.removeEventListener("abort", end);
      end();
    };
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await source.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        close();
        if (!gone) controller.close();
      },
      cancel() {
        gone = true;
        close();
      },
    });
  }

  /** Readers come again, to another instance. New ones are refused. */
  end(): void {
    this.#stopped = true;
    for (const one of [...this.#open.keys()]) this.#end(one);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #end(one: AbortController): void {
    this.#open.delete(one);
    one.abort();
  }

  #admit(reader: string): void {
    const retryAfter = 30;
    if (this.#stopped || this.#open.size >= MAX_STREAMS) {
      throw new AuthError("unavailable", message("refusal.streams_full"), { retryAfter });
    }
    const own = this.#open.values().filter((one) => one === reader);
    if ([...own].length >= MAX_STREAMS_PER_READER) {
      const detail = message("refusal.streams_of_one", { most: MAX_STREAMS_PER_READER });
      throw new AuthError("too_many_requests", "too many streams", { detail, retryAfter });
    }
  }

  async *#texts(
    { after, missed }: Place,
    types: StreamOptions["types"],
    ended: AbortSignal,
    mayRead: () => boolean,
  ): AsyncGenerator<string> {
    yield `retry: ${RETRY_MS}\n${missed ? ": entries before this are gone by their age\n" : ""}\n`;
    const news = auditNewsOf(this.#service);
    let place = after;
    let told = after;
    let silent = 0;
    // Woken while it reads: then it reads again instead of waiting.
    let woken = true;
    using _listening = news.subscribe(() => {
      woken = true;
    });
    while (!ended.aborted && mayRead()) {
      if (!woken) {
        await news.next(ended, LOOK_MS);
        silent += LOOK_MS;
        if (ended.aborted || !mayRead()) return;
      }
      woken = false;
      const page = await eventsAfter(this.#service, place, types, PER_READ).catch(() => undefined);
      // The reader comes again, and by then the database may answer.
      if (!page) return;
      place = page.next;
      if (page.more) woken = true;
      if (page.events.length > 0) {
        told = page.events.at(-1)?.id ?? told;
        silent = 0;
        yield page.events
          .map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
          .join("");
      } else if (silent >= HEARTBEAT_MS) {
        silent = 0;
        // A reader of rare types keeps its place as well.
        yield place > told ? `: still here\nid: ${place}\n\n` : ": still here\n\n";
        told = place;
      }
    }
  }
}

/** Those of this service. */
export const eventStreamsOf = partOf((service) => new EventStreams(service));
