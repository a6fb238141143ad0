/** Writing and listing API keys (auth-wire 6.5; F-7). */
import { and, asc, count, eq } from "drizzle-orm";
import { type Call, now } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import type { Runtime } from "../../runtime.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { ulid } from "../../std/ulid.ts";
import { reachable } from "../../store/availability.ts";
import { noteCredential, type Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { apiKeys, users } from "../../store/tables.ts";
import { newestSnapshot } from "../newest-snapshot.ts";
import { isEnabledRow } from "../principals/enabled.ts";
import { requireKnownIds } from "../roles/known-ids.ts";
import type { Issuer } from "./issuer.ts";
import {
  isWithinKey,
  type Listed,
  requireHeld,
  requireOwnTexts,
  requireSystemGrants,
} from "./key-rules.ts";
import {
  type ApiKeyBody,
  type ApiKeyPatch,
  lifetimeOf,
  toSeconds,
  viewApiKey,
} from "./key-schema.ts";
import { newKeyText } from "./key-text.ts";
import { keyUses } from "./key-uses.ts";

type Row = typeof apiKeys.$inferSelect;

/** Keys that an owner may have made; administrators may add more. */
const MAX_PER_OWNER = 100;

const ownerMissing = () => new AuthError("not_found", sentence("refusal.key_owner"));

/** The owner of a key that is written, as a row too, so that no deletion comes between. */
async function requireOwnerRow({ tx }: Write, owner: PrincipalRecord): Promise<void> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner.id), isEnabledRow()));
  if (!row) throw ownerMissing();
}

async function requireRoom({ tx }: Write, owner: string): Promise<void> {
  const [found] = await tx
    .select({ keys: count() })
    .from(apiKeys)
    .where(eq(apiKeys.user_id, owner));
  if (!found || found.keys < MAX_PER_OWNER) return;
  throw new AuthError("conflict", "too many api keys", {
    detail: sentence("refusal.many_keys", { most: MAX_PER_OWNER }),
  });
}

/** Within the owner, or known. */
function requireRights(
  snapshot: Snapshot,
  owner: PrincipalRecord | undefined,
  listed: Listed,
  at: number,
): void {
  if (owner) requireHeld(snapshot, owner, listed, at);
  else requireSystemGrants(snapshot, listed);
}

/** The earliest of the ends that are there, in milliseconds. */
const earliest = (...ends: readonly (number | undefined)[]): Date | null => {
  const set = ends.filter((end) => end !== undefined);
  return set.length > 0 ? new Date(Math.min(...set)) : null;
};

/** Where the end of a key cannot be later: the longest lifetime from now on. */
const cap = (snapshot: Snapshot, from: Date): number | undefined => {
  const { max_lifetime } = snapshot.settings.api_key;
  return max_lifetime === undefined ? undefined : from.getTime() + max_lifetime;
};

export interface IssuedKey {
  readonly id: string;
  /** The only time that it is shown; absent where it was brought by its hash. */
  readonly key?: string;
  readonly expires_at?: string;
}

function ownerOf(snapshot: Snapshot, issuer: Issuer, user_id: string | undefined) {
  if (issuer.plane === "self") {
    if (user_id === undefined || user_id === issuer.owner.id) return issuer.owner;
    throw new AuthError("forbidden", sentence("refusal.key_for_others"));
  }
  if (user_id === undefined) return undefined;
  const owner = snapshot.principals.get(user_id);
  if (!owner || owner.disabled) throw ownerMissing();
  return owner;
}

interface KeyMaterial {
  readonly key?: string;
  readonly key_hash: string;
}

/** A new key, or the hash of one that goes on. */
function keyOf(runtime: Runtime, { key_hash }: ApiKeyBody): KeyMaterial {
  if (key_hash) return { key_hash };
  const key = newKeyText(runtime);
  return { key, key_hash: sha256Hex(key) };
}

async function requireNewHash({ tx }: Write, key_hash: string): Promise<void> {
  const [there] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.key_hash, key_hash));
  if (!there) return;
  const detail = sentence("refusal.key_there", { id: there.id });
  throw new AuthError("conflict", "cannot save api key", { detail });
}

