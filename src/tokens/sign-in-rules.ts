/** What the setting `sign_ins` asks of sign-ins, and which of a person's tokens it is about. */
import { type Call, now } from "../call.ts";
import type { Settings } from "../settings/index.ts";
import { hasSignInRule } from "../settings/namespaces/sign-ins.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { Limits } from "../store/measured-sign-ins.ts";
import { OFFLINE_ACCESS } from "./claims.ts";
import type { TokenSession } from "./decision.ts";

/** A refresh is due a little before the access token ends, and an application may be a little late. */
const SLACK_MS = 60_000;

/** Milliseconds; 0: there is no such rule. */
export interface SignInRules {
  readonly lifetime: number;
  readonly idle: number;
  readonly most: number;
}

const rulesBySettings = new WeakMap<Settings, SignInRules | undefined>();

/** Undefined while no rule is on, which costs nothing. */
export function signInRules({ settings }: Snapshot): SignInRules | undefined {
  if (rulesBySettings.has(settings)) return rulesBySettings.get(settings);
  const { lifetime, idle, most } = settings.sign_ins;
  // An application is heard of when it refreshes, so a sign-in may be in use and silent for so long.
  const silent = settings.token.token_lifetime + SLACK_MS;
  const rules = hasSignInRule(settings.sign_ins)
    ? { lifetime, most, idle: idle === 0 ? 0 : Math.max(idle, silent) }
    : undefined;
  rulesBySettings.set(settings, rules);
  return rules;
}

export const limitsAt = ({ lifetime, idle }: SignInRules, at: number): Limits => ({
  began: lifetime === 0 ? undefined : new Date(at - lifetime),
  used: idle === 0 ? undefined : new Date(at - idle),
});

/**
 * The sign-in that tokens belong to. Undefined for those that no rule about sign-ins ends: of service accounts, and with
 * `offline_access`, which is for the time when the person is away (OpenID Connect Core §11).
 */
export function measuredId(
  { sid, sign_in }: Pick<TokenSession, "sid" | "sign_in">,
  scope: readonly string[],
  subject: Pick<PrincipalRecord, "service_account"> | undefined,
): string | undefined {
  if (subject === undefined || subject.service_account || scope.includes(OFFLINE_ACCESS)) {
    return undefined;
  }
  return sign_in ?? sid;
}

/** Seconds that tokens of a family which begins now may last. */
export function longestSignIn(
  { snapshot }: Call,
  family: Pick<TokenSession, "sid" | "sign_in">,
  scope: readonly string[],
  subject: Pick<PrincipalRecord, "service_account">,
): number {
  const lifetime = signInRules(snapshot)?.lifetime ?? 0;
  if (lifetime === 0 || measuredId(family, scope, subject) === undefined) return Infinity;
  return Math.floor(lifetime / 1_000);
}

/** How long a row is kept: every token that is issued by then has ended. */
export function keptUntil(call: Call): Date {
  const { refresh_lifetime, refresh_absolute_lifetime } = call.snapshot.settings.token;
  return new Date(now(call) + Math.max(refresh_lifetime, refresh_absolute_lifetime));
}
