/** Remembers that a state was used: next to the codes, which all instances share (B-8, U-1). */
import { isFirstUse } from "../codes/first-use.ts";
import { authInstance } from "../session/instances.ts";
import { durationOf } from "../std/duration.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

/** The same on every instance with this configuration: one auth instance of several must be agreed on. */
async function sharedAuth(visit: Visit, { provider }: ProviderFlow): Promise<string | undefined> {
  const { auth_middleware } = visit.login.options;
  const named = auth_middleware || provider.auth_middleware;
  if (named) return named;
  const all = [...(await visit.session.providers()).values()].map((one) => one.auth_middleware);
  return all.filter((name) => name !== undefined && name !== "").sort()[0];
}

/**
 * Whether a state comes back for the first time. Without an auth instance in this process the login's
 * own `store` decides: Redis for all instances, memory for this one.
 * @param left milliseconds that the state is still valid
 */
export async function comesFirst(
  visit: Visit,
  flow: ProviderFlow,
  state: string,
  left: number,
): Promise<boolean> {
  const { instances, codes } = visit.login;
  const name = await sharedAuth(visit, flow);
  return name
    ? authInstance(instances, name).firstUse(state, left)
    : isFirstUse(codes.store, state, durationOf(left));
}
