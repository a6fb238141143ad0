/** One request to an address that was chosen before: the name is for the certificate and `Host` alone (G-6). */
import { type ClientRequest, request as openPlain } from "node:http";
import { request as openSecure } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { setImmediate } from "node:timers";
import type { HttpOptions } from "../runtime.ts";
import { responseTo } from "./incoming-response.ts";
import { type Agents, agents, KeptAgents } from "./kept-agents.ts";

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

/** How a request goes out. */
export interface PinnedOptions extends Trust {
  /** See {@link HttpOptions.repeatable}. */
  readonly repeatable?: boolean;
}

/** Sends a request to `address`; aborting ends it. */
export type PinnedFetch = (
  request: PinnedRequest,
  address: string,
  signal: AbortSignal,
  options?: PinnedOptions,
) => Promise<Response>;

/** A connection that was kept had ended, and the request went nowhere. */
const LOST: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Requests to an address that was chosen, on a new connection, or for repeatable requests on one that was kept for
 * the same address, name and trust. No redirect is followed. The certificate must be right for the name in the URL,
 * whatever `NODE_TLS_REJECT_UNAUTHORIZED` says.
 */
export function createPinnedFetch(): PinnedFetch {
  const kept = new KeptAgents();
  return async (request, address, signal, { repeatable = false, ...trust } = {}) => {
    const attempt = (agents: Agents) => {
      const outgoing = open(request, address, signal, trust, agents);
      return { outgoing, answer: responseTo(outgoing, request.body) };
    };
    const { outgoing, answer } = attempt(repeatable ? kept.of(address) : agents(false));
    try {
      return await answer;
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!outgoing.reusedSocket || !LOST.has(code) || signal.aborted) throw error;
      return await attempt(agents(false)).answer;
    }
  };
}

function open(
  { url, method, headers }: PinnedRequest,
  address: string,
  signal: AbortSignal,
  { ca, insecure = false }: Trust,
  { plain, secure }: Agents,
): ClientRequest {
  const options = {
    method,
    // What is not decoded here is not asked for.
    headers: { ...Object.fromEntries(headers), host: url.host, "accept-encoding": "identity" },
    lookup: onlyTo(address),
    signal,
  };
  if (url.protocol !== "https:") return openPlain(url, { ...options, agent: plain });
  return openSecure(url, {
    ...options,
    agent: secure,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { ca }),
  });
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
