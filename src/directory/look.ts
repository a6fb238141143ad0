/** What administrators see of the active directory: its groups with their members, and one person. */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { groupMaps, isAutomatic, mapRoles } from "../iam/directory/group-roles.ts";
import { message } from "../messages/message.ts";
import { requireDirectory } from "./active.ts";
import type { Group } from "./groups.ts";
import { withDirectory } from "./open.ts";
import { lookUp, type Person } from "./people.ts";
import { readDirectory } from "./reading.ts";
import { inStep } from "./step.ts";

export interface ShownGroup {
  readonly name: string;
  readonly dn: string;
  /** Another group has the same name: only a map for the DN counts. */
  readonly ambiguous: boolean;
  /** Usernames, those of groups inside included. */
  readonly members: readonly string[];
  readonly description: string;
  /** Roles that its members get at the next sync. */
  readonly role_ids: readonly string[];
  /** `none` gives nothing; `automatic` was made by a sync (T-12); `explicit` by an administrator. */
  readonly map: "none" | "automatic" | "explicit";
}

/** Every group by name. Throws 424 without a directory, and `StepFailed`. */
export async function listGroups(service: Service): Promise<ShownGroup[]> {
  const directory = requireDirectory(service);
  const { groups, members } = await withDirectory(service, directory, (open) =>
    readDirectory(open, directory.config),
  );
  const { current } = service.snapshots;
  const mapOf = groupMaps(current);
  const rolesOf = mapRoles(current);
  const usernames = new Map<Group, string[]>();
  for (const { person, groups: holding } of members) {
    for (const group of holding) {
      const known = usernames.get(group);
      if (known) known.push(person.uid);
      else usernames.set(group, [person.uid]);
    }
  }
  const order = ({ name, key }: Group) => `${name}\0${key}`;
  return groups
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((group) => {
      const { name, dn, ambiguous, description } = group;
      const map = mapOf(group);
      const kind = map ? (isAutomatic(map) ? "automatic" : "explicit") : "none";
      const uids = (usernames.get(group) ?? []).sort();
      const role_ids = map ? rolesOf(map) : [];
      return { name, dn, ambiguous, members: uids, description, role_ids, map: kind };
    });
}

/** Throws 404 `user not found` besides what `listGroups` throws. */
export async function showPerson(
  service: Service,
  name: string,
): Promise<Omit<Person, "key" | "ids" | "standing">> {
  const directory = requireDirectory(service);
  const person = await withDirectory(service, directory, (open) =>
    inStep("user", () => lookUp(open, directory.config, name)),
  );
  if (!person) throw new AuthError("not_found", message("refusal.user"));
  const { key: _compared, ids: _known, standing: _read, ...shown } = person;
  return shown;
}
