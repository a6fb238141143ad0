/** Validating an API key (auth-wire 6.5; F-7): hash, state, owner; then what the key is. */
import { eq } from "drizzle-orm";
import { type Call, now } from "../call.ts";
import { sha256Hex } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { accessOf } from "../iam/access.ts";
import { apiKeyPrincipal } from "../iam/principals/api-key-principal.ts";
import { API_KEY_PREFIX, principalByAlias } from "../iam/principals/principal.ts";
import { reachable } from "../store/availability.ts";
import { apiKeys } from "../store/tables.ts";

/** Identity claims of a key; members that it does not have are absent. */
export interface ApiKeyClaims {
  readonly sub: string;
  readonly typ: "APIKey";
  readonly principal_type: "api_key";
  readonly api_key_id: string;
  readonly preferred_username: string;
  readonly name: string;
  readonly owner_user_id?: string;
  readonly email?: string;
  /** Ids and names of the expanded roles. */
  readonly roles?: readonly string[];
  /** Ids and names of the permissions. */
  readonly permissions?: readonly string[];
}

const KEY = /^tak_[0-9a-f]{64}$/;
const MINUTES_5 = 5 * 60_000;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

const refused = () => new AuthError("unauthenticated", "api key not valid");

const idsAndNames = (
  holdings: readonly { readonly id: string }[],
  records: { get(id: string): { readonly name: string } | undefined },
): string[] =>
  [
    ...new Set(holdings.flatMap(({ id }) => [id, records.get(id)?.name].filter((text) => !!text))),
  ] as string[];

/**
 * The claims of a raw key, read from the database at every use as specified. Throws `unauthenticated`
 * with one text for unknown, disabled and expired keys and for those without a living owner.
 */
export async function acceptApiKey(call: Call, key: string): Promise<ApiKeyClaims> {
  const { service, snapshot } = call;
  if (!KEY.test(key)) throw refused();
  const hash = await sha256Hex(key);
  const { db } = service.store;
  const [row] = await reachable(() =>
    db.select().from(apiKeys).where(eq(apiKeys.key_hash, hash)).limit(1),
  );
  if (!row) throw refused();
  const subject = `${API_KEY_PREFIX}${row.id}`;
  const principal = await apiKeyPrincipal(service, snapshot, subject, now(call));
  if (!principal) throw refused();
  await noteUse(call, row);
  const owner = row.user_id ? snapshot.principals.get(row.user_id) : undefined;
  const ownerDetails = await owner?.details.open();
  // Applications take these for who asks, and an owner chooses them: never another principal's alias.
  const free = (value: unknown) => {
    const text = textOf(value);
    const holder = text === undefined ? undefined : principalByAlias(snapshot, text);
    return holder && holder.id !== owner?.id ? undefined : text;
  };
  const name = textOf(row.name) ?? textOf(row.details.name) ?? subject;
  const email = free(row.details.email) ?? free(ownerDetails?.email);
  const access = accessOf(snapshot, principal, now(call));
  const roles = idsAndNames(access.roles, snapshot.roles);
  const permissions = idsAndNames(access.permissions, snapshot.permissions);
  return {
    sub: subject,
    typ: "APIKey",
    principal_type: "api_key",
    api_key_id: row.id,
    preferred_username: free(name) ?? subject,
    name,
    ...(row.user_id && { owner_user_id: row.user_id }),
    ...(email !== undefined && { email }),
    ...(roles.length > 0 && { roles }),
    ...(permissions.length > 0 && { permissions }),
  };
}

/** Housekeeping, at most every five minutes; a key works although its last use cannot be noted. */
async function noteUse(call: Call, row: typeof apiKeys.$inferSelect): Promise<void> {
  const at = now(call);
  if (row.last_used_at && at - row.last_used_at.getTime() < MINUTES_5) return;
  const { store, runtime } = call.service;
  try {
    await store.db
      .update(apiKeys)
      .set({ last_used_at: new Date(at) })
      .where(eq(apiKeys.id, row.id));
  } catch (error) {
    runtime.log.warn("the last use of an API key could not be noted", { key: row.id, error });
  }
}
