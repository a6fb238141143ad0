/** Changes of settings by administrators with fewer rights (ADR 0090). */
import { outOfReach } from "../iam/administrators/limited.ts";
import { openMembers } from "../iam/administrators/open-settings.ts";
import { changedMembers } from "./changed-members.ts";
import type { LimitedWrite } from "./limited-write.ts";

/** One that is deleted has every member changed that it had. */
export function requireSettingChange({ before, after }: LimitedWrite, namespace: string): void {
  const open = openMembers(namespace);
  if (!open) throw outOfReach(`${namespace}: is changed by full administrators alone`);
  const was = before.stored_settings.get(namespace);
  if (was && !was.value) throw outOfReach(`${namespace}: cannot be read`);
  const is = after.stored_settings.get(namespace)?.value ?? {};
  const changed = changedMembers(was?.value ?? {}, is).find((name) => !open.includes(name));
  if (changed === undefined) return;
  throw outOfReach(`${namespace}.${changed}: is changed by full administrators alone`);
}
