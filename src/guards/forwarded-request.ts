/** The request that an external proxy asks about, read from its headers (login-session-wire 6; H-1, A-1). */
import type { Connection } from "../runtime.ts";
import { webScheme } from "../std/canonical-origin.ts";
import { canonicalHost, canonicalPath } from "../std/request-path.ts";
import type { RequestHead, RequestHeaders } from "../web/request-head.ts";

export interface ForwardedHeaders {
  readonly method_header: string;
  readonly host_header: string;
  readonly uri_header: string;
}

export interface Forwarded {
  readonly method: string;
  readonly host: string;
  /** Path and query. */
  readonly uri: string;
  /** The path as it was sent, without query. */
  readonly path: string;
}

export type ForwardedRequest =
  | { readonly kind: "read"; readonly forwarded: Forwarded }
  /** The proxy does not say, or says it twice. */
  | { readonly kind: "unreadable"; readonly reason: string }
  /** Readable in two ways, so it is not decided about. */
  | { readonly kind: "ambiguous"; readonly reason: string };

const METHOD = /^[A-Za-z]{1,32}$/;
/** Methods that no request of a browser or an API client has; the Fetch standard refuses them. */
const REFUSED_METHOD = /^(connect|trace|track)$/i;
/** One request target: a second value would be joined with a comma and a space. */
const TARGET = /^\/[^\s#]*$/;

type ReadHeader = (headers: RequestHeaders) => { readonly value?: string; readonly fault?: string };

/** Reads one header under one spelling: a fault when a value is not there or not alone. */
function single(name: string, valid: (value: string) => boolean): ReadHeader {
  const other = name.replaceAll("-", "_");
  const absent = { fault: `missing header: ${name}` };
  const malformed = { fault: `malformed header: ${name}` };
  return (headers) => {
    const value = headers.get(name)?.trim() ?? "";
    if (value === "") return absent;
    const repeated = other !== name && headers.has(other);
    return repeated || !valid(value) ? malformed : { value };
  };
}

export function forwardedReader(
  names: ForwardedHeaders,
): (headers: RequestHeaders) => ForwardedRequest {
  const method = single(names.method_header, (value) => METHOD.test(value));
  const host = single(names.host_header, (value) => Boolean(canonicalHost(value)));
  const uri = single(names.uri_header, (value) => TARGET.test(value));
  return (headers) => read(method(headers), host(headers), uri(headers));
}

type Part = ReturnType<ReadHeader>;

function read(method: Part, host: Part, uri: Part): ForwardedRequest {
  if (!method.value || !host.value || !uri.value) {
    return { kind: "unreadable", reason: method.fault ?? host.fault ?? uri.fault ?? "" };
  }
  const [path = ""] = uri.value.split("?");
  if (canonicalPath(path) === undefined) {
    return { kind: "ambiguous", reason: "the path is ambiguous" };
  }
  if (REFUSED_METHOD.test(method.value)) {
    return { kind: "ambiguous", reason: "the method is not allowed" };
  }
  const forwarded = { method: method.value.toUpperCase(), host: host.value, uri: uri.value, path };
  return { kind: "read", forwarded };
}

/** Host and scheme are those of the client by now, and there is no body. */
const SPENT: ReadonlySet<string> = new Set([
  "x-forwarded-host",
  "x-forwarded-proto",
  "content-length",
  "transfer-encoding",
]);

/** The headers that came, as those of the client's request: a copy would be made and checked for every question. */
function clientHeaders(sent: RequestHeaders, host: string): RequestHeaders {
  const get = (name: string) => {
    const lower = name.toLowerCase();
    if (lower === "host") return host;
    return SPENT.has(lower) ? null : sent.get(lower);
  };
  return { get, has: (name) => get(name) !== null };
}

/** A class, since each literal with a getter has a shape of its own, which engines cannot learn. */
class ForwardedHead implements RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #sent: RequestHead;

  constructor(sent: RequestHead, method: string, url: string, headers: RequestHeaders) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.#sent = sent;
  }

  /** A server makes it on demand. */
  get signal(): AbortSignal {
    return this.#sent.signal;
  }
}

/** The forwarded request with the credentials of the one that came. */
export function clientRequestOf(
  sent: RequestHead,
  { method, host, uri }: Forwarded,
  connection: Connection,
) {
  const { headers } = sent;
  // What the proxy proves of itself says nothing about the client.
  const { clientCertificate: _verified, unverifiedCertificate: _unverified, ...peer } = connection;
  const forwardedScheme = webScheme(headers.get("x-forwarded-proto"));
  const scheme = forwardedScheme ?? (connection.tls ? "https" : "http");
  const url = `${scheme}://${host}${uri}`;
  const request = new ForwardedHead(sent, method, url, clientHeaders(headers, host));
  return { request, connection: { ...peer, host, tls: scheme === "https" } };
}
