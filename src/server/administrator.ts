/** Whether an administrator asks: for what the server itself shows. */
import type { AuthService } from "../auth.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import { serverCaller } from "./caller.ts";

/** A caller who cannot be checked now is none, and without a session in front there is none. */
export async function isAdministrator(
  auth: AuthService,
  session: SessionInternals | undefined,
  incoming: IncomingRequest,
): Promise<boolean> {
  if (!session) return false;
  try {
    return await auth.isAdmin((await serverCaller(auth, session, incoming)).session);
  } catch {
    return false;
  }
}
