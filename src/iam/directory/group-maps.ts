/**
 * The maps that a sync makes for groups without one: onto a role of the group's name, which is created when
 * it is missing (specification, LDAP; T-12).
 */
import { inArray } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { lmaps, roles } from "../../store/tables.ts";
import { administratorRoles } from "../administrators/limited.ts";
import { mapName } from "../fields.ts";
import { DIRECTORY_WRITER, groupMaps, type MappedGroup, mappedDn } from "./group-roles.ts";

/** What a directory says of a group. */
export interface NamedGroup extends MappedGroup {
  readonly description: string;
}

export interface MadeMaps {
  readonly roles_created: number;
  readonly maps_created: number;
  /** Groups that now give a role which existed before; an administrator should look at them. */
  readonly onto_existing: readonly string[];
  /** Groups that were given no map, because their role would make administrators, or for their name. */
  readonly without_map: readonly string[];
}

/** Looked at before every write, so that a run which lost its turn writes nothing. */
export type Guard = (open: Write) => Promise<void>;

const BATCH_SIZE = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;

/** Whether a group's name can be the name of a role, and of a map that is not for a DN. */
const isGroupName = (text: string): boolean =>
  mapName.safeParse(text).success && mappedDn(text) === undefined;

/**
 * Maps for those groups that have none; writes nothing when none is missing. A name that several groups have
 * gets none.
 */
export async function ensureGroupMaps(
  { service, store }: Writer,
  groups: readonly NamedGroup[],
  guard?: Guard,
): Promise<MadeMaps> {
  const made = {
    roles_created: 0,
    maps_created: 0,
    onto_existing: [] as string[],
    without_map: [] as string[],
  };
  const { snapshots } = service;
  const administrators = administratorRoles(snapshots.current);
  const mapOf = groupMaps(snapshots.current);
  const missing = groups.filter((group) => {
    const { name } = group;
    if (group.ambiguous || mapOf(group)) return false;
    if (!isGroupName(name)) {
      made.without_map.push(name.slice(0, 256));
      return false;
    }
    const role = snapshots.current.role_names.get(name);
    if (role === undefined || !administrators.has(role)) return true;
    made.without_map.push(name);
    return false;
  });
  for (let at = 0; at < missing.length; at += BATCH_SIZE) {
    const batch = missing.slice(at, at + BATCH_SIZE);
    const { result } = await mutate(
      store,
      { topic: "lmaps", action: "sync", entity: "ldap", actor: DIRECTORY_WRITER },
      async (open) => {
        await guard?.(open);
        return writeMaps(service, open, batch);
      },
    );
    made.roles_created += result.roles;
    made.maps_created += result.maps;
    made.onto_existing.push(...result.existing);
  }
  return made;
}

async function writeMaps(
  service: Service,
  { tx, now, touch }: Write,
  batch: readonly NamedGroup[],
) {
  const names = batch.map(({ name }) => name);
  const mapped = await tx
    .select({ name: lmaps.name })
    .from(lmaps)
    .where(inArray(lmaps.name, names));
  const existingRoles = await tx
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(inArray(roles.name, names));
  const done = new Set(mapped.map(({ name }) => name));
  const ids = new Map(existingRoles.map(({ id, name }) => [name, id]));
  const existing = names.filter((name) => !done.has(name) && ids.has(name));
  const times = { created_at: now, updated_at: now, updated_by: DIRECTORY_WRITER };
  const newRoles = batch.flatMap(({ name, description }) => {
    if (done.has(name) || ids.has(name)) return [];
    const id = ulid(service.runtime.clock.now(), service.runtime.random);
    ids.set(name, id);
    const document = { permission_ids: [], role_ids: [], data: {} };
    const config = { ...document, description: description.slice(0, MAX_DESCRIPTION_LENGTH) };
    return [{ id, name, config, ...times }];
  });
  const newMaps = names.flatMap((name) => {
    const role = ids.get(name);
    return done.has(name) || role === undefined ? [] : [{ name, role_ids: [role], ...times }];
  });
  if (newRoles.length > 0) {
    await tx.insert(roles).values(newRoles);
    touch("roles", ...newRoles.map(({ id }) => id));
  }
  if (newMaps.length > 0) {
    await tx.insert(lmaps).values(newMaps);
    touch("lmaps", ...newMaps.map(({ name }) => name));
  }
  return { roles: newRoles.length, maps: newMaps.length, existing };
}
