/** What the flow benches call their servers, and the targets of ours with the memory store. */
import { atLeast, info, ms, perSecond, type Row } from "./result.ts";
import { costOf, type Standing } from "./rounds.ts";

export const MEMORY = "Postern, memory";
export const POSTGRES = "Postern, Postgres";
export const REDIS = "Postern, Redis";
export const PEER = "oidc-provider, memory";
export const BARE = "bare Hono app that only parses";

const AHEAD = 1.3;
const OF_BARE = 0.4;

function shown({ perSecond: rate, p99, cpu }: Standing, requests: number): string {
  const rates =
    requests > 1 ? `${perSecond(rate)} (${perSecond(rate * requests)} requests)` : perSecond(rate);
  return `${rates}, p99 ${ms(p99)}${cpu ? `, ${Math.round(cpu)} µs processor time each` : ""}`;
}

/** `requests` make one of what was counted. */
export function rowsOf(
  what: string,
  standings: ReadonlyMap<string, Standing>,
  requests: ReadonlyMap<string, number> = new Map(),
): Row[] {
  const rows = [...standings].map(([name, standing]) => {
    const count = requests.get(name) ?? 1;
    const label = count > 1 ? `${what}, ${name}, ${count} requests each` : `${what}, ${name}`;
    return info(label, shown(standing, count));
  });
  const to = (name: string) => costOf(standings.get(name), standings.get(MEMORY));
  rows.push(atLeast(`${what}, memory, to oidc-provider`, to(PEER), AHEAD));
  if (standings.has(BARE)) {
    rows.push(atLeast(`${what}, memory, to the bare app`, to(BARE), OF_BARE));
  }
  return rows;
}
