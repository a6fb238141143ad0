/** Which sign-in a token demands: that of its client, and of every resource that it is for (decision E-7). */
import type { Call } from "../call.ts";
import { bothDemands } from "../identity/levels.ts";
import { isUrlBelow } from "../std/url-below.ts";
import type { Client } from "./client.ts";

/**
 * Levels of which the sign-in has to reach one; undefined when none is demanded, empty when no level satisfies all
 * demands. Every prefix above a resource counts, so no longer one can soften what a shorter one demands.
 */
export function requiredLevels(
  { snapshot }: Call,
  { requiredAcr }: Client,
  resources: readonly string[],
): readonly string[] | undefined {
  const { resource_acr } = snapshot.settings.token;
  let required = requiredAcr;
  for (const [prefix, levels] of Object.entries(resource_acr)) {
    if (levels.length === 0) continue;
    if (!resources.some((one) => one === prefix || isUrlBelow(one, prefix))) continue;
    required = bothDemands(required, levels);
  }
  return required;
}
