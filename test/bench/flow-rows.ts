/** What the flow benches call their servers, and the targets of ours with the memory store. */
import { AHEAD_OF_PEER, atLeast, info, limit, ms, perSecond, type Row } from "./result.ts";
import { costOf, type Standing } from "./rounds.ts";

export const MEMORY = "Postern, memory";
export const POSTGRES = "Postern, Postgres";
export const REDIS = "Postern, Redis";
export const PEER = "oidc-provider, memory";
export const BARE = "bare Hono app that only parses";
/** That app with the check that is due unless a token is remembered. */
export const BARE_SIGNED = "bare Hono app that parses and checks the token's signature";
/** Of tokens: as many signatures as ours makes, and the same requests. */
export const LEAST = "a server that only parses and signs";

/** Both with Postgres where the peer has an adapter for it; it has none, so it keeps everything in memory. */
const WITH_POSTGRES = 1;

function shown({ perSecond: rate, p99, cpu }: Standing, requests: number): string {
  const rates =
    requests > 1 ? `${perSecond(rate)} (${perSecond(rate * requests)} requests)` : perSecond(rate);
  return `${rates}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;
}

export interface Compared {
  /** How many requests make one of what was counted, by name; one where it is not said. */
  readonly requests?: ReadonlyMap<string, number>;
  /** Of the bare app's processor time to ours. */
  readonly ofBare?: number | undefined;
  /** Whether the other stores have a target, too. */
  readonly stores?: boolean;
}

export function rowsOf(
  what: string,
  standings: ReadonlyMap<string, Standing>,
  { requests, ofBare, stores = false }: Compared = {},
): Row[] {
  const rows = [...standings].map(([name, standing]) => {
    const count = requests?.get(name) ?? 1;
    const label = count > 1 ? `${what}, ${name}, ${count} requests each` : `${what}, ${name}`;
    return info(label, shown(standing, count));
  });
  const ratio = (peer: string, ours = MEMORY) => costOf(standings.get(peer), standings.get(ours));
  rows.push(atLeast(`${what}, memory, to oidc-provider`, ratio(PEER), AHEAD_OF_PEER));
  if (stores && standings.has(REDIS)) {
    rows.push(atLeast(`${what}, Redis, to oidc-provider`, ratio(PEER, REDIS), AHEAD_OF_PEER));
  }
  if (stores) {
    const value = ratio(PEER, POSTGRES);
    rows.push(atLeast(`${what}, Postgres, to oidc-provider in memory`, value, WITH_POSTGRES));
  }
  if (standings.has(LEAST)) {
    rows.push(limit(`${what}, ${LEAST}, to oidc-provider`, ratio(PEER, LEAST), AHEAD_OF_PEER));
  }
  if (ofBare !== undefined) {
    rows.push(atLeast(`${what}, memory, to the bare app`, ratio(BARE), ofBare));
    rows.push(limit(`${what}, ${BARE_SIGNED}, to the bare app`, ratio(BARE, BARE_SIGNED), ofBare));
  }
  return rows;
}
