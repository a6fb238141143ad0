/** Changes of settings by administrators with fewer rights (ADR 0090). */
import { outOfReach } from "../iam/administrators/limited.ts";
import { openMembers } from "../iam/administrators/open-settings.ts";
import { message } from "../messages/message.ts";
import { changedMembers } from "./changed-members.ts";
import type { LimitedWrite } from "./limited-write.ts";

/** One that is deleted has every member changed that it had. */
export function requireSettingChange({ before, after }: LimitedWrite, namespace: string): void {
  const open = openMembers(namespace);
  if (!open) throw outOfReach(message("limited.member", { member: namespace }));
  const was = before.stored_settings.get(namespace);
  if (was && !was.value) throw outOfReach(message("limited.member", { member: namespace }));
  const is = after.stored_settings.get(namespace)?.value ?? {};
  const changed = changedMembers(was?.value ?? {}, is).find((name) => !open.includes(name));
  if (changed === undefined) return;
  throw outOfReach(message("limited.member", { member: `${namespace}.${changed}` }));
}
