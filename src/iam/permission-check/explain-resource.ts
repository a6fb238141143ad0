/** What a permission check makes of one resource of a permission, and how the permission is held. */
import type { PermissionIndex } from "../../permissions/index.ts";
import { type Failing, failing, judge, type Verdict } from "../../permissions/judge.ts";
import type { AccessRequest } from "../../permissions/request.ts";
import { compiledResources } from "../../permissions/resource.ts";
import type { PermissionRecord } from "../../snapshot/snapshot.ts";
import { type Way, type Ways, waysToPermission } from "../principals/ways.ts";

/** One resource of a permission, and what the rules say of it. */
export interface ExplainedResource {
  readonly permission: { readonly id: string; readonly name: string; readonly public: boolean };
  /** Place in the permission's `resources`. */
  readonly resource: number;
  /** The path pattern that matches. */
  readonly pattern?: string;
  /** The excluded entry that takes the request out: its place, and its pattern. */
  readonly exclusion?: { readonly index: number; readonly pattern: string };
  readonly failing: readonly Failing[];
  /** The principal has the permission, or it is public. */
  readonly held: boolean;
  /** How it is held; empty for a public permission. */
  readonly ways: readonly Way[];
  /** Temporary grants that would bring it, and have ended or not begun. */
  readonly dormant?: readonly Way[];
}

/** One resource, judged. */
export interface Judged {
  readonly record: PermissionRecord;
  readonly at: number;
  readonly verdict: Verdict;
  readonly failed: readonly Failing[];
  readonly held: boolean;
}

/** Every resource of a permission, judged. */
export function* judged(
  index: PermissionIndex,
  request: AccessRequest,
  record: PermissionRecord,
  held: boolean,
): Generator<Judged> {
  for (const [at, resource] of compiledResources(record).entries()) {
    const verdict = judge(index, resource, request);
    yield { record, at, verdict, failed: failing(verdict), held };
  }
}

/** The principal's ways, and those that are asleep; undefined for one that does not count. */
export interface KnownWays {
  readonly awake: Ways;
  readonly asleep: Ways;
}

/** What the answer says of a judged resource. */
export function showResource(
  { record, at, verdict, failed, held }: Judged,
  ways: KnownWays | undefined,
): ExplainedResource {
  const { id, name, resources } = record;
  const pattern = resources[at]?.paths[verdict.path];
  const excluded = resources[at]?.excluded[verdict.excluded]?.paths[verdict.excludedPath];
  const dormant = ways && !held ? waysToPermission(ways.asleep, id) : [];
  return {
    permission: { id, name, public: record.public },
    resource: at,
    ...(pattern !== undefined && { pattern }),
    ...(excluded !== undefined && { exclusion: { index: verdict.excluded, pattern: excluded } }),
    failing: failed,
    held,
    ways: ways && held ? waysToPermission(ways.awake, id) : [],
    ...(dormant.length > 0 && { dormant }),
  };
}
