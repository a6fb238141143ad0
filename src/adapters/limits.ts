/** Before a handler runs: size of the URL and of the headers (N-1), and one `Host` that is valid. */
import { validHost } from "../std/host.ts";
import { LIMITS } from "./serving.ts";

/** Status and text of the refusal, or undefined. */
export type Refusal = { readonly status: 400 | 408 | 414 | 431 | 500; readonly message: string };

const URI_TOO_LONG: Refusal = { status: 414, message: "the URL is too long" };
const HEADERS_TOO_LARGE: Refusal = { status: 431, message: "the headers are too large" };

export const MALFORMED: Refusal = { status: 400, message: "malformed request" };

/**
 * RFC 9112 §3.2: a request with a `Host` that is none, or with several, is refused before anything is made of it.
 * Runtimes differ in what they would make of it.
 */
export const refuseHost = (hosts: readonly string[]): Refusal | undefined =>
  hosts.length === 1 && validHost(hosts[0] ?? "") ? undefined : MALFORMED;

/** @param target path and query as sent; @param headers names and values in any order */
export function refuseOversized(target: string, headers: Iterable<string>): Refusal | undefined {
  if (target.length > LIMITS.url) return URI_TOO_LONG;
  let size = 0;
  for (const text of headers) size += text.length + 2; // ": " and the line break
  return size > LIMITS.headers ? HEADERS_TOO_LARGE : undefined;
}

/** Without `Host`, HTTP/2 has it in the URL; HTTP/1.1 must not come without. */
const hostOfUrl = (url: string): string =>
  url.startsWith("https:") ? (URL.parse(url)?.host ?? "") : "";

/** Both for runtimes whose requests carry only `Request`; several hosts are one with a comma there. */
export function refuseMalformedRequest(request: Request): Response | undefined {
  const { url, headers } = request;
  const path = url.slice(url.indexOf("/", url.indexOf("://") + 3));
  const host = headers.get("host") ?? hostOfUrl(url);
  const refusal = refuseHost([host]) ?? refuseOversized(path, [...headers].flat());
  return refusal && refuse(refusal);
}

export function refuse({ status, message }: Refusal): Response {
  return Response.json({ message }, { status, headers: { connection: "close" } });
}
