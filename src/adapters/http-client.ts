/** Requests to other services over `fetch`: bounded in time and size, never redirected (R-6, H-8). */
import type { HttpClient } from "../runtime.ts";

const TIMEOUT = 10_000;
const MAX_BYTES = 1_048_576;

/** How a runtime sends a request whose certificate may be anything; absent where it cannot. */
export type InsecureFetch = (request: Request, signal: AbortSignal) => Promise<Response>;

/** The whole body, or an error as soon as it is longer than allowed. */
async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

export function createHttpClient(insecureFetch?: InsecureFetch): HttpClient {
  return async (request, options = {}) => {
    const signal = AbortSignal.timeout(options.timeout ?? TIMEOUT);
    const send: InsecureFetch = options.insecure
      ? (insecureFetch ?? refuseInsecure)
      : (asked, until) => fetch(asked, { redirect: "manual", signal: until });
    const response = await send(request, signal);
    const bytes = await readBounded(response, options.maxBytes ?? MAX_BYTES);
    const empty = [101, 204, 205, 304].includes(response.status);
    const { status, headers } = response;
    return new Response(empty ? null : bytes, { status, headers });
  };
}

const refuseInsecure: InsecureFetch = () => {
  throw new Error("insecure_skip_verify cannot be used on this runtime");
};
