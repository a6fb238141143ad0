/** Which sign-in a token demands: that of its client, of every resource that it is for, and of its person (decision E-7). */
import type { Call } from "../call.ts";
import { personalLevels } from "../iam/second-factor/rule.ts";
import { bothDemands } from "../identity/levels.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { isUrlBelow } from "../std/url-below.ts";
import type { Client } from "./client.ts";

/**
 * Levels of which the sign-in has to reach one; undefined when none is demanded, empty when no level satisfies all
 * demands. Every prefix above a resource counts, so no longer one can soften what a shorter one demands.
 */
export function requiredLevels(
  call: Call,
  { requiredAcr }: Client,
  resources: readonly string[],
  person?: PrincipalRecord,
): readonly string[] | undefined {
  const { resource_acr } = call.snapshot.settings.token;
  let required = requiredAcr;
  for (const [prefix, levels] of Object.entries(resource_acr)) {
    if (levels.length === 0) continue;
    if (!resources.some((one) => one === prefix || isUrlBelow(one, prefix))) continue;
    required = bothDemands(required, levels);
  }
  return bothDemands(required, person && personalLevels(call, person));
}
