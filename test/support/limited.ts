/** Administrators with fewer rights: one for each capability, and people whom they reach and do not. */
import { expect } from "vitest";
import type { TestAuth } from "./auth.ts";
import { prepared } from "./prepared.ts";
import type { TestRuntimeOptions } from "./runtime.ts";
import { putSetting, reopenPlane } from "./tokens.ts";

export const KINDS = ["read", "support", "people", "clients", "providers", "settings"] as const;
export type Kind = (typeof KINDS)[number];

export interface Grant {
  readonly role_id: string;
  readonly may: readonly string[];
  readonly people_of?: readonly string[];
  readonly roles?: readonly string[];
}

export interface LimitedSetup {
  readonly service: TestAuth;
  readonly permission: string;
  /** Ids by name: `admins`, one for each kind, `sales`, `sales-lead` (contains sales), `tech`, `support of sales`, `people of sales`. */
  readonly roles: Readonly<Record<string, string>>;
  /** Ids by alias: `root`; one for each kind; `seller`, `engineer`; `lead` holds sales-lead; `sales-help`, `sales-people`. */
  readonly users: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
  as(alias: string, method: string, path: string, body?: unknown): ReturnType<TestAuth["json"]>;
  /** By the full administrator. */
  save(grants: readonly Grant[], more?: object): Promise<void>;
}

/** What a closed plane with everyone in it is made of. */
type Made = Pick<LimitedSetup, "permission" | "roles" | "users" | "grants">;

const SETTING = { permission: "manage", allow_missing_x_user: false };

/** A closed plane with everyone in it. */
export const limitedSetup = async (service: TestAuth): Promise<LimitedSetup> =>
  withRequests(service, await makeLimited(service));

/** The same for a service of its own with each call; see `prepared.ts`. */
export function limitedSetups(): (
  options?: Omit<TestRuntimeOptions, "openSql">,
) => Promise<LimitedSetup> {
  const next = prepared(makeLimited);
  return async (options) => {
    const { service, made } = await next(options);
    return withRequests(service, made);
  };
}

async function makeLimited(service: TestAuth): Promise<Made> {
  await reopenPlane(service);
  const roles: Record<string, string> = {};
  const users: Record<string, string> = {};
  const made = async (path: string, body: object) => {
    const { status, text, body: answer } = await service.json("POST", `/auth/v1${path}`, body);
    expect(status, text).toBe(200);
    return answer.payload.id as string;
  };
  const role = async (name: string, more: object = {}) => {
    roles[name] = await made("/roles", { name, ...more });
    return roles[name];
  };
  const user = async (alias: string, ...held: string[]) => {
    const role_ids = held.map((name) => roles[name]);
    const email = `${alias}@example.com`;
    const details = { name: alias, email, password: "correct horse" };
    const body = { alias: [alias, email], local: true, role_ids, details };
    users[alias] = await made("/users", body);
  };
  const permission = await made("/permissions", { name: "manage" });
  await role("admins", { permission_ids: [permission] });
  for (const kind of KINDS) await role(kind);
  await role("sales");
  await role("sales-lead", { role_ids: [roles.sales] });
  await role("tech");
  for (const name of ["support of sales", "people of sales"]) await role(name);
  await user("root", "admins");
  for (const kind of KINDS) await user(kind, kind);
  await user("seller", "sales");
  await user("lead", "sales-lead");
  await user("engineer", "tech");
  await user("sales-help", "support of sales");
  await user("sales-people", "people of sales");
  const own = (name: string) => roles[name] ?? "";
  const grants: Grant[] = [
    ...KINDS.map((kind) => ({
      ...{ role_id: own(kind), may: [kind] },
      ...(kind === "people" && { roles: [own("sales"), own("tech")] }),
    })),
    { role_id: own("support of sales"), may: ["support"], people_of: [own("sales")] },
    {
      ...{ role_id: own("people of sales"), may: ["people"] },
      ...{ people_of: [own("sales")], roles: [own("sales")] },
    },
  ];
  await putSetting(service, "admin", { ...SETTING, limited: grants });
  return { permission, roles, users, grants };
}

function withRequests(service: TestAuth, made: Made): LimitedSetup {
  const as: LimitedSetup["as"] = (alias, method, path, body) =>
    service.json(method, `/auth/v1${path}`, body, alias);
  const save: LimitedSetup["save"] = async (limited, more = {}) => {
    const value = { ...SETTING, ...more, limited };
    const { status, text } = await as("root", "PUT", "/settings/admin", { value });
    expect(status, text).toBe(200);
  };
  return { service, ...made, as, save };
}
