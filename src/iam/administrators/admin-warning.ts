/** Health's sentence about a management plane that is more open, or more closed, than it should be. */
import { type Message, message } from "../../messages/message.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";

export type AdminState = "unreadable" | "open" | "break-glass" | "closed";

/** What the `admin` namespace makes of the management plane. */
export function adminState({ stored_settings, settings }: Snapshot): AdminState {
  if (stored_settings.has("admin") && !stored_settings.get("admin")?.value) return "unreadable";
  if (settings.admin.permission === "") return "open";
  return settings.admin.allow_missing_x_user ? "break-glass" : "closed";
}

const MESSAGES: Readonly<Record<AdminState, Message | undefined>> = {
  unreadable: message("admin.unreadable"),
  open: message("admin.open"),
  "break-glass": message("admin.break_glass"),
  closed: undefined,
};

export const adminWarning = (snapshot: Snapshot): Message | undefined =>
  MESSAGES[adminState(snapshot)];
