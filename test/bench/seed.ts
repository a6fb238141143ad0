/** Fills a database as if it had grown: rows by SQL, every user's details sealed for its own place. */
import pg from "pg";
import { openSecretBox } from "../../src/crypto/secretbox.ts";
import { detailsPlace } from "../../src/snapshot/sealed.ts";

export const ROLES = 1_000;
export const PERMISSIONS = 5_000;
const PAGE = 2_000;
const numbered = (kind: string, at: number) => `01J0${kind}${String(at).padStart(18, "0")}`;

export const userId = (at: number): string => numbered("USER", at);
const roleId = (at: number) => numbered("R0LE", at % ROLES);
const permissionId = (at: number) => numbered("PERM", at % PERMISSIONS);

const permission = (at: number) => ({
  id: permissionId(at),
  name: `permission-${at}`,
  config: {
    resources: [
      { hosts: [], paths: [`/api/v1/thing-${at}/**`], methods: ["GET", "POST"], excluded: [] },
    ],
    description: "",
    data: {},
    scope: {},
    public: false,
  },
});

const role = (at: number) => ({
  id: roleId(at),
  name: `role-${at}`,
  config: {
    permission_ids: Array.from({ length: 10 }, (_, nth) => permissionId(at * 5 + nth)),
    role_ids: at % 10 === 1 ? [roleId(at - 1)] : [],
    data: {},
    description: "",
  },
});

const user = (at: number) => ({
  id: userId(at),
  alias: [`user-${at}`, `user-${at}@example.com`],
  doc: {
    role_ids: [roleId(at), roleId(at * 7 + 1), roleId(at * 13 + 2)],
    sync_role_ids: [],
    permission_ids: [permissionId(at * 3)],
    tmp_role_ids: [],
    tmp_permission_ids: [],
    description: `User number ${at}`,
  },
});

const details = (at: number) => ({
  name: `Given${at} Family${at}`,
  given_name: `Given${at}`,
  family_name: `Family${at}`,
  email: `user-${at}@example.com`,
  department: `Department ${at % 50}`,
  // The length of a stored password; no one signs in with it.
  password: "JDJiJDEwJENFVHlDWFVXdWUwVGhxOVN0alVNMHVKOFAweW9PMnJNNmlTN21aUmJSRlJMY1pkc25XamJX",
});

async function inPages(
  count: number,
  make: (at: number) => unknown,
  insert: (page: unknown[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += PAGE) {
    const length = Math.min(PAGE, count - from);
    await insert(await Promise.all(Array.from({ length }, (_, nth) => make(from + nth))));
  }
}

/** @param key `encryption.key` of the instances that will read it; no instance may run meanwhile */
export async function seed(dsn: string, key: string, users: number): Promise<void> {
  const box = await openSecretBox(key);
  const client = new pg.Client(dsn);
  await client.connect();
  const insert = (text: string) => (page: unknown[]) => client.query(text, [JSON.stringify(page)]);
  try {
    await inPages(
      PERMISSIONS,
      permission,
      insert(`insert into auth_permissions (id, name, config)
        select id, name, config
        from jsonb_to_recordset($1::jsonb) as r(id text, name text, config jsonb)`),
    );
    await inPages(
      ROLES,
      role,
      insert(`insert into auth_roles (id, name, config)
        select id, name, config
        from jsonb_to_recordset($1::jsonb) as r(id text, name text, config jsonb)`),
    );
    await inPages(
      users,
      async (at) => ({
        ...user(at),
        sealed: await box.seal(detailsPlace(userId(at)), JSON.stringify(details(at))),
      }),
      insert(`insert into auth_users
          (id, alias, alias_keys, details_encrypted, local, doc)
        select id, names, names, sealed, true, doc
        from jsonb_to_recordset($1::jsonb) as r(id text, alias jsonb, sealed text, doc jsonb),
          lateral (select array(select jsonb_array_elements_text(r.alias)) as names) as a`),
    );
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
