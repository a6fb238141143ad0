/** Puts a button for a provider elsewhere on the login page (ADR 0091). */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { newClient, storedConfig, storedRecord } from "./config-records.ts";
import {
  type ButtonKind,
  buttonClient,
  buttonsIn,
  removeButtons,
  startOf,
} from "./login-buttons.ts";
import { storedDocument, writeSetting } from "./settings.ts";

type Document = Readonly<Record<string, unknown>>;

/** Bytes of a secret that the service alone knows. */
const SECRET_BYTES = 32;

/** The session provider of the form with username and password: that of the login page of this service. */
interface Page {
  readonly key: string;
  readonly provider: Document;
}

function pageOf(providers: Readonly<Record<string, Document>>): Page {
  const found = Object.entries(providers).find(
    ([, { password_flow, auth_middleware }]) => password_flow === true && auth_middleware,
  );
  if (found) return { key: found[0], provider: found[1] };
  throw new AuthError("conflict", "cannot put a button on the login page", {
    detail:
      "no session provider signs people in with a password here: the login page is not one of this service",
  });
}

/** Callbacks of the page's own client, for another key; and the origin of the request, where the page is open now. */
async function callbacks(service: Service, open: Write, page: Page, key: string, origin: string) {
  const client = String((page.provider.oauth2 as Document | undefined)?.client_id ?? "");
  const { redirect_uris = [] }: { redirect_uris?: string[] } =
    (await storedConfig(service, open, "oauth_clients", client)) ?? {};
  const end = `/${page.key}`;
  const own = redirect_uris.filter((uri) => uri.endsWith(end));
  const paths = own.map((uri) => `${uri.slice(0, -end.length)}/${key}`);
  const [first] = paths;
  const path = first
    ? new URL(first).pathname
    : `${service.options.first_run.login_path}auth/code/${key}`;
  return [...new Set([...paths, new URL(path, origin).href])];
}

/**
 * The button of a record: made where there is none, named anew where there is one. Its session provider has the key of
 * the record, its client the id `login-<id>`; the secret is known to the service alone.
 *
 * @param origin of the service as browsers reach it, to which the sign-in comes back
 * @returns the version, and what the button is made of
 */
export async function putButton(
  service: Service,
  kind: ButtonKind,
  id: string,
  { name, origin }: { readonly name?: string | undefined; readonly origin: string },
  actor: string,
) {
  const change = {
    topic: "settings",
    action: "upsert",
    entity: "session_providers",
    actor,
  } as const;
  const { result, version } = await mutate(service.store, change, async (open) => {
    const record = await storedRecord(service, open, kind, id);
    if (!record) throw new AuthError("not_found", "config not found");
    const stored: Document = (await storedDocument(service, open, "session_providers")) ?? {};
    const providers = (stored.providers ?? {}) as Readonly<Record<string, Document>>;
    const start = startOf(service, kind, id);
    const title = name || record.config.name || id;
    const [there] = buttonsIn({ providers }, start);
    if (there) {
      const renamed = { ...providers, [there.key]: { ...providers[there.key], name: title } };
      const document = { ...stored, providers: renamed };
      await writeSetting(service, open, "session_providers", document, actor);
      return { ...there, name: String(title) };
    }
    if (Object.hasOwn(providers, id)) {
      const detail = `the session provider ${id} leads elsewhere: give this record a button at Session providers`;
      throw new AuthError("conflict", "cannot put a button on the login page", { detail });
    }
    const page = pageOf(providers);
    const client_id = buttonClient(id);
    const client_secret = encodeBase64Url(service.runtime.random(SECRET_BYTES));
    const client = {
      client_name: `Login: ${title}`,
      client_secret,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: await callbacks(service, open, page, id, origin),
      skip_consent: true,
    };
    await writeButtonClient(service, open, client_id, client, actor);
    const provider = {
      name: title,
      auth_middleware: page.provider.auth_middleware,
      x_user: page.provider.x_user ?? ["preferred_username"],
      oauth2: { client_id, client_secret, auth_url: start, scopes: ["openid", "profile", "email"] },
    };
    const document = { ...stored, providers: { ...providers, [id]: provider } };
    await writeSetting(service, open, "session_providers", document, actor);
    return { key: id, client_id, name: String(title) };
  });
  return { version, ...result };
}

/** A client of this name that an administrator made for something else is left alone. */
async function writeButtonClient(
  service: Service,
  open: Write,
  id: string,
  config: Document,
  actor: string,
): Promise<void> {
  const stored = await storedConfig(service, open, "oauth_clients", id);
  if (stored === undefined) return newClient(service, open, id, config, actor);
  throw new AuthError("conflict", "cannot put a button on the login page", {
    detail: `there is a client ${id} already: delete or rename it first`,
  });
}

/** Takes the button of a record from the login page, with what was made for it. */
export async function deleteButton(
  service: Service,
  kind: ButtonKind,
  id: string,
  actor: string,
): Promise<number> {
  const change = {
    topic: "settings",
    action: "upsert",
    entity: "session_providers",
    actor,
  } as const;
  const { version } = await mutate(service.store, change, async (open) => {
    if (!(await removeButtons(service, open, kind, id, actor)))
      throw new AuthError("not_found", "there is no button for this provider");
  });
  return version;
}
