/** Carries a document out inside a write that is open: the one way for a plan, for what is applied, and for a seed. */

import { modelBefore } from "../audit/of-writes.ts";
import type { Service } from "../call.ts";
import { message } from "../messages/message.ts";
import type { Fault } from "../settings/document/faults.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Write } from "../store/change.ts";
import { modelAfter } from "../way-in/page-after.ts";
import { checkDocument } from "./check.ts";
import { DocumentError } from "./faults.ts";
import { nameFaults, type UnknownName } from "./names.ts";
import { prune } from "./prune.ts";
import type { Document, DocumentValue, Kind } from "./schema.ts";
import type { Work } from "./work.ts";
import { writeAccounts } from "./write-accounts.ts";
import { writeGroupMaps, writePermissions, writeRoles } from "./write-iam.ts";
import { writeProviders, writeRecords, writeSettings } from "./write-settings.ts";

export interface Order {
  /** With the texts of its secrets. */
  readonly document: Document;
  /** Checked, with hashed passwords; checked again where the database moved on. */
  readonly value: DocumentValue;
  readonly prune: boolean;
  readonly actor: string;
  /** Id of the account that asks, which is never pruned; absent for a program on the host. */
  readonly account?: string | undefined;
}

const names = (snapshot: Snapshot) => ({
  roles: new Map(snapshot.role_names.entries()),
  permissions: new Map(snapshot.permission_names.entries()),
});

/** Names that will be there when the document is carried out. */
function knownNames(snapshot: Snapshot, { document, prune: prunes }: Order) {
  const left = (kind: Kind & ("roles" | "permissions")) =>
    prunes && Object.hasOwn(document, kind) ? [] : [...names(snapshot)[kind].keys()];
  return { roles: left("roles"), permissions: left("permissions") };
}

const UNKNOWN = {
  roles: ["fault.document.unknown_role", "fault.document.unknown_role_near"],
  permissions: ["fault.document.unknown_permission", "fault.document.unknown_permission_near"],
} as const;

const unknownName: UnknownName = (kind, nearest) => {
  const [alone, near] = UNKNOWN[kind];
  return nearest === undefined ? message(alone) : message(near, { nearest });
};

/** The faults of names against what is stored now. */
export const referenceFaults = (snapshot: Snapshot, order: Order): Fault[] =>
  nameFaults(order.value, knownNames(snapshot, order), unknownName);

/** The read model as this write has left it until now. */
async function modelNow(service: Service, open: Write): Promise<Snapshot> {
  return open.touched.size === 0 ? modelBefore(service, open) : modelAfter(service, open);
}

/**
 * Throws `DocumentError` with all that is wrong; then the write has to be undone. Session providers come last: they name
 * clients.
 */
export async function carryOut(service: Service, open: Write, order: Order): Promise<Work> {
  const before = await modelNow(service, open);
  const { document, value, actor, account } = order;
  const faults = [...checkDocument(before, document).faults, ...referenceFaults(before, order)];
  if (faults.length > 0) throw new DocumentError(faults);
  const work: Work = {
    ...{ service, open, actor, account, before, document, value, faults },
    ...{ ids: names(before), changes: [], events: [], seen: [] },
  };
  await writePermissions(work);
  await writeRoles(work);
  await writeGroupMaps(work);
  await writeSettings(work);
  await writeRecords(work);
  await writeProviders(work);
  await writeAccounts(work);
  if (order.prune) await prune(work);
  if (work.faults.length > 0) throw new DocumentError(work.faults);
  return work;
}
