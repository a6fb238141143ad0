/** Claims of access, ID and refresh tokens (auth-wire 5.2; K-16). */
import type { Details } from "../snapshot/snapshot.ts";

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Profile claims from a principal's details; absent when not set. */
export function profileClaims(details: Details): Record<string, string> {
  const name = text(details.name);
  const username = text(details.uid) ?? name;
  const email = text(details.email);
  const given = text(details.given_name);
  const family = text(details.family_name);
  return {
    ...(name && { name }),
    ...(username && { preferred_username: username }),
    ...(email && { email }),
    ...(given && { given_name: given }),
    ...(family && { family_name: family }),
  };
}

/** The `typ` claim tells the three kinds apart; the header says `at+jwt` for access (K-12). */
export const TOKEN_TYPE = { access: "Bearer", id: "ID", refresh: "Refresh" } as const;

/** `aud`: the service alone as a text, with granted resources a list. */
export const audience = (service: string, resources: readonly string[]): string | string[] =>
  resources.length > 0 ? [service, ...resources] : service;
