/** Who has to sign in with two factors, and from when: the one reading of the setting `second_factor` (decision E-1). */
import { type Call, now } from "../../call.ts";
import { reachedLevel } from "../../identity/levels.ts";
import type { Authentication } from "../../identity.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { adminPermission, holdsAdminPermission } from "../administrators/admin.ts";
import { isLimited } from "../administrators/limited.ts";
import { holdingsOf } from "../principals/holdings.ts";

/** `reminded`: the person can put it off until then, in milliseconds since the epoch. */
export type FactorDemand =
  | { readonly kind: "due" }
  | { readonly kind: "reminded"; readonly until: number };

/** Whom a rule names. */
export interface Named {
  readonly everybody: boolean;
  readonly administrators: boolean;
  readonly role_ids: readonly string[];
}

/**
 * Whether the setting names this person, at whatever time.
 * @param rule another one, that is looked at before it is saved
 */
export function isNamed(
  call: Call,
  person: PrincipalRecord,
  rule: Named = call.snapshot.settings.second_factor,
): boolean {
  if (person.service_account) return false;
  const { everybody, administrators, role_ids } = rule;
  if (everybody) return true;
  if (administrators && adminPermission(call) !== "") {
    if (holdsAdminPermission(call, person) || isLimited(call, person)) return true;
  }
  if (role_ids.length === 0) return false;
  const { roles } = holdingsOf(call.snapshot, person, now(call));
  return roles.some(({ id }) => role_ids.includes(id));
}

/** What the setting asks of this person now; undefined when it asks nothing. A service account has no sign-in. */
export function factorDemand(call: Call, person: PrincipalRecord): FactorDemand | undefined {
  if (!isNamed(call, person)) return undefined;
  const { from, grace } = call.snapshot.settings.second_factor;
  const at = now(call);
  const begin = from === "" ? 0 : Date.parse(from);
  if (at < begin) return undefined;
  // An account that is made later has the same time as those that were there.
  const until = grace === 0 ? begin : Math.max(begin, Date.parse(person.created_at)) + grace;
  return at < until ? { kind: "reminded", until } : { kind: "due" };
}

const TWO_FACTORS = ["mfa"] as const;

/** Levels of which a sign-in of this person has to reach one now, because of the account. */
export const personalLevels = (
  call: Call,
  person: PrincipalRecord,
): readonly string[] | undefined =>
  factorDemand(call, person)?.kind === "due" ? TWO_FACTORS : undefined;

/** Whether the account asks more than this sign-in has. */
export function lacksFactor(call: Call, person: PrincipalRecord, signIn: Authentication): boolean {
  const acr_values = personalLevels(call, person);
  return acr_values !== undefined && reachedLevel({ acr_values }, signIn) === undefined;
}
