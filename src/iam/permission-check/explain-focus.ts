/** One permission and one role that a question about a check names: held or not, how, and what is missing. */
import { AuthError } from "../../errors.ts";
import type { PermissionIndex } from "../../permissions/index.ts";
import type { AccessRequest } from "../../permissions/request.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { type Way, waysToPermission, waysToRole } from "../principals/ways.ts";
import {
  type ExplainedResource,
  judged,
  type KnownWays,
  showResource,
} from "./explain-resource.ts";

/** Ids or names; an empty text counts as absent. */
export interface Focus {
  readonly permission?: string | undefined;
  readonly role?: string | undefined;
}

interface HeldRecord {
  readonly id: string;
  readonly name: string;
  readonly held: boolean;
  readonly ways: readonly Way[];
  /** Ways by temporary grants that have ended or not begun. */
  readonly dormant: readonly Way[];
}

export interface ExplainedFocus {
  readonly role?: HeldRecord;
  readonly permission?: HeldRecord & {
    readonly public: boolean;
    /** What its resources say of the request; empty for an ambiguous path. */
    readonly resources: readonly ExplainedResource[];
  };
}

interface Known {
  readonly index: PermissionIndex;
  readonly request: AccessRequest | undefined;
  readonly held: ReadonlySet<string>;
  readonly ways: KnownWays | undefined;
}

/** Resources of one permission that are shown. */
const MAX_RESOURCES = 100;

interface Records<R> {
  get(id: string): R | undefined;
}

/** A record by id, else by name. Throws `invalid_request`. */
function recordOf<R>(kind: string, records: Records<R>, names: Records<string>, text: string): R {
  const record = records.get(text) ?? records.get(names.get(text) ?? "");
  if (record) return record;
  const detail = `${kind}: there is no ${kind} of this id or name`;
  throw new AuthError("invalid_request", "cannot explain check", { detail });
}

function focusedPermission(snapshot: Snapshot, text: string, known: Known) {
  const { permissions, permission_names } = snapshot;
  const record = recordOf("permission", permissions, permission_names, text);
  const { index, request, ways } = known;
  const { id, name } = record;
  const held = known.held.has(id);
  const counts = held || record.public;
  const resources = request ? [...judged(index, request, record, counts)] : [];
  return {
    ...{ id, name, public: record.public, held },
    ways: ways ? waysToPermission(ways.awake, id) : [],
    dormant: ways ? waysToPermission(ways.asleep, id) : [],
    resources: resources.slice(0, MAX_RESOURCES).map((one) => showResource(one, ways)),
  };
}

function focusedRole({ roles, role_names }: Snapshot, text: string, { ways }: Known): HeldRecord {
  const { id, name } = recordOf("role", roles, role_names, text);
  return {
    ...{ id, name, held: ways?.awake.roles.has(id) ?? false },
    ways: ways ? waysToRole(ways.awake, id) : [],
    dormant: ways ? waysToRole(ways.asleep, id) : [],
  };
}

/** Undefined when nothing is named. Throws `invalid_request` for what does not exist. */
export function explainFocus(
  snapshot: Snapshot,
  { permission, role }: Focus,
  known: Known,
): ExplainedFocus | undefined {
  if (!permission && !role) return undefined;
  return {
    ...(permission && { permission: focusedPermission(snapshot, permission, known) }),
    ...(role && { role: focusedRole(snapshot, role, known) }),
  };
}
