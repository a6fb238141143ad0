/** Requests to URLs that a stranger gave: to the public internet, to the address that was checked (G-6). */
import { UnfetchableUrl } from "../errors.ts";
import { isPublicAddress } from "../std/public-address.ts";
import type { SendRequest } from "./http-client.ts";
import { type PinnedRequest, pinnedFetch } from "./pinned-fetch.ts";
import { checkPublicUrl, literalAddress } from "./public-url.ts";
import { createHostResolver, type ResolveHost } from "./resolve-host.ts";

/** What tests and development need; a service that strangers can reach needs none of it. */
export interface PublicFetchOptions {
  /** Origins, such as `http://localhost:3000`, that are fetched over plain HTTP, on any port and wherever their names lead. */
  readonly exempt?: readonly string[];
  /** PEM; certificates that vouch for servers in place of the runtime's own. */
  readonly ca?: string;
  /** Finds the addresses of a name; the name servers of the host when absent. */
  readonly resolve?: ResolveHost;
}

/** Of each family: a stranger's name with many addresses must not make us knock at all of them. */
const MOST_ADDRESSES = 2;

/** Nothing was sent yet, so the next address may be tried. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

/**
 * The name is resolved once, every address must be public, and the connection goes to one of them.
 * `UnfetchableUrl` says the same for a name without address and for one that leads inside.
 */
export function createPublicFetch({
  exempt = [],
  ca,
  resolve = createHostResolver(),
}: PublicFetchOptions = {}): SendRequest {
  return async (request, signal) => {
    const url = new URL(request.url);
    const exempted = exempt.includes(url.origin);
    if (!exempted) checkPublicUrl(url);
    const addresses = await addressesOf(url, resolve, signal);
    if (addresses.length === 0 || !(exempted || addresses.every(isPublicAddress))) {
      throw new UnfetchableUrl();
    }
    const { method, headers } = request;
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    return await sendToFirst(addresses, { url, method, headers, body }, signal, ca);
  };
}

async function addressesOf(
  url: URL,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const literal = literalAddress(url);
  if (literal !== undefined) return [literal];
  try {
    return await resolve(url.hostname, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : new UnfetchableUrl(undefined, error);
  }
}

async function sendToFirst(
  addresses: readonly string[],
  request: PinnedRequest,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<Response> {
  let failure: unknown;
  for (const address of chosenOf(addresses)) {
    try {
      return await pinnedFetch(request, address, signal, ca);
    } catch (error) {
      failure = error;
      const { code } = error as { code?: string };
      if (signal.aborted || !NOT_CONNECTED.has(code ?? "")) break;
    }
  }
  throw failure;
}

/** IPv4 first: an address of a family that this host does not have fails at once. */
function chosenOf(addresses: readonly string[]): readonly string[] {
  const v6 = (address: string) => address.includes(":");
  return [
    ...addresses.filter((address) => !v6(address)).slice(0, MOST_ADDRESSES),
    ...addresses.filter(v6).slice(0, MOST_ADDRESSES),
  ];
}
