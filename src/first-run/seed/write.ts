/** Writes a seed document into an empty database, inside the write that seals it. */
import type { Service } from "../../call.ts";
import { carryOut } from "../../configuration/carry-out.ts";
import { checkDocument, objectAt } from "../../configuration/check.ts";
import { DocumentError } from "../../configuration/faults.ts";
import type { Document, DocumentPrincipal } from "../../configuration/schema.ts";
import { AuthError } from "../../errors.ts";
import { writtenDetails } from "../../iam/principals/details.ts";
import { insertPrincipal, type PrincipalKind } from "../../iam/principals/principals.ts";
import { newSetting, storedDocument } from "../../records/settings.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { ADMIN } from "../login.ts";
import type { Seed } from "./read.ts";

const SYSTEM = "system";
const PRINCIPALS = [
  ["users", "user"],
  ["service_accounts", "service_account"],
] as const;

/** A refusal of the rules that the API has, too, told with its place in the document. */
async function at<T>(
  { refuse }: Seed,
  path: readonly string[],
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (!(cause instanceof AuthError)) throw cause;
    const reason = (cause.detail ?? cause.message).replace(/^details\.password: /, "");
    throw refuse(path, reason, cause);
  }
}

/** The same document with hashed passwords: slow, and so not inside the write. */
export async function hashSeed(service: Service, seed: Seed): Promise<Seed> {
  const hashed: Record<string, Record<string, DocumentPrincipal>> = {
    users: {},
    service_accounts: {},
  };
  for (const [member] of PRINCIPALS) {
    for (const [name, principal] of Object.entries(seed.value[member])) {
      const details = await at(seed, [member, name, "details", "password"], () =>
        writtenDetails(service, principal.details, "seed"),
      );
      const local = principal.local || (member === "users" && details.password !== undefined);
      hashed[member] = { ...hashed[member], [name]: { ...principal, details, local } };
    }
  }
  return { ...seed, value: { ...seed.value, ...hashed } };
}

/** Carries a part of the document out, as `postern apply` would. */
async function carried(service: Service, open: Write, seed: Seed, document: Document) {
  const { value, faults } = checkDocument(service.snapshots.current, document);
  if (!value) throw seed.refuseAll(faults);
  try {
    return await carryOut(service, open, { document, value, prune: false, actor: SYSTEM });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw seed.refuseAll(error.faults, error);
  }
}

/** Comes after what the first start makes, or is of people. */
const LATER: ReadonlySet<string> = new Set(["session_providers", "users", "service_accounts"]);

/** Everything but session providers, which come after those of the first run. */
export async function writeSeed(service: Service, open: Write, seed: Seed): Promise<void> {
  const early = Object.entries(seed.written).filter(([kind]) => !LATER.has(kind));
  const { ids } = await carried(service, open, seed, Object.fromEntries(early));
  const newId = () => ulid(service.runtime.clock.now(), service.runtime.random);
  const idsOf = (names: readonly string[], known: ReadonlyMap<string, string>) =>
    names.map((name) => known.get(name) ?? "");
  const add = (kind: PrincipalKind, name: string, principal: DocumentPrincipal) => {
    const { details, description, local, is_active, alias, ...held } = principal;
    const body = {
      ...{ details, description, local, is_active },
      alias: [...new Set([name, ...(alias ?? [])])],
      role_ids: idsOf(held.roles, ids.roles),
      permission_ids: idsOf(held.permissions, ids.permissions),
      ...{ sync_role_ids: [], tmp_role_ids: [], tmp_permission_ids: [] },
    };
    const target = { id: newId(), actor: SYSTEM, message: "seed" };
    return insertPrincipal(service, open, kind, body, target);
  };
  for (const [member, kind] of PRINCIPALS) {
    for (const [name, principal] of Object.entries(seed.value[member])) {
      await at(seed, [member, name], () => add(kind, name, principal));
    }
  }
}

/** Who administers with fewer rights, beside the rule of the first run. */
export async function writeSeedLimited(
  service: Service,
  open: Write,
  seed: Seed,
  rule: Document,
): Promise<void> {
  if (seed.limited === undefined) return;
  const document = { settings: { [ADMIN]: { ...rule, limited: seed.limited } } };
  await carried(service, open, seed, document);
}

/** Adds the document's session providers to the one of the first run. */
export async function writeSeedProviders(service: Service, open: Write, seed: Seed): Promise<void> {
  const place = "session_providers";
  if (!Object.hasOwn(seed.written, place)) return;
  const given = objectAt(seed.written, place);
  const stored = await storedDocument(service, open, place);
  const providers = {
    ...objectAt(stored, "providers"),
    ...objectAt(given, "providers"),
  };
  await at(seed, [place], () => newSetting(service, open, place, { ...given, providers }, SYSTEM));
}
