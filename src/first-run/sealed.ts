/** The sealed first run (decisions, section 3): nothing is ever open. */

import type { Service, Writer } from "../call.ts";
import type { PrincipalBody } from "../iam/principals/principal-schema.ts";
import { insertPrincipal } from "../iam/principals/principals.ts";
import { insertPermissions } from "../iam/roles/permissions.ts";
import { insertRole } from "../iam/roles/roles.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { writeConfig } from "../records/config-records.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { isReserved, namespaces } from "../settings/index.ts";
import type { NamespaceKind } from "../settings/kind.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { ulid } from "../std/ulid.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import {
  oauthClients,
  type PermissionDocument,
  permissions,
  roles,
  settings,
  users,
} from "../store/tables.ts";
import { type FirstAdministrator, firstAdministrator, readablePassword } from "./administrator.ts";
import {
  ADMIN,
  LOGIN_CLIENT,
  type LoginPlace,
  loginClient,
  NEW_RULES,
  ownCallbacks,
  requireLoginPath,
  writeLogin,
} from "./login.ts";
import type { Seed } from "./seed/read.ts";
import { hashSeed, writeSeed, writeSeedLimited, writeSeedProviders } from "./seed/write.ts";

/** Shown once to the operator who started the service, and never stored in the clear. */
export interface FirstRun {
  readonly admin: {
    readonly alias: string;
    readonly password: string;
    /** The password was given in `first_run.admin_password`: it is nothing to tell. */
    readonly declared?: boolean;
  };
  /** Confidential client of the login in front; also good for the password grant from a shell. */
  readonly login_client: { readonly id: string; readonly secret: string };
  /** Made where a person reads the credentials. */
  readonly demo_account?: { readonly id: string; readonly secret: string };
}

export interface Sealing {
  /** Makes a service account to try a token with. */
  readonly demo?: boolean;
  /**
   * Hears of the credentials before they are in force. When it fails, nothing is sealed and the next start
   * tries again.
   */
  readonly tell?: (first: FirstRun) => Promise<void>;
}

const SYSTEM = "system";
const DEMO = "demo";
const MADE = "Made at the first start";
const IGNORED = "first_run.seed is ignored: the database is not empty";

/** A document that the service stores by itself at every start says nothing about a use. */
const saysNothing = (namespace: string): boolean => {
  const kind: NamespaceKind | undefined = isReserved(namespace) ? namespaces[namespace] : undefined;
  return kind?.madeAtStart === true;
};

/** What `isEmpty` finds in the database, as far as memory knows. */
const looksEmpty = (snapshot: Snapshot): boolean =>
  [snapshot.principals, snapshot.roles, snapshot.permissions, snapshot.oauth_clients].every(
    ({ size }) => size === 0,
  ) && [...snapshot.stored_settings.keys()].every(saysNothing);

/** Nothing but the signing key: a database that was ever used is never sealed over. */
async function isEmpty({ tx }: Write): Promise<boolean> {
  for (const table of [users, roles, permissions, oauthClients]) {
    const found = await tx.select({ id: table.id }).from(table).limit(1);
    if (found.length > 0) return false;
  }
  const stored = await tx.select({ namespace: settings.namespace }).from(settings);
  return stored.every(({ namespace }) => saysNothing(namespace));
}

/** Everything on the service's own paths; what makes an admin is holding the permission itself. */
export const adminPermission = (prefix: string): PermissionDocument => ({
  resources: [{ hosts: [], paths: [`${prefix}/**`], methods: ["*"], excluded: [] }],
  description: "Administrators of this service",
  data: {},
  scope: {},
  public: false,
});

/** A principal of the first run itself. */
const principal = (alias: string, details: Readonly<Record<string, unknown>>): PrincipalBody => ({
  alias: [alias],
  details: { ...details },
  local: false,
  is_active: true,
  description: MADE,
  role_ids: [],
  permission_ids: [],
  sync_role_ids: [],
  tmp_role_ids: [],
  tmp_permission_ids: [],
});

