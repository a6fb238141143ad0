/** N-1 before a handler runs: size of the URL and of the headers. */
import { LIMITS } from "./serving.ts";

/** Status and text of the refusal, or undefined. */
export type Refusal = { readonly status: 400 | 408 | 414 | 431 | 500; readonly message: string };

const URI_TOO_LONG: Refusal = { status: 414, message: "the URL is too long" };
const HEADERS_TOO_LARGE: Refusal = { status: 431, message: "the headers are too large" };

/** @param target path and query as sent; @param headers names and values in any order */
export function refuseOversized(target: string, headers: Iterable<string>): Refusal | undefined {
  if (target.length > LIMITS.url) return URI_TOO_LONG;
  let size = 0;
  for (const text of headers) size += text.length + 2; // ": " and the line break
  return size > LIMITS.headers ? HEADERS_TOO_LARGE : undefined;
}

/** For runtimes whose requests carry only `Request`. */
export function refuseOversizedRequest(request: Request): Response | undefined {
  const { url, headers } = request;
  const path = url.slice(url.indexOf("/", url.indexOf("://") + 3));
  const refusal = refuseOversized(path, [...headers].flat());
  return refusal && refuse(refusal);
}

export function refuse({ status, message }: Refusal): Response {
  return Response.json({ message }, { status, headers: { connection: "close" } });
}
