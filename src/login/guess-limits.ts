/** Limits on guessing what a login passes on to remote providers (I-7; login-session-wire L-W16). */
import type { Behind, GuessLimits } from "../api.ts";
import type { Attempted } from "../codes/attempted.ts";
import { Attempts } from "../codes/attempts.ts";
import type { Instances } from "../session/instances.ts";
import { defaultSettings } from "../settings/index.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { sentDevice } from "../web/device-cookie.ts";
import { sourceNetwork } from "../web/origin.ts";
import type { ParsedLogin } from "./options.ts";
import { keepingAuth, type OwnCodes } from "./own-codes.ts";
import type { ProviderFlow } from "./provider-flow.ts";
import type { Visit } from "./visit.ts";

/**
 * With an auth instance in this process its counts and its settings, which all instances share; else
 * the login's own codes, and the limits as they are without a setting.
 */
export function guessLimits(
  options: Pick<ParsedLogin, "auth_middleware">,
  instances: Instances,
  codes: OwnCodes,
): () => GuessLimits {
  const settings = defaultSettings();
  const own = new Attempts(codes.store, instances.runtime, () => settings);
  return () => keepingAuth(options, instances)?.guesses ?? own;
}

/** Where a visit comes from (H-6). */
const visitNetwork = ({ incoming, session }: Visit): string =>
  sourceNetwork(incoming.request, incoming.connection, session.options.trusted_proxies);

/** Where a call into an instance of this process comes from. */
export const behindOf = (visit: Visit): Behind => ({
  origin: visit.origin,
  network: visitNetwork(visit),
  device: sentDevice(visit.request),
  agent: visit.request.headers.get("user-agent") ?? undefined,
  request_id: visit.incoming.connection.requestId,
  signal: visit.request.signal,
  language: visit.language?.(),
});

/** @param name what the person typed; undefined for a secret that stands alone, such as a code */
export const attemptedAt = (visit: Visit, { key }: ProviderFlow, name?: string): Attempted => ({
  account: name === undefined ? undefined : `provider ${key} ${canonicalAlias(name)}`,
  network: visitNetwork(visit),
  signal: visit.request.signal,
});
