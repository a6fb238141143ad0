/** Writes service accounts of a document, by their first name; accounts of people are never touched. */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { removePrincipal } from "../iam/principals/delete-principal.ts";
import { writtenDetails } from "../iam/principals/details.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import { sanitizedDetails } from "../iam/principals/principal-view.ts";
import { insertPrincipal, writePrincipal } from "../iam/principals/principals.ts";
import type { Fault } from "../settings/document/faults.ts";
import type { Details, PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { isSame } from "../std/same-json.ts";
import { ulid } from "../std/ulid.ts";
import { faultsOf } from "./faults.ts";
import type { DocumentPrincipal, DocumentValue } from "./schema.ts";
import { attempt, note, type Work } from "./work.ts";
import { namesOf } from "./write-iam.ts";

const KIND = "service_account";

/**
 * The same document with hashed passwords: slow, and so not inside the write.
 * @param faults gets what is refused
 */
export async function hashAccounts(
  service: Service,
  value: DocumentValue,
  faults: Fault[],
): Promise<DocumentValue> {
  const accounts: [string, DocumentPrincipal][] = [];
  for (const [name, account] of Object.entries(value.service_accounts)) {
    try {
      const details = await writtenDetails(service, account.details, "configuration");
      accounts.push([name, { ...account, details }]);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      faults.push(...faultsOf(["service_accounts", name, "details"], error));
    }
  }
  return { ...value, service_accounts: Object.fromEntries(accounts) };
}

const sorted = (names: readonly string[]) => names.toSorted();

/** What a document says of an account, without what is not its to say: temporary grants, names of a directory. */
function accountShown(
  snapshot: Snapshot,
  one: Pick<PrincipalRecord, "alias" | "description" | "disabled" | "role_ids" | "permission_ids">,
  details: Details,
) {
  const open = {
    alias: sorted(one.alias),
    description: one.description,
    is_active: !one.disabled,
    roles: sorted(namesOf(one.role_ids, snapshot.roles)),
    permissions: sorted(namesOf(one.permission_ids, snapshot.permissions)),
  };
  return {
    whole: { ...open, details },
    open: { ...open, details: sanitizedDetails(details) },
  };
}

const own = (details: Details, name: string) =>
  Object.hasOwn(details, name) ? details[name] : undefined;

/** Members that the document names replace the stored ones, `null` takes one away; others stay. */
function mergedDetails(stored: Details, given: Details): Details {
  const entries = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(entries);
  // An empty one means that it stays.
  for (const name of ["password", "secret"]) {
    if (merged[name] === "" || merged[name] === undefined) delete merged[name];
    const kept = own(stored, name);
    if (merged[name] === undefined && kept !== undefined) merged[name] = kept;
  }
  return merged;
}

async function writeAccount(work: Work, name: string, given: DocumentPrincipal): Promise<void> {
  const { service, open, before, ids, actor } = work;
  const record = principalByAlias(before, name);
  if (record && !record.service_account) {
    throw new AuthError("conflict", "is the name of a person, whom a document does not change");
  }
  const stored = record ? await record.details.openUncached() : {};
  const alias = [...new Set([name, ...(given.alias ?? [])])];
  const idsOf = (names: readonly string[], known: ReadonlyMap<string, string>) =>
    names.flatMap((one) => known.get(one) ?? []);
  const body = {
    alias,
    description: given.description,
    details: { ...mergedDetails(stored, given.details) },
    local: record?.local ?? given.local,
    is_active: given.is_active ?? true,
    role_ids: idsOf(given.roles, ids.roles),
    permission_ids: idsOf(given.permissions, ids.permissions),
    sync_role_ids: [...(record?.sync_role_ids ?? [])],
    tmp_role_ids: [...(record?.tmp_role_ids ?? [])],
    tmp_permission_ids: [...(record?.tmp_permission_ids ?? [])],
  };
  const was = record && accountShown(before, record, stored);
  const as = { ...body, disabled: !body.is_active };
  const shown = accountShown(before, as, body.details);
  const names = { roles: sorted(given.roles), permissions: sorted(given.permissions) };
  const is = { whole: { ...shown.whole, ...names }, open: { ...shown.open, ...names } };
  if (was && isSame(was.whole, is.whole)) return;
  const id = record?.id ?? ulid(service.runtime.clock.now(), service.runtime.random);
  const target = { id, actor, message: "service account" };
  if (record) await writePrincipal(service, open, KIND, body, target);
  else await insertPrincipal(service, open, KIND, body, target);
  const place = { topic: "users", entity: id, updated_at: record?.updated_at } as const;
  note(work, "service_accounts", name, place, was, is);
}

export async function writeAccounts(work: Work): Promise<void> {
  for (const [name, given] of Object.entries(work.value.service_accounts)) {
    await attempt(work, ["service_accounts", name], () => writeAccount(work, name, given));
  }
}

export async function removeAccount(work: Work, record: PrincipalRecord): Promise<void> {
  const details = await record.details.openUncached().catch(() => ({}));
  await removePrincipal(work.open, KIND, record.id);
  const place = { topic: "users", entity: record.id, updated_at: record.updated_at } as const;
  const was = accountShown(work.before, record, details);
  note(work, "service_accounts", record.alias[0] ?? record.id, place, was, undefined);
}
