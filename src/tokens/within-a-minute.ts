/** How often one client may do in a minute what every instance stores or reads (O2). */
import { type Call, now, partOf } from "../call.ts";
import { AuthError } from "../errors.ts";
import { remember } from "../std/bounded-map.ts";

const MINUTE_MS = 60_000;
/** Clients that are counted at a time, for each of the things (N-11). */
const MAX_CLIENTS = 10_000;

interface Window {
  count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const windowsOf = partOf(() => new Map<string, Map<string, Window>>());

/**
 * Counts one of a client on this instance. Throws `too_many_requests`.
 * @param what as the refusal names it
 */
export function withinAMinute(
  call: Call,
  what: "revocations" | "client assertions" | "DPoP proofs",
  clientId: string,
  most: number,
): void {
  const all = windowsOf(call.service);
  const clients = all.get(what) ?? new Map<string, Window>();
  all.set(what, clients);
  const at = now(call);
  let window = clients.get(clientId);
  if (!window || window.until <= at) {
    window = { count: 0, until: at + MINUTE_MS };
    remember(clients, clientId, window, MAX_CLIENTS);
  }
  if (window.count >= most) {
    throw new AuthError("too_many_requests", `too many ${what}, try again later`, {
      retryAfter: Math.max(1, Math.ceil((window.until - at) / 1_000)),
    });
  }
  window.count += 1;
}
