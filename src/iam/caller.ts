/** The caller of a request, as this service knows it: resolved once, on the pinned snapshot (I-2). */
import { AuthError } from "../errors.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { readXUser } from "../web/x-user.ts";
import { aliasNamed, principalByName } from "./principals/principal.ts";

export type Caller =
  | { readonly kind: "absent" }
  /** Something was sent that does not count here; never the same as absent (H-1, H-2). */
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly code: "unauthenticated" | "insufficient_scope";
    }
  | {
      readonly kind: "named";
      /** An alias as stored, `api-key:<id>`, or the name in the request that matches no principal. */
      readonly name: string;
      readonly principal?: PrincipalRecord;
    };

export interface CallerContext {
  readonly caller: Caller;
  /** Our session middleware has seen the request: break-glass and bootstrap are off (W20). */
  readonly sessionRan: boolean;
  /** When the caller authenticated, seconds since the epoch; only our own session knows (T-5). */
  readonly auth_time?: number;
  /** Where a page of ours sends its sign-out form. */
  readonly logout_url?: string;
}

/** What a session in front established; its presence alone switches break-glass off. */
export interface SessionContext {
  /** Alias of the signed-in principal, or `api-key:<id>`; absent for an anonymous request. */
  readonly principal?: string;
  /** Its id, where the session knows it; then the alias is for show. */
  readonly principal_id?: string;
  /** When that principal authenticated, seconds since the epoch (T-5). */
  readonly auth_time?: number;
  /** Why the credential sent is not accepted; shown where a caller is required. */
  readonly refusal?: string;
  /** Why a known caller may not use the planes of this service (I-4); wins over `principal`. */
  readonly insufficient?: string;
  /** Where a page of ours sends its sign-out form. */
  readonly logout_url?: string;
}

const refused = (
  reason: string,
  code: "unauthenticated" | "insufficient_scope" = "unauthenticated",
): Caller => ({ kind: "refused", reason, code });

function named(snapshot: Snapshot, name: string, id?: string): Caller {
  const principal =
    id === undefined ? principalByName(snapshot, name) : snapshot.principals.get(id);
  const alias = principal && (aliasNamed(principal, name) ?? principal.alias[0]);
  return { kind: "named", name: alias ?? name, ...(principal && { principal }) };
}

function fromHeader(snapshot: Snapshot, headers: Headers): Caller {
  const header = readXUser(headers);
  if (header.kind === "malformed") return refused("X-User header is not valid");
  return header.kind === "absent" ? header : named(snapshot, header.name);
}

function fromSession(snapshot: Snapshot, session: SessionContext): Caller {
  const { principal, principal_id, refusal, insufficient } = session;
  if (insufficient !== undefined) return refused(insufficient, "insufficient_scope");
  if (principal !== undefined) return named(snapshot, principal, principal_id);
  return refusal === undefined ? { kind: "absent" } : refused(refusal);
}

/** What a session found wins over every header; without one the front's X-User counts. */
export function readCaller(
  snapshot: Snapshot,
  headers: Headers,
  session: SessionContext | undefined,
): CallerContext {
  if (!session) return { caller: fromHeader(snapshot, headers), sessionRan: false };
  const { auth_time, logout_url } = session;
  return {
    caller: fromSession(snapshot, session),
    sessionRan: true,
    ...(auth_time !== undefined && { auth_time }),
    ...(logout_url !== undefined && { logout_url }),
  };
}

/** For `updated_by`: the name of the principal, or `unknown` (auth-wire 1.5). */
export const actorOf = ({ caller }: CallerContext): string =>
  caller.kind === "named" ? caller.name : "unknown";

/** The enabled principal of a caller; undefined when there is none. */
export const principalOf = ({ caller }: CallerContext): PrincipalRecord | undefined =>
  caller.kind === "named" && caller.principal?.disabled === false ? caller.principal : undefined;

/** The enabled user or service account behind the request; 401 in every other case (D1). */
export function requireCaller(context: CallerContext): PrincipalRecord {
  const { caller } = context;
  if (caller.kind === "refused") throw new AuthError(caller.code, caller.reason);
  if (caller.kind === "absent") {
    throw new AuthError("unauthenticated", "X-User header is required");
  }
  const principal = principalOf(context);
  if (!principal) throw new AuthError("unauthenticated", "user not found");
  return principal;
}
