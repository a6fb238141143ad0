/** Health's sentence about a management plane that is more open, or more closed, than it should be. */
import type { Snapshot } from "../../snapshot/snapshot.ts";

export type AdminState = "unreadable" | "open" | "break-glass" | "closed";

/** What the `admin` namespace makes of the management plane. */
export function adminState({ stored_settings, settings }: Snapshot): AdminState {
  if (stored_settings.has("admin") && !stored_settings.get("admin")?.value) return "unreadable";
  if (settings.admin.permission === "") return "open";
  return settings.admin.allow_missing_x_user ? "break-glass" : "closed";
}

const TEXTS: Readonly<Record<AdminState, string | undefined>> = {
  unreadable: "the admin settings cannot be read: the plane is closed",
  open: "admin.permission is not set: the management plane is open",
  "break-glass": "admin.allow_missing_x_user: requests without X-User are administrators",
  closed: undefined,
};

export const adminWarning = (snapshot: Snapshot): string | undefined => TEXTS[adminState(snapshot)];