/** Creates a key, or goes on with one of a service before this one. Throws the refusals of auth-wire 6.5. */
export async function createApiKey(
  call: Call,
  issuer: Issuer,
  body: ApiKeyBody,
  actor: string,
): Promise<IssuedKey> {
  const { service } = call;
  const snapshot = await newestSnapshot(service);
  if (snapshot.settings.api_key.disabled) {
    throw new AuthError("forbidden", sentence("refusal.keys_off"));
  }
  // Its holder might have chosen one that can be guessed.
  if (body.key_hash && issuer.plane === "self") {
    throw new AuthError("forbidden", sentence("refusal.key_brought"));
  }
  const owner = ownerOf(snapshot, issuer, body.user_id);
  const lifetime = lifetimeOf(body);
  const { name = "", details, role_ids = [], permission_ids = [] } = body;
  const listed = { role_ids, permission_ids };
  await requireOwnTexts(issuer, { name, details });
  requireRights(snapshot, owner, listed, now(call));
  const { runtime } = service;
  const id = ulid(runtime.clock.now(), runtime.random);
  const { key, key_hash } = keyOf(runtime, body);
  const change = { topic: "api_keys", action: "create", entity: id, actor } as const;
  const { result: expires_at } = await mutate(call.store, change, async (open) => {
    if (owner) await requireOwnerRow(open, owner);
    if (owner && issuer.plane === "self") await requireRoom(open, owner.id);
    await requireKnownIds(open, listed, "cannot save api key");
    if (key === undefined) await requireNewHash(open, key_hash);
    const requested = lifetime === undefined ? undefined : open.now.getTime() + lifetime;
    const expires_at = earliest(requested, cap(snapshot, open.now));
    await open.tx.insert(apiKeys).values({
      ...{
        id,
        name,
        description: body.description ?? "",
        key_hash,
        expires_at,
        ...listed,
        details,
      },
      user_id: owner?.id ?? null,
      disabled: body.disabled ?? false,
      self_made: issuer.plane === "self",
      created_at: open.now,
      updated_at: open.now,
    });
    open.touch("api_keys", id);
    if (owner) noteCredential(open, owner.id, "api_key_added", name);
    return expires_at;
  });
  return {
    id,
    ...(key !== undefined && { key }),
    ...(expires_at && { expires_at: toSeconds(expires_at) }),
  };
}

/** The row that this issuer may write; another user's is as good as none. */
async function storedKey({ tx }: Write, issuer: Issuer, id: string, message: string): Promise<Row> {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id));
  if (!row || (issuer.plane === "self" && row.user_id !== issuer.owner.id)) {
    throw new AuthError("not_found", message, { detail: sentence("refusal.key") });
  }
  return row;
}

/** Changes a key; its end can only come nearer. */
export async function patchApiKey(
  call: Call,
  issuer: Issuer,
  id: string,
  patch: ApiKeyPatch,
  actor: string,
): Promise<number> {
  const { service } = call;
  const snapshot = await newestSnapshot(service);
  await requireOwnTexts(issuer, patch);
  const missing = issuer.plane === "admin" ? "cannot get api key" : "cannot update api key";
  const change = { topic: "api_keys", action: "update", entity: id, actor } as const;
  const { version } = await mutate(call.store, change, async (open) => {
    const row = await storedKey(open, issuer, id, missing);
    const owner = row.user_id ? snapshot.principals.get(row.user_id) : undefined;
    if (row.user_id && !owner) throw ownerMissing();
    const { role_ids = row.role_ids, permission_ids = row.permission_ids } = patch;
    const listed = { role_ids, permission_ids };
    const grants = patch.role_ids !== undefined || patch.permission_ids !== undefined;
    // A key whose owner has lost a role can still be renamed and disabled.
    if (grants || patch.disabled === false) {
      requireRights(snapshot, owner, listed, now(call));
      await requireKnownIds(open, listed, "cannot save api key");
    }
    await open.tx
      .update(apiKeys)
      .set({
        ...{ ...listed, name: patch.name, description: patch.description },
        ...{ details: patch.details, disabled: patch.disabled },
        // Texts that an owner chose are the owner's, no matter who made the key.
        ...(issuer.plane === "self" &&
          (patch.name ?? patch.details) !== undefined && { self_made: true }),
        expires_at: earliest(row.expires_at?.getTime(), cap(snapshot, open.now)),
        revision: row.revision + 1,
        updated_at: open.now,
      })
      .where(eq(apiKeys.id, id));
    open.touch("api_keys", id);
    if (owner && (grants || patch.disabled === false)) {
      noteCredential(open, owner.id, "api_key_changed", patch.name ?? row.name);
    }
  });
  return version;
}

/** Revokes a key: it is refused with the next request. A key revokes none that can do more than itself. */
export async function deleteApiKey(
  call: Call,
  issuer: Issuer,
  id: string,
  actor: string,
): Promise<number> {
  const { service } = call;
  const snapshot = await newestSnapshot(service);
  const change = { topic: "api_keys", action: "delete", entity: id, actor } as const;
  const { version } = await mutate(call.store, change, async (open) => {
    const row = await storedKey(open, issuer, id, "cannot delete api key");
    if (!isWithinKey(snapshot, issuer, row, now(call))) {
      throw new AuthError("forbidden", sentence("refusal.key_can_more"));
    }
    await open.tx.delete(apiKeys).where(eq(apiKeys.id, id));
    open.touch("api_keys", id);
    if (row.user_id) noteCredential(open, row.user_id, "api_key_removed", row.name);
  });
  return version;
}

/**
 * Oldest first.
 * @param owner only the keys of this user
 * @param issuer a key that calls sees none that can do more than itself
 */
export async function listApiKeys(
  call: Call,
  owner: string | undefined,
  issuer: Issuer = { plane: "admin" },
) {
  const { service, snapshot } = call;
  await keyUses(service).written();
  const rows = await reachable(() =>
    service.store.db
      .select()
      .from(apiKeys)
      .where(owner === undefined ? undefined : eq(apiKeys.user_id, owner))
      .orderBy(asc(apiKeys.created_at), asc(apiKeys.id)),
  );
  return rows.filter((row) => isWithinKey(snapshot, issuer, row, now(call))).map(viewApiKey);
}
