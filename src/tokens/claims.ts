/** Claims of access, ID and refresh tokens (auth-wire 5.2; K-16). */
import type { Details } from "../snapshot/snapshot.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Profile claims from a principal's details; absent when not set. */
export function profileClaims(details: Details): Record<string, string> {
  const claims = {
    name: text(details.name),
    preferred_username: text(details.uid) ?? text(details.name),
    email: text(details.email),
    given_name: text(details.given_name),
    family_name: text(details.family_name),
  };
  const present = Object.entries(claims).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string>;
}

/** The `typ` claim tells the three kinds apart; the header says `at+jwt` for access (K-12). */
export const TOKEN_TYPE = { access: "Bearer", id: "ID", refresh: "Refresh" } as const;

/** `aud`: the service alone as a text, with granted resources a list. */
export const audience = (service: string, resources: readonly string[]): string | string[] =>
  resources.length > 0 ? [service, ...resources] : service;
