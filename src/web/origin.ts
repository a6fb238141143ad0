/** The origin that a request was asked at: one rule for every room (H-5; login-session-wire L-D20). */

import { AuthError } from "../errors.ts";
import type { Connection } from "../runtime.ts";
import { addressIn, type Cidr, throttleKey } from "../std/cidr.ts";
import { validHost } from "../std/host.ts";
import type { AskedRequest } from "./asked-request.ts";

const firstOf = (header: string | null): string | undefined =>
  header?.split(",")[0]?.trim() || undefined;

/** Whether forwarded headers of this peer count. */
export const isTrusted = (connection: Connection, trusted: readonly Cidr[]): boolean =>
  trusted.length > 0 && addressIn(trusted, connection.remoteAddress);

/**
 * `https://id.example.com`, from the valid `Host` of the request; `X-Forwarded-Proto` and
 * `X-Forwarded-Host` count each on its own, and only from trusted peers. Throws `invalid_request` for
 * a malformed host.
 */
export function requestOrigin(
  request: AskedRequest,
  connection: Connection,
  trusted: readonly Cidr[],
): string {
  const { url } = request;
  let scheme = connection.tls ? "https" : url.slice(0, url.indexOf(":"));
  let host = connection.host ?? request.headers.get("host") ?? new URL(url).host;
  if (isTrusted(connection, trusted)) {
    const forwarded = firstOf(request.headers.get("x-forwarded-proto"));
    if (forwarded === "http" || forwarded === "https") scheme = forwarded;
    host = firstOf(request.headers.get("x-forwarded-host")) ?? host;
  }
  return `${scheme}://${canonicalHost(host)}`;
}

/** A chain of more proxies than this was never built. */
const MOST_HOPS = 32;

/**
 * The network that a request comes from, for counting only (H-6): the peer, or behind trusted peers
 * the first address of `X-Forwarded-For`, read from the right, that is not one of them. An IPv6
 * address counts as its /64; what cannot be read is counted as one network, never as none.
 */
export function sourceNetwork(
  request: AskedRequest,
  connection: Connection,
  trusted: readonly Cidr[],
): string {
  let address = connection.remoteAddress ?? "";
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").slice(-MOST_HOPS);
  while (hops.length > 0 && addressIn(trusted, address)) {
    const hop = hops.pop()?.trim() ?? "";
    if (hop === "") break;
    address = hop;
  }
  return throttleKey(address);
}

function canonicalHost(host: string): string {
  if (!validHost(host)) throw new AuthError("invalid_request", "the Host header is not valid");
  return host.toLowerCase();
}
