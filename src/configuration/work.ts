/** One document on its way into the database: what it finds, what it does, and what is wrong with it. */
import type { Shown } from "../audit/member-changes.ts";
import { differences, NOTHING } from "../audit/member-changes.ts";
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Fault } from "../settings/document/faults.ts";
import { withoutPassword } from "../settings/document/written-part.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { MemberChange } from "../store/audit-chain.ts";
import type { Change, Write } from "../store/change.ts";
import type { Topic } from "../store/tables.ts";
import { faultsOf } from "./faults.ts";
import type { NamedIds } from "./references.ts";
import { CONFIG_KINDS, type Document, type DocumentValue, type Kind } from "./schema.ts";

/** What is done to one record. */
export interface PlannedChange {
  readonly kind: Kind;
  readonly name: string;
  readonly action: "create" | "change" | "remove";
  /** Secrets are told as changed, and no further. */
  readonly members: readonly MemberChange[];
}

export interface Work {
  readonly service: Service;
  readonly open: Write;
  readonly actor: string;
  /** Id of the account that asks; undefined for a program on the host. */
  readonly account: string | undefined;
  /** As it is at the beginning of the write. */
  readonly before: Snapshot;
  /** As it was written, with the texts of its secrets. */
  readonly document: Document;
  readonly value: DocumentValue;
  /** By name: what is there, and what the document makes. */
  readonly ids: {
    readonly roles: Map<string, string>;
    readonly permissions: Map<string, string>;
  } & NamedIds;
  readonly faults: Fault[];
  readonly changes: PlannedChange[];
  /** Versions and entries of the audit log, one for each record. */
  readonly events: Change[];
  /** When the changed records were written last: a plan holds while they are as they were. */
  readonly seen: (string | undefined)[];
}

/** What one record is called in the database, and when it was written last. */
interface Stored {
  readonly topic: Topic;
  readonly entity: string;
  readonly updated_at: string | undefined;
}

const shownValue = (value: unknown): unknown => {
  if (typeof value === "string") return withoutPassword(value);
  return Array.isArray(value) ? value.map(shownValue) : value;
};

const told = ({ member, secret, ...values }: MemberChange): MemberChange => ({
  member,
  ...(secret && { secret }),
  ...("before" in values && { before: shownValue(values.before) }),
  ...("after" in values && { after: shownValue(values.after) }),
});

/** Of a new record that says nothing. */
const isEmpty = ({ after }: MemberChange): boolean =>
  after === "" || (Array.isArray(after) && after.length === 0);

const ACTIONS = { create: "create", change: "update", remove: "delete" } as const;
/** Their rows are saved by name, as the routes do it. */
const SAVED: ReadonlySet<Topic> = new Set<Topic>(["settings", ...CONFIG_KINDS]);

/** Notes what is done to one record. */
export function note(
  { changes, events, seen, actor }: Work,
  kind: Kind,
  name: string,
  { topic, entity, updated_at }: Stored,
  before: Shown | undefined,
  after: Shown | undefined,
): void {
  const action = before ? (after ? "change" : "remove") : "create";
  const members = differences(before ?? NOTHING, after ?? NOTHING)
    .filter((change) => before !== undefined || change.secret || !isEmpty(change))
    .map(told);
  changes.push({ kind, name, action, members });
  const saved = action !== "remove" && SAVED.has(topic);
  events.push({ topic, action: saved ? "upsert" : ACTIONS[action], entity, actor });
  seen.push(updated_at);
}

export const plainly = (value: unknown): Shown => ({ whole: value, open: value });

/** One step; a refusal of it is a fault of the document, beside those of other steps. */
export async function attempt<T>(
  { faults }: Work,
  path: readonly string[],
  step: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500 || error.code === "forbidden") {
      throw error;
    }
    faults.push(...faultsOf(path, error));
    return undefined;
  }
}
