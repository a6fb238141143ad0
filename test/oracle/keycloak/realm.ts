/** A realm of a Keycloak that runs on this machine, made and changed through its administration. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Json = Record<string, unknown>;

/** The realm of `realm.json`, made anew. */
export interface Realm {
  readonly issuer: string;
  /** Version of the server. */
  readonly version: string;
  /** Makes a client, in place of one of that name; the secret that Keycloak chose. */
  makeClient(client: Json & { readonly clientId: string }): Promise<string>;
  /** Changes members of a client. */
  changeClient(clientId: string, change: (client: Json) => Json): Promise<void>;
  /** Another RSA key signs from now on; the old one is still published. */
  rotateKey(name: string): Promise<void>;
  /** A person fills in the login form that this address shows; the page or redirect that follows. */
  signIn(location: string, username: string, password?: string): Promise<Response>;
}

const REALM = JSON.parse(readFileSync(join(import.meta.dirname, "realm.json"), "utf8"));
const PASSWORD = "correct horse";

async function ok(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`${response.status} ${response.url} ${await response.text()}`);
}

const unescapeHtml = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]+|amp|quot|lt|gt);/gi, (whole, name: string) => {
    const named: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">" };
    if (!name.startsWith("#")) return named[name] ?? whole;
    return String.fromCodePoint(Number(name[1] === "x" ? `0${name.slice(1)}` : name.slice(1)));
  });

/** Fields and address of the first form of a page. */
export function formIn(page: string): { action: string; fields: Record<string, string> } {
  const action = unescapeHtml(/<form[^>]*\baction="([^"]*)"/i.exec(page)?.[1] ?? "");
  const fields: Record<string, string> = {};
  for (const [input] of page.matchAll(/<input[^>]*>/gi)) {
    const at = (name: string) =>
      unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`, "i").exec(input)?.[1] ?? "");
    if (at("name")) fields[at("name")] = at("value");
  }
  return { action, fields };
}

/** @param url of the server, with an administrator `admin` whose password is the same */
export async function makeRealm(url: string): Promise<Realm> {
  // For each call: such a token lives for a minute.
  const bearer = async (): Promise<string> => {
    const fields = { grant_type: "password", client_id: "admin-cli" };
    const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, username: "admin", password: "admin" }),
    });
    const { access_token } = (await (await ok(answer)).json()) as { access_token: string };
    return `Bearer ${access_token}`;
  };
  const admin = async (method: string, path: string, json?: unknown): Promise<Response> =>
    fetch(`${url}/admin${path}`, {
      method,
      headers: { authorization: await bearer(), "content-type": "application/json" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  await admin("DELETE", "/realms/main");
  await ok(await admin("POST", "/realms", REALM));
  const info = (await (await ok(await admin("GET", "/serverinfo"))).json()) as {
    systemInfo: { version: string };
  };
  const clientNamed = async (clientId: string): Promise<Json | undefined> => {
    const query = new URLSearchParams({ clientId });
    const found = await ok(await admin("GET", `/realms/main/clients?${query}`));
    return ((await found.json()) as Json[])[0];
  };
  return {
    issuer: `${url}/realms/main`,
    version: info.systemInfo.version,
    async makeClient(client) {
      const earlier = await clientNamed(client.clientId);
      if (earlier) await ok(await admin("DELETE", `/realms/main/clients/${earlier.id}`));
      await ok(await admin("POST", "/realms/main/clients", client));
      const made = await clientNamed(client.clientId);
      const secret = await ok(await admin("GET", `/realms/main/clients/${made?.id}/client-secret`));
      return ((await secret.json()) as { value: string }).value;
    },
    async changeClient(clientId, change) {
      const client = await clientNamed(clientId);
      if (!client) throw new Error(`no client ${clientId}`);
      await ok(await admin("PUT", `/realms/main/clients/${client.id}`, change(client)));
    },
    async rotateKey(name) {
      const key = {
        name,
        providerId: "rsa-generated",
        providerType: "org.keycloak.keys.KeyProvider",
        config: { priority: ["200"], enabled: ["true"], active: ["true"], algorithm: ["RS256"] },
      };
      await ok(await admin("POST", "/realms/main/components", key));
    },
    async signIn(location, username, password = PASSWORD) {
      const page = await ok(await fetch(location, { redirect: "manual" }));
      const cookie = page.headers
        .getSetCookie()
        .map((each) => each.split(";")[0])
        .join("; ");
      const { action } = formIn(await page.text());
      return fetch(action, {
        method: "POST",
        redirect: "manual",
        headers: { cookie },
        body: new URLSearchParams({ username, password, credentialId: "" }),
      });
    },
  };
}
