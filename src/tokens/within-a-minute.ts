/** How often one client may do in a minute what every instance stores or reads (O2). */
import { type Call, now, partOf } from "../call.ts";
import { AuthError } from "../errors.ts";
import { remember } from "../std/bounded-map.ts";
import { type Counter, reserveIn, waitOf } from "../std/counter.ts";

const MINUTE_MS = 60_000;
/** Clients that are counted at a time, for each of the things (N-11). */
const MAX_CLIENTS = 10_000;

const countsOf = partOf(() => new Map<string, Map<string, Counter>>());

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
  const all = countsOf(call.service);
  const clients = all.get(what) ?? new Map<string, Counter>();
  all.set(what, clients);
  const rule = { at: now(call), window: MINUTE_MS, most };
  const counted = reserveIn(clients.get(clientId), rule);
  if (!counted.granted) {
    throw new AuthError("too_many_requests", `too many ${what}, try again later`, {
      retryAfter: Math.max(1, Math.ceil(waitOf(counted, rule) / 1_000)),
    });
  }
  // Who begins a minute is the newest one; who goes on stays in their place.
  if (counted.count === 1) remember(clients, clientId, counted, MAX_CLIENTS);
  else clients.set(clientId, counted);
}
