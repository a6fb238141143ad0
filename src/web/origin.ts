/** The origin that a request was asked at: one rule for every module (H-5; login-session-wire L-D20). */

import { AuthError } from "../errors.ts";
import type { Connection } from "../runtime.ts";
import { canonicalOrigin, webScheme } from "../std/canonical-origin.ts";
import { addressIn, type Cidr, throttleKey } from "../std/cidr.ts";
import type { RequestHead } from "./request-head.ts";

type Addressed = Pick<RequestHead, "url" | "headers">;

const firstOf = (header: string | null): string | undefined =>
  header?.split(",")[0]?.trim() || undefined;

/** Whether forwarded headers of this peer count. */
export const isTrusted = (connection: Connection, trusted: readonly Cidr[]): boolean =>
  trusted.length > 0 && addressIn(trusted, connection.remoteAddress);

/**
 * `https://id.example.com` in its one spelling, from the valid `Host` of the request; `X-Forwarded-Proto` and
 * `X-Forwarded-Host` count each on its own, and only from trusted peers. Throws `invalid_request` for
 * a malformed host.
 */
export function requestOrigin(
  request: Addressed,
  connection: Connection,
  trusted: readonly Cidr[],
): string {
  const { url } = request;
  let scheme = connection.tls ? "https" : webScheme(url.slice(0, url.indexOf(":")));
  let host = connection.host ?? request.headers.get("host") ?? new URL(url).host;
  if (isTrusted(connection, trusted)) {
    scheme = webScheme(firstOf(request.headers.get("x-forwarded-proto"))) ?? scheme;
    host = firstOf(request.headers.get("x-forwarded-host")) ?? host;
  }
  const origin = canonicalOrigin(scheme ?? "http", host);
  if (origin === undefined) {
    throw new AuthError("invalid_request", "the Host header is not valid");
  }
  return origin;
}

/** A chain of more proxies than this was never built. */
const MAX_HOPS = 32;

/**
 * The network that a request comes from, for counting only (H-6): the peer, or behind trusted peers
 * the first address of `X-Forwarded-For`, read from the right, that is not one of them. An IPv6
 * address counts as its /64; what cannot be read is counted as one network, never as none.
 */
export function sourceNetwork(
  request: Addressed,
  connection: Connection,
  trusted: readonly Cidr[],
): string {
  let address = connection.remoteAddress ?? "";
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").slice(-MAX_HOPS);
  while (hops.length > 0 && addressIn(trusted, address)) {
    const hop = hops.pop()?.trim() ?? "";
    if (hop === "") break;
    address = hop;
  }
  return throttleKey(address);
}
