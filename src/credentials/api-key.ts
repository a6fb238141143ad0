/** Validating an API key (auth-wire 6.5; F-7): hash, state, owner; then what the key is. */
import { type Call, now } from "../call.ts";
import { digestText } from "../crypto/digest.ts";
import { AuthError, type Facts } from "../errors.ts";
import { logRefusal } from "../events/log-refusal.ts";
import { isKeyText } from "../iam/api-keys/key-text.ts";
import { keyUses } from "../iam/api-keys/key-uses.ts";
import { catchUp } from "../iam/heard-of.ts";
import { newestSnapshot } from "../iam/newest-snapshot.ts";
import { keyPrincipal, keySubject, refusalOfKey } from "../iam/principals/api-key-principal.ts";
import { holdingsOf } from "../iam/principals/holdings.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import type { ApiKeyRecord, PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { isPlainName } from "../std/canonical-alias.ts";
import { filledText } from "../std/json-object.ts";
import { isKeyName } from "../std/reserved-name.ts";
import type { ApiKeyClaims } from "./api-key-claims.ts";
import { countSecret } from "./counted-secret.ts";

/** Longer texts are no key, and are not even hashed. */
const MAX_KEY_LENGTH = 512;

const notValid = (facts?: Facts) =>
  new AuthError("unauthenticated", "api key not valid", facts && { facts });

const idsAndNames = (
  holdings: readonly { readonly id: string }[],
  records: { get(id: string): { readonly name: string } | undefined },
): string[] =>
  [
    ...new Set(holdings.flatMap(({ id }) => [id, records.get(id)?.name].filter((text) => !!text))),
  ] as string[];

/**
 * The claims of a raw key. Throws `unauthenticated` with one text for unknown, disabled and expired keys and
 * for those without an enabled owner, `too_many_requests` after too many of them.
 */
export async function acceptApiKey(call: Call, text: string): Promise<ApiKeyClaims> {
  try {
    return await accept(call, text);
  } catch (error) {
    // A session knows no reasons; the route in front tells its own refusals.
    if (call.internal && error instanceof AuthError) {
      logRefusal(call.service.runtime.log, error, { network: call.source() });
    }
    throw error;
  }
}

/** A raw key looked up, without counting it as an attempt or a use. */
export interface FoundKey {
  readonly hash: string;
  readonly snapshot: Snapshot;
  /** In milliseconds. */
  readonly at: number;
  /** The record, also of a key that does not count now. */
  readonly key: ApiKeyRecord | undefined;
  /** Present for a key that counts. */
  readonly principal: PrincipalRecord | undefined;
}

/** What there is of a raw key; unknown texts find nothing. */
export async function findApiKey(call: Call, text: string): Promise<FoundKey> {
  const { runtime } = call.service;
  const hash = digestText(runtime, text.slice(0, MAX_KEY_LENGTH + 1), "hex");
  const snapshot = await newestSnapshot(call.service);
  const id = isKeyText(text) ? snapshot.api_key_hashes.get(hash) : undefined;
  const key = id === undefined ? undefined : snapshot.api_keys.get(id);
  const at = now(call);
  return { hash, snapshot, at, key, principal: key && keyPrincipal(snapshot, key.id, at) };
}

async function accept(call: Call, text: string): Promise<ApiKeyClaims> {
  let found = await findApiKey(call, text);
  const { hash } = found;
  // A key that is sent again and again is one guess at one secret, so it does not lock out its network.
  const account = `key ${hash.slice(0, 32)}`;
  const refusal = () => {
    const { key, snapshot, at } = found;
    return notValid(key && { api_key: key.id, key_state: refusalOfKey(snapshot, key, at) });
  };
  await countSecret(call, "api_key", account, found.principal !== undefined, refusal, async () => {
    if (found.key || !isKeyText(text)) return false;
    await catchUp(call.service, `api key ${hash}`);
    found = await findApiKey(call, text);
    return found.principal !== undefined;
  });
  const { snapshot, at, key, principal } = found;
  if (!key || !principal) throw notValid();
  keyUses(call.service).note(key.id, at);
  return claimsOf(snapshot, key, principal, at);
}

async function claimsOf(
  snapshot: Snapshot,
  key: ApiKeyRecord,
  principal: PrincipalRecord,
  at: number,
): Promise<ApiKeyClaims> {
  const owner = key.owner_id === undefined ? undefined : snapshot.principals.get(key.owner_id);
  const ownerDetails = await owner?.details.read();
  // Applications take these for who asks, and an owner chooses them: never another principal's alias.
  const free = (value: unknown) => {
    const text = filledText(value);
    if (text === undefined || !isPlainName(text)) return undefined;
    if (isKeyName(text)) return undefined;
    const holder = principalByAlias(snapshot, text);
    return holder && holder.id !== owner?.id ? undefined : text;
  };
  const sub = keySubject(key.id);
  const name = free(filledText(key.name) ?? key.details.name) ?? sub;
  const email = free(key.details.email) ?? free(ownerDetails?.email);
  const access = holdingsOf(snapshot, principal, at);
  const roles = idsAndNames(access.roles, snapshot.roles);
  const permissions = idsAndNames(access.permissions, snapshot.permissions);
  return {
    sub,
    typ: "APIKey",
    principal_type: "api_key",
    api_key_id: key.id,
    preferred_username: key.self_made ? sub : name,
    name,
    ...(key.self_made && { self_made: true }),
    ...(key.owner_id !== undefined && { owner_user_id: key.owner_id }),
    ...(email !== undefined && { email }),
    ...(roles.length > 0 && { roles }),
    ...(permissions.length > 0 && { permissions }),
  };
}
