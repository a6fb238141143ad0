/** How strongly a person signed in: the values of `acr` that this service gives (OpenID Connect Core §2, RFC 9470). */
import type { Authentication } from "../identity.ts";

/**
 * `mfa`: two factors. `phr`: two factors of which one cannot be phished, a passkey with which the device has
 * checked the person (OpenID Connect Extended Authentication Profile §4).
 */
export const LEVELS = ["mfa", "phr"] as const;
type Level = (typeof LEVELS)[number];

const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);

/** The level that methods reach together (RFC 8176), when this service itself has checked them. */
export function levelOf(amr: readonly string[] = []): Level | undefined {
  if (!amr.includes("mfa")) return undefined;
  return amr.includes("hwk") || amr.includes("swk") ? "phr" : "mfa";
}

/** Whether a sign-in with this `acr` is as strong as the level: `phr` is also `mfa`. */
const reaches = (acr: string | undefined, level: string): boolean =>
  acr === level || (acr === "phr" && level === "mfa");

/** What is asked of a sign-in; an absent member asks nothing. */
export interface SignInDemand {
  /** Seconds since the epoch: the person has to have signed in then or later. */
  readonly auth_after?: number | undefined;
  /** Levels of which one is enough, the first is preferred. */
  readonly acr_values?: readonly string[] | undefined;
}

/** The level that is asked for and was reached; undefined when none was, or none is asked for. */
export const reachedLevel = (
  { acr_values = [] }: SignInDemand,
  { acr }: Authentication,
): string | undefined => acr_values.find((level) => reaches(acr, level));

/** The levels that satisfy two demands at once; an absent one asks nothing. */
export function bothDemands(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!one || !other) return one ?? other;
  const within = (levels: readonly string[], acr_values: readonly string[]) =>
    levels.filter((acr) => reachedLevel({ acr_values }, { acr }) !== undefined);
  return [...new Set([...within(one, other), ...within(other, one)])];
}

/** Whether the sign-in is new enough. One whose time is not known never is (Z-7). */
export const isNewEnough = ({ auth_after }: SignInDemand, { auth_time }: Authentication): boolean =>
  auth_after === undefined || (auth_time !== undefined && auth_time >= auth_after);

/**
 * Whether the sign-in is strong enough. Values that this service never gives are wishes (OpenID Connect Core
 * §3.1.2.1): where only such are asked for, every sign-in is.
 */
export const isStrongEnough = (demand: SignInDemand, authentication: Authentication): boolean =>
  !demand.acr_values?.some(isLevel) || reachedLevel(demand, authentication) !== undefined;
