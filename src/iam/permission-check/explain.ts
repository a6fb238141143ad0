/**
 * Why a permission check answers as it does: the answer of the check itself, and every rule behind it. An
 * answer that allows always names a permission, one that refuses never does.
 */
import { type PermissionIndex, permissionIndex } from "../../permissions/index.ts";
import { type AccessRequest, accessRequest } from "../../permissions/request.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { holdingsOf } from "../principals/holdings.ts";
import { dormantWays, waysOf } from "../principals/ways.ts";
import { checkedPrincipal, checkPrincipal } from "./check-principal.ts";
import { type ExplainedFocus, explainFocus, type Focus } from "./explain-focus.ts";
import { type ExplainedIdentity, explainIdentity } from "./explain-identity.ts";
import { type ExplainedResource, type Judged, judged, showResource } from "./explain-resource.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./question.ts";

/** Why the answer is what it is, in one word. */
export const REASONS = [
  "held_permission",
  "public_permission",
  "ambiguous_path",
  "excluded",
  "no_match",
] as const;
export type Reason = (typeof REASONS)[number];

export interface Explanation extends CheckAnswer {
  readonly reason: Reason;
  readonly identity: ExplainedIdentity;
  readonly request: ExplainedRequest;
  readonly decided_by: readonly ExplainedResource[];
  /** Of a refusal: the nearest first. */
  readonly near_misses: readonly ExplainedResource[];
  /** False when there are more than those shown, or the installation is too large to look at all. */
  readonly complete: boolean;
  /** The permission and the role that the question names. */
  readonly focus?: ExplainedFocus;
}

/** The request in its one spelling; a member is absent where the text given is not usable. */
export interface ExplainedRequest {
  readonly host?: string;
  readonly path?: string;
  readonly method: string;
  /** Whether hosts count, and which stand in where a resource names none. */
  readonly host_check: boolean;
  readonly default_hosts: readonly string[];
}

/** Entries of each list. */
const MAX_LISTED = 20;
const MAX_HOSTS = 100;
const NONE: ReadonlySet<string> = new Set();
/** Patterns of permissions that are not held, and characters that they may be compared with altogether. */
const MAX_PATTERNS = 50_000;
const MAX_CHARACTERS = 20_000_000;

/** The fewer rules failed, and the more telling they are, the nearer. */
function distance({ failed, held }: Judged): number {
  if (!held) return 3;
  if (failed.includes("path")) return 4 + failed.length;
  return failed[0] === "excluded" && failed.length === 1 ? 0 : failed.length;
}

interface Found {
  readonly deciding: Judged[];
  readonly near: Judged[];
  complete: boolean;
}

/** Keeps the nearest. */
function addNear(found: Found, one: Judged): void {
  found.near.push(one);
  if (found.near.length < 8 * MAX_LISTED) return;
  found.near.sort((a, b) => distance(a) - distance(b));
  found.near.length = MAX_LISTED;
  found.complete = false;
}

/** Held and public permissions, all of them: these decide. */
function lookAtHeld(
  snapshot: Snapshot,
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
  allowed: boolean,
  found: Found,
): void {
  for (const record of snapshot.permissions.values()) {
    if (!record.public && !held.has(record.id)) continue;
    for (const one of judged(index, request, record, true)) {
      if (one.failed.length === 0) found.deciding.push(one);
      else if (!allowed && one.failed.length < 3) addNear(found, one);
    }
  }
}

/** Permissions that would allow the request if they were held. */
function lookAtOthers(
  snapshot: Snapshot,
  index: PermissionIndex,
  request: AccessRequest,
  held: ReadonlySet<string>,
  found: Found,
): void {
  let left = Math.min(MAX_PATTERNS, MAX_CHARACTERS / Math.max(request.path.length, 1));
  for (const record of snapshot.permissions.values()) {
    if (record.public || held.has(record.id)) continue;
    for (const { paths, hosts } of record.resources) left -= paths.length + hosts.length;
    if (left < 0) {
      found.complete = false;
      return;
    }
    for (const one of judged(index, request, record, false)) {
      if (one.failed.length === 0) addNear(found, one);
    }
  }
}

function reasonOf(allowed: boolean, { deciding, near }: Found): Reason {
  if (allowed) {
    const own = deciding.some(({ record }) => !record.public);
    return own ? "held_permission" : "public_permission";
  }
  return near.some((one) => distance(one) === 0) ? "excluded" : "no_match";
}

/**
 * Explains what `checkAccess` answers to the same question; nothing is stored or counted.
 * @param focus a permission and a role to say more about; throws `invalid_request` for an unknown one
 */
export function explainAccess(
  snapshot: Snapshot,
  now: number,
  input: CheckIdentity & CheckRequest,
  focus: Focus = {},
): Explanation {
  const { check } = snapshot.settings;
  const principal = checkedPrincipal(snapshot, now, input);
  const { allowed } = checkPrincipal(snapshot, now, principal, input);
  const request = accessRequest(input.host, input.path, input.method);
  const index = permissionIndex(snapshot.permissions, check);
  const counts = principal && !principal.disabled ? principal : undefined;
  const held = counts ? holdingsOf(snapshot, counts, now).permissionIds : NONE;
  const ways = counts && {
    awake: waysOf(snapshot, counts, now),
    asleep: dormantWays(snapshot, counts, now),
  };
  const found: Found = { deciding: [], near: [], complete: true };
  if (request) {
    lookAtHeld(snapshot, index, request, held, allowed, found);
    if (!allowed) lookAtOthers(snapshot, index, request, held, found);
  }
  found.deciding.sort((a, b) => Number(a.record.public) - Number(b.record.public));
  found.near.sort((a, b) => distance(a) - distance(b));
  const show = (one: Judged) => showResource(one, ways);
  const about = explainFocus(snapshot, focus, { index, request, held, ways });
  return {
    allowed,
    reason: request ? reasonOf(allowed, found) : "ambiguous_path",
    identity: explainIdentity(snapshot, now, input, principal),
    request: shownRequest(input, request, check),
    decided_by: found.deciding.slice(0, MAX_LISTED).map(show),
    near_misses: found.near.slice(0, MAX_LISTED).map(show),
    complete:
      found.complete && found.deciding.length <= MAX_LISTED && found.near.length <= MAX_LISTED,
    ...(about && { focus: about }),
  };
}

const shownRequest = (
  input: CheckRequest,
  request: AccessRequest | undefined,
  check: Snapshot["settings"]["check"],
): ExplainedRequest => ({
  ...(request?.host !== undefined && { host: request.host }),
  ...(request && { path: request.path }),
  method: request?.method ?? input.method,
  host_check: !check.no_host_check,
  default_hosts: check.default_hosts.slice(0, MAX_HOSTS),
});
