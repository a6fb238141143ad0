/** How many tokens one client may revoke in a minute: each is a write that all instances read (O2). */
import { type Call, now, partOf } from "../call.ts";
import { AuthError } from "../errors.ts";
import { remember } from "../std/bounded-map.ts";

const MINUTE_MS = 60_000;
/** Clients that are counted at a time (N-11). */
const MAX_CLIENTS = 10_000;

interface Window {
  count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const windowsOf = partOf(() => new Map<string, Window>());

/** Counts one revocation of a client on this instance. Throws `too_many_requests`. */
export function countRevocation(call: Call, clientId: string): void {
  const { service, snapshot } = call;
  const clients = windowsOf(service);
  const at = now(call);
  let window = clients.get(clientId);
  if (!window || window.until <= at) {
    window = { count: 0, until: at + MINUTE_MS };
    remember(clients, clientId, window, MAX_CLIENTS);
  }
  if (window.count >= snapshot.settings.token.revocations_per_minute) {
    throw new AuthError("too_many_requests", "too many revocations, try again later", {
      retryAfter: Math.max(1, Math.ceil((window.until - at) / 1_000)),
    });
  }
  window.count += 1;
}
