/** Requests to other services over `fetch`: bounded in time and size, never redirected (R-6, H-8). */
import type { HttpClient } from "../runtime.ts";

const TIMEOUT = 10_000;
const MAX_BYTES = 1_048_576;

/**
 * How a runtime sends a request over TLS whose certificate may be anything, without following
 * redirects; absent where it cannot. Aborting ends the request and its answer.
 */
export type InsecureFetch = (request: Request, signal: AbortSignal) => Promise<Response>;

const plainFetch: InsecureFetch = (request, signal) =>
  fetch(request, { redirect: "manual", signal });

const refuseInsecure: InsecureFetch = () => {
  throw new Error("insecure_skip_verify cannot be used on this runtime");
};

export function createHttpClient(insecureFetch: InsecureFetch = refuseInsecure): HttpClient {
  return async (request, { timeout = TIMEOUT, maxBytes = MAX_BYTES, insecure = false } = {}) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), request.signal]);
    const send = insecure && request.url.startsWith("https:") ? insecureFetch : plainFetch;
    try {
      const response = await send(request, signal);
      const bytes = await readBounded(response, maxBytes, signal);
      const empty = [204, 205, 304].includes(response.status);
      const headers = headersOf(response);
      return new Response(empty ? null : bytes, { status: response.status, headers });
    } catch (error) {
      // Runtimes tell an aborted body each in words of their own.
      throw signal.aborted ? signal.reason : error;
    }
  };
}

/** The whole body, or an error as soon as it is too long or late; leaving the loop ends the connection. */
async function readBounded(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    length += chunk.byteLength;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
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
