/** Whom a permission check is about, and why it may be about no one (auth-wire 3, step 1). */
import { ownersOf } from "../../snapshot/alias-owners.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { inheritsOwner, keyIdOf, refusalOfKey } from "../principals/api-key-principal.ts";
import { principalByAlias, principalByName } from "../principals/principal.ts";
import type { CheckIdentity } from "./question.ts";

/**
 * `found` alone brings rights of its own; in every other state public permissions decide. `ambiguous`: several
 * principals have this alias in other spellings. `misspelled`: an alias looks the same, and is another text.
 */
export const IDENTITY_STATES = [
  "found",
  "anonymous",
  "unknown",
  "disabled",
  "ambiguous",
  "misspelled",
  "key_unknown",
  "key_switched_off",
  "key_disabled",
  "key_expired",
  "key_owner",
] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

const KEY_STATES = {
  "switched off": "key_switched_off",
  disabled: "key_disabled",
  expired: "key_expired",
  "without an enabled owner": "key_owner",
} as const satisfies Record<string, IdentityState>;

export interface ExplainedIdentity {
  readonly state: IdentityState;
  /** Present where a record was found, also when it is disabled. */
  readonly principal?: ExplainedPrincipal;
}

export interface ExplainedPrincipal {
  readonly id: string;
  readonly alias: readonly string[];
  readonly kind: "user" | "service_account" | "api_key";
  /** Of an API key that belongs to someone. */
  readonly owner_id?: string;
  /** The key has no ids of its own and so has what its owner has. */
  readonly inherits_owner?: true;
}

/** Aliases that are shown of one principal. */
const MAX_ALIASES = 20;

const shown = ({ id, alias, service_account }: PrincipalRecord): ExplainedPrincipal => ({
  id,
  alias: alias.slice(0, MAX_ALIASES),
  kind: service_account ? "service_account" : "user",
});

function explainKey(
  snapshot: Snapshot,
  id: string,
  principal: PrincipalRecord | undefined,
  now: number,
): ExplainedIdentity {
  const key = snapshot.api_keys.get(id);
  if (!key) return { state: "key_unknown" };
  const refusal = refusalOfKey(snapshot, key, now);
  const { owner_id } = key;
  const name = `api-key:${id}`;
  return {
    state: refusal ? KEY_STATES[refusal] : principal ? "found" : "unknown",
    principal: {
      id: name,
      alias: [name],
      kind: "api_key",
      ...(owner_id !== undefined && { owner_id }),
      ...(owner_id !== undefined && inheritsOwner(key) && { inherits_owner: true }),
    },
  };
}

/** Why a name that is looked up strictly finds no one. */
function missing(snapshot: Snapshot, alias: string): ExplainedIdentity {
  const alike = ownersOf(snapshot.aliases, canonicalAlias(alias));
  if (alike.length > 1 && !principalByAlias(snapshot, alias)) return { state: "ambiguous" };
  return { state: alike.length > 0 ? "misspelled" : "unknown" };
}

/** @param principal whom the check itself has found */
export function explainIdentity(
  snapshot: Snapshot,
  now: number,
  { id, alias }: CheckIdentity,
  principal: PrincipalRecord | undefined,
): ExplainedIdentity {
  if (id) {
    if (!principal) return { state: "unknown" };
    return { state: principal.disabled ? "disabled" : "found", principal: shown(principal) };
  }
  if (!alias) return { state: "anonymous" };
  const key = keyIdOf(alias);
  if (key !== undefined) return explainKey(snapshot, key, principal, now);
  if (principal) return { state: "found", principal: shown(principal) };
  const disabled = principalByName(snapshot, alias);
  return disabled ? { state: "disabled", principal: shown(disabled) } : missing(snapshot, alias);
}
