/** How and when a person signed in, asked by a resource (RFC 9470). */
import { z } from "zod";
import { isNewEnough, reachedLevel } from "../identity/levels.ts";
import type { Authentication } from "../identity.ts";
import { list } from "../settings/fields/field.ts";
import type { Refusal } from "./resource-refusal.ts";

const YEAR_SECONDS = 365 * 86_400;
/** What fits a quoted value of a header, without blanks: they divide the values. */
const LEVEL = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Members of the options of every guard that asks. */
export const authenticationShape = {
  acr_values: list().refine((values) => values.every((value) => LEVEL.test(value)), {
    error: "must be words without blanks and quotes",
  }),
  max_age: z.number().int().min(0).max(YEAR_SECONDS).optional(),
};

export interface Demands {
  readonly acr_values: readonly string[];
  readonly max_age?: number | undefined;
}

/**
 * RFC 9470 §3: why the sign-in behind a token is not good enough, with all that the client needs for a new one.
 * Undefined when it is. A sign-in whose time is not known is never new enough.
 * @param now milliseconds since the epoch
 */
export function lackingAuthentication(
  { acr_values, max_age }: Demands,
  authentication: Authentication,
  now: number,
): Refusal | undefined {
  const auth_after = max_age === undefined ? undefined : Math.floor(now / 1_000) - max_age;
  const strong = acr_values.length === 0 || reachedLevel({ acr_values }, authentication);
  const fresh = isNewEnough({ auth_after }, authentication);
  if (strong && fresh) return undefined;
  return {
    status: 401,
    error: "insufficient_user_authentication",
    description: strong ? "a more recent sign-in is required" : "a stronger sign-in is required",
    demands: {
      ...(acr_values.length > 0 && { acr_values: acr_values.join(" ") }),
      ...(max_age !== undefined && { max_age }),
    },
  };
}
