/**
 * A request of Node as a `Request` whose parts are made when they are asked for: most handlers ask for the method, the
 * URL and a few headers. What is rare is answered by a whole `Request` (ADR 0088).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { lightHeaders } from "./light-headers.ts";
import { readWhole, streamOf } from "./request-bytes.ts";

const decoder = new TextDecoder();

const usedBefore = () => new TypeError("the body was read before");

/** RFC 9112 §6.3: a request has a body when one of the two says so; one to GET and HEAD means nothing (RFC 9110 §9.3.1). */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  ("content-length" in headers || "transfer-encoding" in headers);

class LightRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #made: Request | undefined;
  #signal: AbortSignal | undefined;
  /** The body was read without a whole request. */
  #taken = false;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, url: string) {
    this.method = incoming.method ?? "GET";
    this.url = url;
    this.headers = lightHeaders(incoming.rawHeaders);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  /** Aborted when the client goes before it has its answer. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const outgoing = this.#outgoing;
    const aborts = new AbortController();
    const closed = () => {
      if (!outgoing.writableFinished) aborts.abort();
    };
    if (outgoing.closed) closed();
    else outgoing.once("close", closed);
    this.#signal = aborts.signal;
    return this.#signal;
  }

  get bodyUsed(): boolean {
    return this.#taken || this.#made?.bodyUsed === true;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#made) return this.#made.arrayBuffer();
    if (this.#taken) return Promise.reject(usedBefore());
    if (!hasBody(this.#incoming)) return Promise.resolve(new ArrayBuffer(0));
    this.#taken = true;
    return readWhole(this.#incoming);
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async text(): Promise<string> {
    return decoder.decode(await this.arrayBuffer());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<Blob> {
    return this.whole().blob();
  }

  async formData(): Promise<FormData> {
    return this.whole().formData();
  }

  clone(): Request {
    return this.whole().clone();
  }

  /** The same with every member that a `Request` has; it is the one that is asked from now on. */
  whole(): Request {
    if (this.#made) return this.#made;
    if (this.#taken) throw usedBefore();
    const { method, headers, signal } = this;
    const body = hasBody(this.#incoming) ? streamOf(this.#incoming) : null;
    this.#made = new Request(this.url, {
      ...{ method, headers, signal, body },
      ...(body && { duplex: "half" }),
    });
    return this.#made;
  }
}

/** Members that no handler of ours asks for, and a library may. */
const RARE = [
  ...["body", "cache", "credentials", "destination", "duplex", "integrity", "keepalive"],
  ...["mode", "redirect", "referrer", "referrerPolicy"],
] as const;

for (const name of RARE) {
  Object.defineProperty(LightRequest.prototype, name, {
    get(this: LightRequest) {
      return this.whole()[name as keyof Request];
    },
  });
}
// What asks for an instance of `Request` finds one.
Object.setPrototypeOf(LightRequest.prototype, Request.prototype);

/** @param url as `urlOfRequest` makes it */
export const lightRequest = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
): Request => new LightRequest(incoming, outgoing, url) as unknown as Request;
