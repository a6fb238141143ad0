/** An application behind the proxy, which the administrator may see: what forward-auth is asked about. */

/** Sends to the management plane as the administrator; answers the payload. */
export type Manage = (
  method: string,
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

export const FORWARDED = {
  "X-Forwarded-Method": "GET",
  "X-Forwarded-Proto": "http",
  "X-Forwarded-Host": "app.example.com",
  "X-Forwarded-Uri": "/notes",
};

/** The question that the same answer belongs to. */
export const QUESTION = { method: "GET", host: "app.example.com", path: "/notes" };

export function manager(
  send: (request: Request) => Response | Promise<Response>,
  origin: string,
  token: string,
): Manage {
  return async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await send(new Request(`${origin}/auth/v1${path}`, init));
    if (!answer.ok) throw new Error(`${path} answered ${await answer.text()}`);
    return (await answer.json()).payload;
  };
}

export async function allowNotes(manage: Manage): Promise<void> {
  const { host, path, method } = QUESTION;
  const resources = [{ hosts: [host], paths: [path], methods: [method] }];
  const permission = await manage("POST", "/permissions", { name: "notes", resources });
  const role = await manage("POST", "/roles", { name: "notes", permission_ids: [permission?.id] });
  const id = (await manage("GET", "/me"))?.id;
  const held = (await manage("GET", `/users/${id}`))?.role_ids as readonly string[];
  await manage("PATCH", `/users/${id}`, { role_ids: [...held, role?.id] });
}
