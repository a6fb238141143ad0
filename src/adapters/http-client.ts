/** Requests to other services over `fetch`: bounded in time and size, never redirected (R-6, H-8). */
import { RefusedUrl, UnfetchableUrl } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import type { HttpClient, HttpOptions } from "../runtime.ts";
import { tlsFailure } from "./drivers/tls-failure.ts";
import { checkPublicUrl, checkWrittenUrl } from "./public-url.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;

/** How a runtime sends one request without following redirects. Aborting ends it and its answer. */
export type SendRequest = (request: Request, signal: AbortSignal) => Promise<Response>;

/** The same for `publicOnly`; `internal` and `insecure` of its options count. */
export type PublicFetch = (
  request: Request,
  signal: AbortSignal,
  options: HttpOptions,
) => Promise<Response>;

const plainFetch: SendRequest = (request, signal) => fetch(request, { redirect: "manual", signal });

const refuseInsecure: SendRequest = () => {
  throw new Error("insecure_skip_verify cannot be used on this runtime");
};

/** Where `fetch` is all there is: the addresses behind a name stay unknown. */
const checkedFetch: PublicFetch = async (request, signal, { internal, insecure }) => {
  const url = new URL(request.url);
  if (insecure) return refuseInsecure(request, signal);
  if (!internal) checkPublicUrl(url);
  else if (!checkWrittenUrl(url, internal) && url.protocol === "http:") {
    throw new RefusedUrl(message("url.https"));
  }
  return plainFetch(request, signal);
};

class TooLong extends Error {
  readonly said: Message;

  constructor(most: number) {
    const said = message("url.too_long", { most });
    super(said.text);
    this.said = said;
  }
}

/**
 * @param insecureFetch over TLS whose certificate may be anything; absent where that cannot be done
 * @param publicFetch to URLs that strangers gave; absent where the address cannot be chosen
 */
export function createHttpClient(
  insecureFetch: SendRequest = refuseInsecure,
  publicFetch: PublicFetch = checkedFetch,
): HttpClient {
  const senderOf = (url: string, options: HttpOptions): SendRequest => {
    const { insecure, publicOnly } = options;
    if (publicOnly) return (request, signal) => publicFetch(request, signal, options);
    return insecure && url.startsWith("https:") ? insecureFetch : plainFetch;
  };
  return async (request, options = {}) => {
    const { timeout = TIMEOUT_MS, maxBytes = MAX_BYTES, publicOnly = false } = options;
    if (publicOnly && options.insecure && !options.internal) {
      throw new Error("the certificate of a stranger's server is always verified");
    }
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), request.signal]);
    const exchange = async () => {
      const response = await senderOf(request.url, options)(request, signal);
      return { response, bytes: await readBounded(response, maxBytes, signal) };
    };
    try {
      const { response, bytes } = await untilAborted(exchange(), signal);
      const empty = [204, 205, 304].includes(response.status);
      const headers = headersOf(response);
      return new Response(empty ? null : bytes, { status: response.status, headers });
    } catch (error) {
      // Runtimes tell an aborted body each in words of their own.
      const cause = signal.aborted ? signal.reason : error;
      throw publicOnly && !request.signal.aborted ? unfetchable(cause) : cause;
    }
  };
}

/** The work, or the reason of the signal at once when it is aborted: no runtime is trusted to notice. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener("abort", stop);
        how(value);
      };
    work.then(settle(resolve), settle(reject));
  });
}

/** For the log: Deno's word for a certificate that has expired is that of another fault. */
function explained(cause: unknown): unknown {
  const reason = tlsFailure(cause);
  return reason === undefined ? cause : new Error(reason, { cause });
}

/** Bounds are ours to tell; of a failure on the way the stranger learns only that there was one. */
function unfetchable(cause: unknown): UnfetchableUrl {
  if (cause instanceof UnfetchableUrl) return cause;
  if (cause instanceof TooLong) return new UnfetchableUrl(cause.said, cause);
  const { name } = cause as { name?: string };
  const said = message(name === "TimeoutError" ? "url.late" : "url.no_answer");
  return new UnfetchableUrl(said, explained(cause));
}

/** The whole body, or an error as soon as it is too long or late; leaving the loop ends the connection. */
export async function readBounded(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLong(maxBytes);
    chunks.push(chunk);
  }
  signal.throwIfAborted();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Content codings that every `fetch` undoes. */
const DECODED = /^\s*(x-gzip|gzip|deflate|br)\s*(,\s*(x-gzip|gzip|deflate|br)\s*)*$/i;

/** Headers of the body as it is handed out: whole, and decoded. */
function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("transfer-encoding");
  if (DECODED.test(headers.get("content-encoding") ?? "")) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return headers;
}
