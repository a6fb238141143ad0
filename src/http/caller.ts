/** Who a request says it is: the X-User header as the front set it (H-1, H-2; auth-wire 1.5). */
import type { SessionContext } from "../api.ts";
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Caller, CallerContext } from "../iam/admin.ts";
import { API_KEY_PREFIX, enabledPrincipal } from "../iam/principal.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { decodeHeaderText } from "../std/header-text.ts";

const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;
const MAXIMUM_LENGTH = 512;

/** The session, or how to find it when somebody asks: machine endpoints never do. */
export type SessionSource = SessionContext | (() => Promise<SessionContext>);

/** One header, non-empty after trimming, no comma (a joined repetition), no control characters. */
function fromHeader(headers: Headers): Caller {
  // Some servers and CGI-like fronts map `_` to `-`; such a spelling is an attempt, never a caller.
  if (headers.has("x_user")) return { kind: "malformed" };
  const raw = headers.get("x-user");
  if (raw === null) return { kind: "absent" };
  const name = decodeHeaderText(raw.trim());
  const bad =
    name === "" || name.length > MAXIMUM_LENGTH || name.includes(",") || CONTROL.test(name);
  // The key of an API key proves it, not its name in a header (W32).
  if (bad || name.startsWith(API_KEY_PREFIX)) return { kind: "malformed" };
  return { kind: "named", name };
}

export function readCaller(request: Request, session: SessionContext | undefined): CallerContext {
  if (!session) return { caller: fromHeader(request.headers), sessionRan: false };
  const name = session.principal;
  const anonymous: Caller = { kind: "absent", ...(session.refusal && { reason: session.refusal }) };
  const caller: Caller = name === undefined ? anonymous : { kind: "named", name };
  const { auth_time, logout_url } = session;
  return {
    caller,
    sessionRan: true,
    ...(auth_time !== undefined && { auth_time }),
    ...(logout_url !== undefined && { logout_url }),
  };
}

/** Principal for `updated_by`: the name the caller goes by, or `unknown` (auth-wire 1.5). */
export const actorOf = ({ caller }: CallerContext): string =>
  caller.kind === "named" ? caller.name : "unknown";

/** The enabled user or service account behind X-User; 401 for every other case (D1). */
export function requireCaller(call: Call, { caller }: CallerContext): PrincipalRecord {
  if (caller.kind === "absent") {
    throw new AuthError("unauthenticated", caller.reason ?? "X-User header is required");
  }
  const principal = caller.kind === "named" && enabledPrincipal(call.snapshot, caller.name);
  if (!principal) throw new AuthError("unauthenticated", "user not found");
  return principal;
}