async function writeAdministrator(
  service: Service,
  open: Write,
  admin: FirstAdministrator,
): Promise<void> {
  const { runtime, options } = service;
  const newId = () => ulid(runtime.clock.now(), runtime.random);
  const permission = { name: ADMIN, ...adminPermission(options.prefix_path) };
  const permission_ids = await insertPermissions(service, open, [permission], SYSTEM, "permission");
  const roleId = newId();
  const { description } = permission;
  const role = { name: ADMIN, permission_ids, role_ids: [], data: {}, description };
  await insertRole(open, roleId, role, SYSTEM);
  const body = { ...principal(admin.alias, admin.details), local: true, role_ids: [roleId] };
  const target = { id: newId(), actor: SYSTEM, message: "first run" };
  await insertPrincipal(service, open, "user", body, target);
}

/** Whether the database was ever used; then a seed document is left alone, and the log says so. */
export function isUsed({ snapshots, options, runtime }: Service): boolean {
  if (looksEmpty(snapshots.current)) return false;
  if (options.first_run.seed !== "") runtime.log.info(IGNORED, { seed: options.first_run.seed });
  return true;
}

/** The declared seed, read and checked before anything is written. */
async function declaredSeed(service: Service): Promise<Seed | undefined> {
  if (service.options.first_run.seed === "") return undefined;
  const { readSeed } = await import("./seed/read.ts");
  return hashSeed(service, await readSeed(service));
}

async function writeNewRules(service: Service, open: Write): Promise<void> {
  for (const [namespace, rules] of Object.entries(NEW_RULES)) {
    const name = namespace as keyof typeof NEW_RULES;
    const stored = (await storedDocument(service, open, name)) ?? {};
    await writeSetting(service, open, name, { ...rules, ...stored }, SYSTEM);
  }
}

async function writeDemo(service: Service, open: Write, secret: string) {
  const { runtime } = service;
  const body = {
    ...principal(DEMO, { name: "Demo service account", secret }),
    description: `${MADE} to try a token; delete it when it is not needed`,
  };
  const id = ulid(runtime.clock.now(), runtime.random);
  const target = { id, actor: SYSTEM, message: "first run" };
  await insertPrincipal(service, open, "service_account", body, target);
}

/**
 * Seals an empty database: admin permission, role and user, a login client with the session provider
 * that uses it, `admin.permission` set and break-glass off. Returns undefined when there is anything
 * already; of several first starts one seals and the others find it done. Throws `StartError` when the
 * administrator of `first_run` cannot be made, or the document of `first_run.seed` cannot be applied; then
 * nothing was written.
 */
export async function sealFirstRun(
  { service, store }: Writer,
  place: LoginPlace,
  { demo = false, tell }: Sealing = {},
): Promise<FirstRun | undefined> {
  requireLoginPath(place.login_path);
  const { runtime, snapshots, options } = service;
  if (isUsed(service)) return undefined;
  const seed = await declaredSeed(service);
  const admin = await firstAdministrator(service, [LOGIN_CLIENT, ...(demo ? [DEMO] : [])]);
  const secret = readablePassword(runtime.random);
  const first: FirstRun = {
    admin: { alias: admin.alias, password: admin.password, declared: admin.declared },
    login_client: { id: LOGIN_CLIENT, secret },
    ...(demo && { demo_account: { id: DEMO, secret: readablePassword(runtime.random) } }),
  };
  const change = { topic: "settings", action: "upsert", entity: ADMIN, actor: SYSTEM } as const;

  const { result: sealed } = await mutate(store, change, async (open) => {
    if (!(await isEmpty(open))) return false;
    await writeAdministrator(service, open, admin);
    if (first.demo_account) await writeDemo(service, open, first.demo_account.secret);
    const settings = { ...snapshots.current.settings, ...seed?.settings };
    const origin = configuredOrigin({ ...snapshots.current, settings }, options);
    const targets = ownCallbacks(place, origin);
    const client = { id: LOGIN_CLIENT, enabled: true, config: loginClient(secret, targets) };
    await writeConfig(service, open, "oauth_clients", client, SYSTEM);
    if (seed) await writeSeed(service, open, seed);
    const rule = { permission: ADMIN, allow_missing_x_user: false };
    await writeSetting(service, open, ADMIN, rule, SYSTEM);
    if (seed) await writeSeedLimited(service, open, seed, rule);
    await writeLogin(service, open, secret, place);
    await writeNewRules(service, open);
    if (seed) await writeSeedProviders(service, open, seed);
    await tell?.(first);
    return true;
  });
  if (!sealed) isUsed(service);
  return sealed ? first : undefined;
}
