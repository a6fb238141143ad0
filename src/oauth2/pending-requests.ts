/**
 * How many authorization requests one network and one client may have pending (O2, N-11). Counted by each
 * instance for itself: it bounds what strangers can store, and costs a request nothing.
 */
import { type Call, now, partOf, type Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Fill, fillOf } from "../std/bounded-map.ts";

/** Kinds of flows that strangers can begin. */
type PendingKind = "authorize" | "pushed_request" | "oauth_state" | "saml_relay";

interface Pending {
  readonly kind: PendingKind;
  readonly keys: readonly string[];
  /** Milliseconds since the epoch. */
  readonly until: number;
}

interface Counts {
  /** By flow id, the oldest first. */
  readonly flows: Map<string, Pending>;
  readonly byKey: Map<string, number>;
  /** When it was last asked which of them are still in the store. */
  lookedAt: number;
}

/** Milliseconds between two looks at the store, and how many flows one look asks for. */
const LOOK_INTERVAL_MS = 1_000;
const FLOWS_PER_LOOK = 50;
/** Seconds. */
const RETRY_AFTER_SECONDS = 60;
/** Flows that are counted at a time, over all networks and clients. */
const MAX_FLOWS = 100_000;

const countsOf = partOf((): Counts => ({ flows: new Map(), byKey: new Map(), lookedAt: 0 }));

/** Requests that an instance counts as pending. */
export const pendingKept = (service: Service): Fill => fillOf(countsOf(service).flows, MAX_FLOWS);

function forget({ flows, byKey }: Counts, flow: string): void {
  const { keys = [] } = flows.get(flow) ?? {};
  flows.delete(flow);
  for (const key of keys) {
    const left = (byKey.get(key) ?? 1) - 1;
    if (left > 0) byKey.set(key, left);
    else byKey.delete(key);
  }
}

function forgetExpired(known: Counts, at: number): void {
  for (const [flow, { until }] of known.flows) {
    if (until > at) return;
    forget(known, flow);
  }
}

/** Flows that another instance has decided are in the store no longer. */
async function forgetDecided(call: Call, known: Counts, key: string): Promise<void> {
  const at = now(call);
  if (at - known.lookedAt < LOOK_INTERVAL_MS) return;
  known.lookedAt = at;
  const mine = [...known.flows]
    .filter(([, { keys }]) => keys.includes(key))
    .slice(0, FLOWS_PER_LOOK);
  for (const [flow, { kind }] of mine) {
    if (!(await call.service.codes.get(kind, flow))) forget(known, flow);
  }
}

const tooMany = () =>
  new AuthError(
    "too_many_requests",
    "too many authorization requests are pending, try again later",
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );

/**
 * Counts a new flow. Throws `too_many_requests` when its network has too many, or its client; a network
 * that has none passes the client's limit, so that one network cannot lock others out of a client.
 */
export async function countPending(
  call: Call,
  flow: string,
  clientId: string,
  kind: PendingKind = "authorize",
): Promise<void> {
  const { flow_lifetime, pending_per_network, pending_per_client } =
    call.snapshot.settings.authorize;
  const counts = countsOf(call.service);
  const at = now(call);
  forgetExpired(counts, at);
  const source = call.source();
  const network = source === undefined ? undefined : `network ${source}`;
  const client = `client ${clientId}`;
  const full = (key: string, most: number) => (counts.byKey.get(key) ?? 0) >= most;
  if (network && full(network, pending_per_network)) {
    await forgetDecided(call, counts, network);
    if (full(network, pending_per_network)) throw tooMany();
  }
  if (full(client, pending_per_client) && (!network || counts.byKey.has(network))) {
    await forgetDecided(call, counts, client);
    if (full(client, pending_per_client)) throw tooMany();
  }
  const [oldest] = counts.flows.size >= MAX_FLOWS ? counts.flows.keys() : [];
  if (oldest !== undefined) forget(counts, oldest);
  const keys = network ? [network, client] : [client];
  counts.flows.set(flow, { kind, keys, until: at + flow_lifetime });
  for (const key of keys) counts.byKey.set(key, (counts.byKey.get(key) ?? 0) + 1);
}

/** A flow that was decided or never stored counts no longer. */
export const discountPending = ({ service }: Call, flow: string): void =>
  forget(countsOf(service), flow);
