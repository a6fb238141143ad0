/** What a bench hands back: rows of a table, some of them with a target that holds or does not. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly target?: string;
  readonly holds?: boolean;
}

export interface BenchResult {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Of the peer's processor time to ours: `oidc-provider`, and services of other makes. */
export const AHEAD_OF_PEER = 1.3;
export const AHEAD_OF_OTHERS = 2;
/** Of a bare Hono app's that parses the same, to ours: what decides about a person, and what is only looked up. */
export const OF_A_BARE_APP = 0.6;
export const OF_A_BARE_QUERY = 0.85;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString("en")}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const kib = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KiB`;
export const ratio = (value: number): string => value.toFixed(2);

export const info = (what: string, value: string): Row => ({ what, value });

export const atLeast = (what: string, value: number, least: number): Row => ({
  what,
  value: ratio(value),
  target: `at least ${ratio(least)}`,
  holds: value >= least,
});

/** What physics leaves of a ratio: where it is below the target, no server of this make reaches that. */
export const limit = (what: string, value: number, target: number): Row => ({
  what: `limit: ${what}`,
  value: value < target ? `${ratio(value)}, so ${ratio(target)} is out of reach` : ratio(value),
});

export const below = (
  what: string,
  value: number,
  limit: number,
  show: (value: number) => string,
): Row => ({ what, value: show(value), target: `below ${show(limit)}`, holds: value < limit });

export const atMost = (
  what: string,
  value: number,
  most: number,
  show: (value: number) => string,
): Row => ({ what, value: show(value), target: `at most ${show(most)}`, holds: value <= most });

export const exactly = (what: string, value: number, wanted: number): Row => ({
  what,
  value: String(value),
  target: `exactly ${wanted}`,
  holds: value === wanted,
});
