/**
 * Load generator: raw keep-alive sockets and ready-made request bytes, in a process of its own. It
 * shares the machine's cores with the server, so it does as little as possible per request.
 */
import { fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { stayAwake } from "./awake.ts";

export interface LoadSpec {
  /** On the loopback interface. */
  readonly port: number;
  readonly connections: number;
  /** Whole HTTP/1.1 requests; each connection goes round the list. */
  readonly requests: readonly string[];
  readonly warmUpMs: number;
  readonly measuredMs: number;
  /** Sends at this pace whatever the answers do; as fast as they come when absent. */
  readonly ratePerSecond?: number;
  /** Does not sleep: see `awake.ts`. */
  readonly awake?: boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly answers: number;
  /** Answers outside 2xx, and connections that broke. */
  readonly failures: number;
  readonly firstFailure?: string;
  /** Milliseconds from sending, with a pace from the moment it should have been sent. */
  readonly latency: {
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
  };
}

const MOST_CONNECTIONS = 256;
const LONGEST_MS = 60_000;
/** Unfinished requests after the end of the measurement get this long. */
const GRACE_MS = 15_000;

/** Runs the load in its own process; answers that failed are counted. */
export async function attempt(spec: LoadSpec): Promise<LoadResult> {
  const child = fork(new URL(import.meta.url), [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise<LoadResult>((resolve, reject) => {
    child.once("message", (message) => resolve(message as LoadResult));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send(spec);
  });
}

/** The same, and throws when a single answer failed. */
export async function load(spec: LoadSpec): Promise<LoadResult> {
  const result = await attempt(spec);
  if (result.failures > 0) {
    throw new Error(
      `${result.failures} of ${result.answers} answers failed: ${result.firstFailure}`,
    );
  }
  return result;
}

/** A request without a body, or with a form or JSON body. */
export function httpRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): string {
  const length =
    body || method !== "GET" ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ Host: "127.0.0.1", ...headers, ...length });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const HEAD_END = Buffer.from("\r\n\r\n");

interface Answer {
  readonly status: number;
  readonly end: number;
}

/** The first answer in the bytes; undefined while it is not complete. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const status = (bytes[9] ?? 0) * 100 + (bytes[10] ?? 0) * 10 + (bytes[11] ?? 0) - 5328;
  const head = bytes.toString("latin1", 0, headEnd);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length !== undefined || status === 204) {
    const end = headEnd + 4 + Number(length ?? 0);
    return bytes.length >= end ? { status, end } : undefined;
  }
  const last = bytes.indexOf("\r\n0\r\n\r\n", headEnd);
  return last < 0 ? undefined : { status, end: last + 7 };
}

class Run {
  readonly #spec: LoadSpec;
  readonly #bytes: readonly Buffer[];
  readonly #sockets: Socket[] = [];
  readonly #idle: Socket[] = [];
  readonly #due: number[] = [];
  #latencies = new Float64Array(1 << 16);
  #count = 0;
  #failures = 0;
  #firstFailure: string | undefined;
  #from = 0;
  #until = 0;
  #next = 0;

  constructor(spec: LoadSpec) {
    this.#spec = spec;
    this.#bytes = spec.requests.map((text) => Buffer.from(text));
  }

  async run(): Promise<LoadResult> {
    const { connections, warmUpMs, measuredMs, ratePerSecond, awake } = this.#spec;
    const opened = await Promise.all(Array.from({ length: connections }, () => this.#open()));
    this.#from = performance.now() + warmUpMs;
    this.#until = this.#from + measuredMs;
    const finished = opened.map((start) => start());
    const pace = ratePerSecond ? this.#pace(ratePerSecond) : undefined;
    const sleep = awake ? stayAwake() : undefined;
    const late = setTimeout(
      () => {
        for (const socket of this.#sockets) socket.destroy(new Error("no answer in time"));
      },
      warmUpMs + measuredMs + GRACE_MS,
    );
    await Promise.all(finished);
    sleep?.();
    clearTimeout(late);
    clearInterval(pace);
    return this.#result();
  }

  /** Connects; the function it answers starts the requests and resolves at the end. */
  async #open(): Promise<() => Promise<void>> {
    const socket = connect({ port: this.#spec.port, host: "127.0.0.1", noDelay: true });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return () =>
      new Promise((resolve) => {
        let pending: Buffer | undefined;
        const send = (since: number) => {
          sentAt = since;
          busy = true;
          socket.write(this.#bytes[this.#next++ % this.#bytes.length] ?? "");
        };
        let sentAt = 0;
        let busy = false;
        const goOn = (now: number) => {
          busy = false;
          if (now >= this.#until) return void socket.end();
          if (!this.#spec.ratePerSecond) return send(now);
          const due = this.#due.shift();
          if (due === undefined) this.#idle.push(socket);
          else send(due);
        };
        socket.on("data", (chunk: Buffer) => {
          const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
          const answer = readAnswer(bytes);
          if (!answer) {
            pending = bytes;
            return;
          }
          pending = undefined;
          const now = performance.now();
          this.#record(answer.status, sentAt, now, bytes);
          goOn(now);
        });
        socket.on("error", (error) => this.#fail(error.message));
        socket.once("close", () => {
          if (busy) this.#fail("the connection closed before the answer");
          resolve();
        });
        socket.on("due" as "data", (since: unknown) => send(since as number));
        socket.on("stop" as "data", () => busy || socket.end());
        goOn(performance.now());
      });
  }

  #pace(ratePerSecond: number): NodeJS.Timeout {
    let due = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (now >= this.#until) {
        for (const socket of this.#sockets) socket.emit("stop");
        return;
      }
      for (; due <= now; due += 1_000 / ratePerSecond) {
        const socket = this.#idle.shift();
        if (socket) socket.emit("due", due);
        else this.#due.push(due);
      }
    }, 1);
  }

  #fail(reason: string): void {
    this.#failures += 1;
    this.#firstFailure ??= reason;
  }

  #record(status: number, sentAt: number, now: number, bytes: Buffer): void {
    if (status < 200 || status > 299) this.#fail(bytes.toString("utf8", 0, 600));
    if (now < this.#from || now >= this.#until) return;
    if (this.#count === this.#latencies.length) {
      const larger = new Float64Array(this.#latencies.length * 2);
      larger.set(this.#latencies);
      this.#latencies = larger;
    }
    this.#latencies[this.#count++] = now - sentAt;
  }

  #result(): LoadResult {
    const sorted = this.#latencies.subarray(0, this.#count).sort();
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      perSecond: (this.#count * 1_000) / this.#spec.measuredMs,
      answers: this.#count,
      failures: this.#failures,
      ...(this.#firstFailure && { firstFailure: this.#firstFailure }),
      latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    };
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.once("message", async (spec: LoadSpec) => {
    const sane =
      spec.connections <= MOST_CONNECTIONS && spec.warmUpMs + spec.measuredMs <= LONGEST_MS;
    if (!sane) throw new RangeError("more load than this machine should get");
    const result = await new Run(spec).run();
    process.send?.(result);
    process.disconnect();
  });
}
