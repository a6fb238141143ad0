/** The caller of a request, as this service knows it: resolved once, on the pinned snapshot (I-2). */
import { AuthError, type ProofDemand } from "../errors.ts";
import { type Authentication, authenticationOf, type SessionContext } from "../identity.ts";
import { message } from "../messages/message.ts";
import type { ApiKeyRecord, PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { Whence } from "../store/change.ts";
import { KEY_UNDER_OTHER_NAME, readXUser } from "../web/x-user.ts";
import { keyPrincipal, keySubject } from "./principals/api-key-principal.ts";
import { aliasNamed, principalByName } from "./principals/principal.ts";

type Caller =
  | { readonly kind: "absent" }
  /** Something was sent that does not count here; never the same as absent (H-1, H-2). */
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly code: "unauthenticated" | "insufficient_scope" | "forbidden";
      readonly dpop?: ProofDemand;
    }
  | {
      readonly kind: "named";
      /** An alias as stored, `api-key:<id>`, or the name in the request that matches no principal. */
      readonly name: string;
      readonly principal?: PrincipalRecord;
      /** The API key that `principal` stands for. */
      readonly key?: ApiKeyRecord;
    };

/** When and how the caller authenticated: only our own session knows (T-5). */
export interface CallerContext extends Authentication {
  readonly caller: Caller;
  /** Our session middleware has seen the request: break-glass and bootstrap are off (W20). */
  readonly sessionRan: boolean;
  /** Why the caller may not use the management plane, whatever their rights are (decision E-4). */
  readonly unmanaging?: string;
  /** `sid` of the sign-in that the request belongs to. */
  readonly sid?: string;
  /** Where a page of ours sends its sign-out form. */
  readonly logout_url?: string;
}

const refused = (
  reason: string,
  code: "unauthenticated" | "insufficient_scope" | "forbidden" = "unauthenticated",
): Caller => ({ kind: "refused", reason, code });

function named(snapshot: Snapshot, name: string, id?: string): Caller {
  const principal =
    id === undefined ? principalByName(snapshot, name) : snapshot.principals.get(id);
  const alias = principal && (aliasNamed(principal, name) ?? principal.alias[0]);
  return { kind: "named", name: alias ?? name, ...(principal && { principal }) };
}

/** The key itself was validated, here or by the front; an owner's name for it never gets here (W32). */
function fromKey(snapshot: Snapshot, id: string, now: number): Caller {
  const key = snapshot.api_keys.get(id);
  const principal = keyPrincipal(snapshot, id, now);
  return { kind: "named", name: keySubject(id), ...(key && principal && { principal, key }) };
}

function fromHeader(snapshot: Snapshot, headers: Headers, now: number): Caller {
  const header = readXUser(headers);
  if (header.kind === "malformed") return refused("X-User header is not valid");
  if (header.kind === "key") {
    if (header.id !== undefined) return fromKey(snapshot, header.id, now);
    return refused(KEY_UNDER_OTHER_NAME, "forbidden");
  }
  return header.kind === "absent" ? header : named(snapshot, header.name);
}

function fromSession(snapshot: Snapshot, session: SessionContext, now: number): Caller {
  const { principal, principal_id, api_key_id, refusal, insufficient, lacks_proof } = session;
  if (insufficient !== undefined) return refused(insufficient, "insufficient_scope");
  if (api_key_id !== undefined) return fromKey(snapshot, api_key_id, now);
  if (principal !== undefined) return named(snapshot, principal, principal_id);
  if (refusal === undefined) return { kind: "absent" };
  return { ...refused(refusal), ...(lacks_proof && { dpop: lacks_proof }) };
}

/**
 * What a session found wins over every header; without one the front's X-User counts.
 * @param now milliseconds since the epoch
 */
export function readCaller(
  snapshot: Snapshot,
  headers: Headers,
  session: SessionContext | undefined,
  now: number,
): CallerContext {
  if (!session) return { caller: fromHeader(snapshot, headers, now), sessionRan: false };
  const { logout_url, sid, unmanaging } = session;
  return {
    caller: fromSession(snapshot, session, now),
    sessionRan: true,
    ...authenticationOf(session),
    ...(sid !== undefined && { sid }),
    ...(unmanaging !== undefined && { unmanaging }),
    ...(logout_url !== undefined && { logout_url }),
  };
}

/** For `updated_by`: the name of the principal, or `unknown` (auth-wire 1.5). */
export const actorOf = ({ caller }: CallerContext): string =>
  caller.kind === "named" ? caller.name : "unknown";

/** Who asks, for the audit log; undefined where no name came. */
export function askerOf({ caller }: CallerContext): Whence["principal"] {
  if (caller.kind !== "named") return undefined;
  const { name, principal, key } = caller;
  if (key) return { kind: "api_key", id: key.id, name: key.name };
  if (!principal) return { kind: "unknown", id: "", name };
  return { kind: principal.service_account ? "service_account" : "user", id: principal.id, name };
}

/** Id of the account that asks, in person or by one of its API keys; undefined where none is behind the request. */
export function accountOf({ caller }: CallerContext): string | undefined {
  if (caller.kind !== "named") return undefined;
  return caller.key ? caller.key.owner_id : caller.principal?.id;
}

/** The enabled principal of a caller; undefined when there is none. */
export const principalOf = ({ caller }: CallerContext): PrincipalRecord | undefined =>
  caller.kind === "named" && caller.principal?.disabled === false ? caller.principal : undefined;

/** What came does not count; where it lacks the proof of a key, the challenge says so (RFC 9449 §7.1). */
export const refusedCaller = ({
  code,
  reason,
  dpop,
}: Extract<Caller, { kind: "refused" }>): AuthError =>
  new AuthError(code, reason, dpop && { dpop });

const CALLER_HINT = "sign in, or send an access token: Authorization: Bearer …";

/** The text is known to clients; the detail says what to do about it. */
export const callerRequired = (): AuthError =>
  new AuthError("unauthenticated", "X-User header is required", { detail: CALLER_HINT });

/** The enabled user or service account behind the request; 401 in every other case (D1). */
export function requireCaller(context: CallerContext): PrincipalRecord {
  const { caller } = context;
  if (caller.kind === "refused") throw refusedCaller(caller);
  if (caller.kind === "absent") throw callerRequired();
  const principal = principalOf(context);
  if (!principal) throw new AuthError("unauthenticated", message("refusal.user"));
  return principal;
}
