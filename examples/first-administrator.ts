/** What the programs of this folder do before anybody can reach them: a first administrator, and a closed management plane. */
import type { AuthService } from "postern";

export interface FirstAdministrator {
  /** `prefix_path` of the service. */
  readonly prefix: string;
  /** Of the user `admin`. */
  readonly password: string | undefined;
  /** With it the login page asks for tokens. */
  readonly client: { readonly id: string; readonly secret: string | undefined };
  /** Where a browser goes to sign in. */
  readonly login_url: string;
  /** Permissions of the application itself; the administrator gets them. */
  readonly permissions?: readonly object[];
}

/**
 * Permission, role, user, client, then the rule that only holders of the permission may manage. Does
 * nothing where that was done before.
 */
export async function seal(auth: AuthService, first: FirstAdministrator): Promise<void> {
  const { prefix, password, client, login_url, permissions = [] } = first;

  /** No session has seen these requests, so they need no caller while the plane is open. */
  async function manage(method: string, path: string, body?: unknown) {
    const response = await auth.fetch(
      new Request(`http://localhost${prefix}/v1${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    const { payload } = (await response.json()) as { payload: Record<string, unknown> };
    return payload;
  }

  const { admin_permission_configured: done } = await manage("GET", "/capabilities");
  if (done) return;
  if (!password || !client.secret) throw new Error("set ADMIN_PASSWORD and CLIENT_SECRET");
  const admin = { name: "admin", resources: [{ paths: [`${prefix}/**`], methods: ["*"] }] };
  const permission_ids: unknown[] = [];
  for (const permission of [admin, ...permissions]) {
    permission_ids.push((await manage("POST", "/permissions", permission)).id);
  }
  const { id } = await manage("POST", "/roles", { name: "admin", permission_ids });
  await manage("POST", "/users", {
    alias: ["admin"],
    local: true,
    role_ids: [id],
    details: { name: "Administrator", uid: "admin", password },
  });
  await manage("PUT", `/oauth/clients/${client.id}`, {
    config: {
      client_name: "Login page",
      client_secret: client.secret,
      // The page takes passwords, so no code is ever made for this client.
      grant_types: ["password", "refresh_token"],
    },
  });
  await manage("PUT", "/settings/authorize", { value: { login_url } });
  await manage("PUT", "/settings/admin", {
    value: { permission: "admin", allow_missing_x_user: false },
  });
}
