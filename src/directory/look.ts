/** What administrators see of the active directory: its groups with their members, and one person. */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { groupRoles, isAutomatic } from "../iam/directory/group-roles.ts";
import { requireDirectory } from "./active.ts";
import { withDirectory } from "./open.ts";
import { lookUp, type Person } from "./people.ts";
import { readDirectory } from "./reading.ts";
import { inStep } from "./step.ts";

export interface ShownGroup {
  readonly name: string;
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
    readDirectory(open, directory.config, false),
  );
  const { current } = service.snapshots;
  const rolesOf = groupRoles(current);
  const usernames = new Map<string, string[]>();
  for (const { uid, groups: names } of members.values()) {
    for (const name of names) {
      const known = usernames.get(name);
      if (known) known.push(uid);
      else usernames.set(name, [uid]);
    }
  }
  const byName = new Map(groups.map((group) => [group.name, group]));
  return [...byName.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description }) => {
      const map = current.lmaps.get(name);
      const kind = map ? (isAutomatic(map) ? "automatic" : "explicit") : "none";
      const uids = (usernames.get(name) ?? []).sort();
      return { name, members: uids, description, role_ids: rolesOf(name), map: kind };
    });
}

/** Throws 404 `user not found` besides what `listGroups` throws. */
export async function showPerson(service: Service, name: string): Promise<Person> {
  const directory = requireDirectory(service);
  const person = await withDirectory(service, directory, (open) =>
    inStep("user", () => lookUp(open, directory.config, name)),
  );
  if (!person) throw new AuthError("not_found", "user not found");
  return person;
}
