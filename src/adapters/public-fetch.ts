/** Requests to URLs that a stranger gave: to the public internet, to the address that was checked (G-6). */
import { RefusedUrl, UnfetchableUrl } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { HttpOptions } from "../runtime.ts";
import { isInternalAddress, isReachable } from "../std/internal-hosts.ts";
import { isPublicAddress } from "../std/public-address.ts";
import type { PublicFetch } from "./http-client.ts";
import { createPinnedFetch, type PinnedFetch } from "./pinned-fetch.ts";
import { checkPublicUrl, checkWrittenUrl, literalAddress } from "./public-url.ts";
import { createHostResolver, lookUpHost, type ResolveHost } from "./resolve-host.ts";

/** What tests and development need; a service that strangers can reach needs none of it. */
export interface PublicFetchOptions {
  /** Origins, such as `http://localhost:3000`, that are fetched over plain HTTP, on any port and wherever their names lead. */
  readonly exempt?: readonly string[];
  /** PEM; certificates that vouch for servers in place of the runtime's own. */
  readonly ca?: string;
  /** Finds the addresses of a name; the name servers of the host when absent. */
  readonly resolve?: ResolveHost;
  /** Finds the addresses of a name that an administrator lists; as the host itself does when absent. */
  readonly lookUp?: ResolveHost;
  /** Sends a request to one of the addresses; that of `createPinnedFetch` when absent. */
  readonly send?: PinnedFetch;
}

/** Of each family: a stranger's name with many addresses must not make us knock at all of them. */
const MAX_ADDRESSES = 2;

/** Nothing was sent yet, so the next address may be tried. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "EACCES",
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EINVAL",
  "ENETDOWN",
  "ENETUNREACH",
  "EPERM",
  "ETIMEDOUT",
]);

/** What the form of the URL says, and what must hold of the addresses behind it. */
interface Admission {
  readonly lookUp: ResolveHost;
  readonly admits: (address: string) => boolean;
}

/**
 * The name is resolved once, every address must be admitted, and the connection goes to one of them.
 * `RefusedUrl` says the same for a name without address and for one that leads inside.
 */
export function createPublicFetch({
  exempt = [],
  ca,
  resolve = createHostResolver(),
  lookUp = lookUpHost,
  send = createPinnedFetch(),
}: PublicFetchOptions = {}): PublicFetch {
  function admissionOf(url: URL, internal: HttpOptions["internal"]): Admission {
    if (exempt.includes(url.origin)) return { lookUp: resolve, admits: () => true };
    if (!internal) {
      checkPublicUrl(url);
      return { lookUp: resolve, admits: isPublicAddress };
    }
    if (checkWrittenUrl(url, internal)) return { lookUp, admits: () => true };
    const plain = url.protocol === "http:";
    const admits = (address: string) =>
      plain ? isInternalAddress(internal, address) : isReachable(internal, address);
    return { lookUp: resolve, admits };
  }

  return async (request, signal, { internal, insecure = false, repeatable = false }) => {
    const url = new URL(request.url);
    const admission = admissionOf(url, internal);
    const addresses = await addressesOf(url, admission.lookUp, signal);
    if (addresses.length === 0 || !addresses.every(admission.admits))
      throw new RefusedUrl(message("url.no_answer"));
    const { method, headers } = request;
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const how = { insecure, repeatable, ...(ca !== undefined && { ca }) };
    const outgoing = { url, method, headers, body };
    return await toFirst(addresses, signal, (address) => send(outgoing, address, signal, how));
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
    throw signal.aborted ? signal.reason : new UnfetchableUrl(message("url.no_answer"), error);
  }
}

async function toFirst(
  addresses: readonly string[],
  signal: AbortSignal,
  send: (address: string) => Promise<Response>,
): Promise<Response> {
  let failure: unknown;
  for (const address of chosenOf(addresses)) {
    try {
      return await send(address);
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
    ...addresses.filter((address) => !v6(address)).slice(0, MAX_ADDRESSES),
    ...addresses.filter(v6).slice(0, MAX_ADDRESSES),
  ];
}
