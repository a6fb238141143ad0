/** One request to an address that was chosen before: the name is for the certificate and `Host` alone (G-6). */
import { request as openPlain, Agent as PlainAgent } from "node:http";
import { request as openSecure, Agent as SecureAgent } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { setImmediate } from "node:timers";
import { responseTo } from "./incoming-response.ts";

export interface PinnedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

/** Whose certificates count. */
export interface Trust {
  /** PEM; certificates that vouch for servers in place of the runtime's own. */
  readonly ca?: string;
  /** Any certificate, where an administrator said so. */
  readonly insecure?: boolean;
}

/** A connection of its own, past every proxy that the environment names: a proxy would resolve again. */
const DIRECT = { keepAlive: false, proxyEnv: {} } as const;

/**
 * Sends the request to `address` on a new connection and follows no redirect. The certificate must be
 * right for the name in the URL, whatever `NODE_TLS_REJECT_UNAUTHORIZED` says. Aborting ends it.
 */
export function pinnedFetch(
  { url, method, headers, body }: PinnedRequest,
  address: string,
  signal: AbortSignal,
  { ca, insecure = false }: Trust = {},
): Promise<Response> {
  const plain = {
    method,
    // What is not decoded here is not asked for.
    headers: { ...Object.fromEntries(headers), host: url.host, "accept-encoding": "identity" },
    lookup: onlyTo(address),
    signal,
  };
  const outgoing =
    url.protocol === "https:"
      ? openSecure(url, {
          ...plain,
          agent: new SecureAgent(DIRECT),
          rejectUnauthorized: !insecure,
          ...(ca !== undefined && { ca }),
        })
      : openPlain(url, { ...plain, agent: new PlainAgent(DIRECT) });
  return responseTo(outgoing, body);
}

/**
 * Stands in for the name servers: the one address, in either form that a socket asks for. It answers later, as
 * they do. An address without a route fails at once, and within the call that opens the socket there is no
 * listener for that failure yet: it would end the process.
 */
function onlyTo(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_name, { all }, done) =>
    void setImmediate(() =>
      all ? done(null, [{ address, family }]) : done(null, address, family),
    );
}
