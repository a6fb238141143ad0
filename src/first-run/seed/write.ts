/** Writes a seed document into an empty database, inside the write that seals it. */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { writtenDetails } from "../../iam/principals/details.ts";
import { insertPrincipal, type PrincipalKind } from "../../iam/principals/principals.ts";
import { insertPermissions } from "../../iam/roles/permissions.ts";
import { insertRole } from "../../iam/roles/roles.ts";
import { newClient } from "../../records/config-records.ts";
import { newSetting, storedDocument } from "../../records/settings.ts";
import { isJsonObject } from "../../settings/document/schema-walk.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { LOGIN_PROVIDER } from "../login.ts";
import type { Seed } from "./read.ts";
import type { SeedPrincipal } from "./schema.ts";

const SYSTEM = "system";
const PRINCIPALS = [
  ["users", "user"],
  ["service_accounts", "service_account"],
] as const;

/** Ids of the role and the permission of administrators, by name. */
export interface MadeIds {
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
}

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

const own = (document: unknown, name: string): Readonly<Record<string, unknown>> => {
  const value = isJsonObject(document) && Object.hasOwn(document, name) ? document[name] : {};
  return isJsonObject(value) ? value : {};
};

/** The same document with hashed passwords: slow, and so not inside the write. */
export async function hashSeed(service: Service, seed: Seed): Promise<Seed> {
  const hashed: Record<string, Record<string, SeedPrincipal>> = { users: {}, service_accounts: {} };
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

/** Everything but session providers, which come after those of the first run. */
export async function writeSeed(
  service: Service,
  open: Write,
  seed: Seed,
  made: MadeIds,
): Promise<void> {
  const { value, written } = seed;
  const settings = own(written, "settings");
  for (const name of Object.keys(settings)) {
    await at(seed, ["settings", name], () =>
      newSetting(service, open, name, own(settings, name), SYSTEM),
    );
  }
  const clients = own(written, "oauth_clients");
  for (const id of Object.keys(clients)) {
    await at(seed, ["oauth_clients", id], () =>
      newClient(service, open, id, own(clients, id), SYSTEM),
    );
  }
  const bodies = Object.entries(value.permissions).map(([name, body]) => ({ name, ...body }));
  const ids =
    bodies.length > 0 ? await insertPermissions(service, open, bodies, SYSTEM, "seed") : [];
  const permissions = new Map([
    ...made.permissions,
    ...bodies.map(({ name }, index) => [name, ids[index] ?? ""] as const),
  ]);
  const newId = () => ulid(service.runtime.clock.now(), service.runtime.random);
  const roles = new Map([
    ...made.roles,
    ...Object.keys(value.roles).map((name) => [name, newId()] as const),
  ]);
  const idsOf = (names: readonly string[], known: ReadonlyMap<string, string>) =>
    names.map((name) => known.get(name) ?? "");
  for (const [name, { data, description, ...held }] of Object.entries(value.roles)) {
    const permission_ids = idsOf(held.permissions, permissions);
    const body = { name, data, description, permission_ids, role_ids: idsOf(held.roles, roles) };
    await insertRole(open, roles.get(name) ?? "", body, SYSTEM);
  }
  const add = (kind: PrincipalKind, name: string, principal: SeedPrincipal) => {
    const { details, description, local, is_active, alias, ...held } = principal;
    const body = {
      ...{ details, description, local, is_active },
      alias: [...new Set([name, ...(alias ?? [])])],
      role_ids: idsOf(held.roles, roles),
      permission_ids: idsOf(held.permissions, permissions),
      ...{ sync_role_ids: [], tmp_role_ids: [], tmp_permission_ids: [] },
    };
    const target = { id: newId(), actor: SYSTEM, message: "seed" };
    return insertPrincipal(service, open, kind, body, target);
  };
  for (const [member, kind] of PRINCIPALS) {
    for (const [name, principal] of Object.entries(value[member])) {
      await at(seed, [member, name], () => add(kind, name, principal));
    }
  }
}

/** Adds the document's session providers to the one of the first run. */
export async function writeSeedProviders(service: Service, open: Write, seed: Seed): Promise<void> {
  const place = "session_providers";
  if (!Object.hasOwn(seed.written, place)) return;
  const given = own(seed.written, place);
  const providers = own(given, "providers");
  if (Object.hasOwn(providers, LOGIN_PROVIDER)) {
    const reason = "is made by the first start";
    throw seed.refuse([place, "providers", LOGIN_PROVIDER], reason);
  }
  const stored = await storedDocument(service, open, place);
  const merged = { ...given, providers: { ...own(stored, "providers"), ...providers } };
  await at(seed, [place], () => newSetting(service, open, place, merged, SYSTEM));
}
