/** An instance whose management plane one administrator holds, made anew for every case. */
import { expect } from "vitest";
import type { TestAuth } from "./auth.ts";
import { putSetting, reopenPlane } from "./tokens.ts";

export interface Administration {
  /** Name and id of the admin permission, and the role that carries it. */
  readonly permission: { readonly id: string; readonly name: string };
  readonly role: string;
  /** The only administrator: id, and what X-User says. */
  readonly admin: { readonly id: string; readonly alias: string };
  /** A call of the management plane by the administrator. */
  call(method: string, path: string, body?: unknown): ReturnType<TestAuth["json"]>;
}

let made = 0;

async function created(service: TestAuth, path: string, body: object): Promise<string> {
  const answer = await service.json("POST", `/auth/v1${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payload.id;
}

/** Opens the plane, makes permission, role and administrator, and closes it again. */
export async function administration(
  service: TestAuth,
  settings: object = { allow_missing_x_user: false },
): Promise<Administration> {
  await reopenPlane(service);
  made += 1;
  const name = `manage-${made}`;
  const id = await created(service, "/permissions", { name });
  const role = await created(service, "/roles", { name, permission_ids: [id] });
  const alias = `root-${made}`;
  const admin = await created(service, "/users", { alias: [alias], role_ids: [role] });
  await putSetting(service, "admin", { permission: name, ...settings });
  return {
    permission: { id, name },
    role,
    admin: { id: admin, alias },
    call: (method, path, body) => service.json(method, `/auth/v1${path}`, body, alias),
  };
}

export const REFUSAL = "no administrator would be left";
