/** How middlewares of one process find each other by the names that configuration uses (wire 1.1). */
import { type SyncApi, syncApi } from "../api/sync.ts";
import type { AuthApi } from "../api.ts";
import { AuthError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Session } from "./session.ts";

/**
 * Looked up at every request, so the order in which instances are created does not matter. A name that is
 * not here is an error of the request that needs it.
 */
export interface Instances {
  readonly runtime: Runtime;
  readonly auth?: Readonly<Record<string, AuthApi>>;
  readonly session?: Readonly<Record<string, Session>>;
}

/** The auth instance of this name; `server_error` when there is none. */
export function authInstance({ auth }: Instances, name: string): AuthApi {
  const instance = auth && Object.hasOwn(auth, name) ? auth[name] : undefined;
  if (!instance) throw new AuthError("server_error", `auth middleware "${name}" not found`);
  return instance;
}

/** The same for what is asked at every request. */
export const syncInstance = (instances: Instances, name: string): SyncApi =>
  syncApi(authInstance(instances, name));

/** The session of this name; `server_error` when there is none. */
export function sessionInstance({ session }: Instances, name: string): Session {
  const instance = session && Object.hasOwn(session, name) ? session[name] : undefined;
  if (!instance) throw new AuthError("server_error", `session middleware "${name}" not found`);
  return instance;
}
