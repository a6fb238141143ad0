/** Session records in the service's own database, shared by all instances. */
import type { Store } from "../store/store.ts";
import type { SessionStore } from "./session-store.ts";

export function databaseSessions(_store: Store): SessionStore {
  throw new Error("not built");
}
