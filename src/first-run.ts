/** The sealed first run of the standalone server (decisions, section 3): nothing is ever open. */

import type { Service } from "./call.ts";
import {
  LOGIN_CLIENT,
  type LoginPlace,
  ownCallbacks,
  requireLoginPath,
  writeLogin,
} from "./first-run/login.ts";
import { storeHash } from "./iam/principals/details.ts";
import { writeConfig } from "./records/config-records.ts";
import { writeSetting } from "./records/settings.ts";
import { detailsPlace } from "./snapshot/principals.ts";
import { canonicalAlias } from "./std/canonical-alias.ts";
import { ulid } from "./std/ulid.ts";
import type { Write } from "./store/change.ts";
import { mutate } from "./store/mutate.ts";
import {
  type PermissionDocument,
  type PrincipalDocument,
  permissions,
  roles,
  settings,
  users,
} from "./store/tables.ts";

/** Shown once to the operator who started the service, and never stored in the clear. */
export interface FirstRun {
  readonly admin: { readonly alias: string; readonly password: string };
  /** Confidential client of the login in front; also good for the password grant from a shell. */
  readonly login_client: { readonly id: string; readonly secret: string };
  readonly demo_account: { readonly id: string; readonly secret: string };
}

const SYSTEM = "system";
const ADMIN = "admin";
/** Without vowels and look-alikes: nothing to misread, no words by accident. */
const LETTERS = "bcdfghjkmnpqrstvwxz23456789";

/** About 95 bits in four groups of five, easy to copy by eye. */
export function readablePassword(random: (bytes: number) => Uint8Array): string {
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of random(32)) {
      // 243 = 9 · 27: a byte above it would make the first letters more likely.
      const letter = byte < 243 ? LETTERS[byte % LETTERS.length] : undefined;
      if (letter && letters.length < 20) letters.push(letter);
    }
  }
  return (letters.join("").match(/.{5}/g) ?? []).join("-");
}

async function isEmpty({ tx }: Write): Promise<boolean> {
  const someone = await tx.select({ id: users.id }).from(users).limit(1);
  const stored = await tx.select({ namespace: settings.namespace }).from(settings);
  return someone.length === 0 && stored.every(({ namespace }) => namespace === "jwt");
}

interface NewPrincipal {
  readonly alias: string;
  readonly serviceAccount: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  readonly role_ids: readonly string[];
  readonly description: string;
}

async function insertPrincipal(service: Service, open: Write, id: string, given: NewPrincipal) {
  const doc: PrincipalDocument = {
    role_ids: given.role_ids,
    sync_role_ids: [],
    permission_ids: [],
    tmp_role_ids: [],
    tmp_permission_ids: [],
    description: given.description,
  };
  await open.tx.insert(users).values({
    id,
    alias: [given.alias],
    alias_keys: [canonicalAlias(given.alias)],
    details_encrypted: await service.store.box.seal(
      detailsPlace(id),
      JSON.stringify(given.details),
    ),
    service_account: given.serviceAccount,
    local: !given.serviceAccount,
    doc,
    updated_by: SYSTEM,
  });
  open.touch("users", id);
}

/** Everything on the service's own paths; what makes an admin is holding the permission itself. */
export const adminPermission = (prefix: string): PermissionDocument => ({
  resources: [{ hosts: [], paths: [`${prefix}/**`], methods: ["*"], excluded: [] }],
  description: "Administrators of this service",
  data: {},
  scope: {},
  public: false,
});

/**
 * Seals an empty database: admin permission, role and user, a login client with the session provider
 * that uses it, a demo service account, `admin.permission` set and break-glass off. Returns undefined
 * when there is anything already; of several first starts one seals and the others find it done.
 */
export async function sealFirstRun(
  service: Service,
  place: LoginPlace,
): Promise<FirstRun | undefined> {
  const { login_path } = place;
  requireLoginPath(login_path);
  const { runtime, store, options, snapshots } = service;
  if (snapshots.current.principals.size > 0) return undefined;
  const { random } = runtime;
  const newId = () => ulid(runtime.clock.now(), random);
  const password = readablePassword(random);
  const hash = storeHash(await runtime.passwords.hash(password));
  const secrets = { login: readablePassword(random), demo: readablePassword(random) };
  const change = { topic: "settings", action: "upsert", entity: ADMIN, actor: SYSTEM } as const;

  const { result: sealed } = await mutate(store, change, async (open) => {
    if (!(await isEmpty(open))) return false;
    const [permissionId, roleId, adminId, demoId] = [newId(), newId(), newId(), newId()];
    const by = { updated_by: SYSTEM };
    const permission = { id: permissionId, name: ADMIN, ...by };
    await open.tx
      .insert(permissions)
      .values({ ...permission, config: adminPermission(options.prefix_path) });
    await open.tx.insert(roles).values({
      id: roleId,
      name: ADMIN,
      config: {
        permission_ids: [permissionId],
        role_ids: [],
        data: {},
        description: "Administrators of this service",
      },
      ...by,
    });
    open.touch("permissions", permissionId);
    open.touch("roles", roleId);
    await insertPrincipal(service, open, adminId, {
      alias: ADMIN,
      serviceAccount: false,
      details: { name: "Administrator", uid: ADMIN, password: hash },
      role_ids: [roleId],
      description: "Made at the first start",
    });
    await insertPrincipal(service, open, demoId, {
      alias: "demo",
      serviceAccount: true,
      details: { name: "Demo service account", secret: secrets.demo },
      role_ids: [],
      description: "Made at the first start to try a token; delete it when it is not needed",
    });
    await writeConfig(
      service,
      open,
      "oauth_clients",
      {
        id: LOGIN_CLIENT,
        enabled: true,
        config: {
          client_name: "Login",
          client_secret: secrets.login,
          grant_types: ["password", "authorization_code", "refresh_token"],
          redirect_uris: ownCallbacks(place, undefined),
          skip_consent: true,
        },
      },
      SYSTEM,
    );
    const admin = { permission: ADMIN, allow_missing_x_user: false };
    await writeSetting(service, open, ADMIN, admin, SYSTEM);
    await writeLogin(service, open, secrets.login, login_path);
    return true;
  });
  if (!sealed) return undefined;
  return {
    admin: { alias: ADMIN, password },
    login_client: { id: LOGIN_CLIENT, secret: secrets.login },
    demo_account: { id: "demo", secret: secrets.demo },
  };
}
