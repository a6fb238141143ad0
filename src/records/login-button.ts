/** Puts a button for a provider elsewhere on the login page (ADR 0091). */
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type StartedProvider, startOfProvider } from "../std/provider-start.ts";
import type { Change, Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { newClient, storedConfig, storedRecord } from "./config-records.ts";
import {
  buttonClient,
  buttonsIn,
  entriesOf,
  leadsTo,
  mapEntries,
  PROVIDER_RECORDS,
  removeButtons,
  type SessionProviders,
} from "./login-buttons.ts";
import { storedDocument, writeChecked } from "./settings.ts";

type Document = Readonly<Record<string, unknown>>;

/** Bytes of a secret that the service alone knows. */
const SECRET_BYTES = 32;
const NAMESPACE = "session_providers";

const changeBy = (actor: string): Change => ({
  ...{ topic: "settings", action: "upsert", entity: NAMESPACE, actor },
});

const inTheWay = (detail: Message) =>
  new AuthError("conflict", "cannot put a button on the login page", { detail });

/** The session provider of the form with username and password: that of the login page of this service. */
function pageOf({ providers = {} }: SessionProviders): [key: string, provider: Document] {
  const page = Object.entries(providers).find(
    ([, { password_flow, auth_middleware }]) => password_flow === true && auth_middleware,
  );
  if (page) return page;
  throw inTheWay(message("refusal.button_no_page"));
}

/** Callbacks of the page's own client, for another key; and the origin of the request, where the page is open now. */
async function callbacks(
  service: Service,
  open: Write,
  [pageKey, { oauth2 }]: ReturnType<typeof pageOf>,
  key: string,
  origin: string,
): Promise<string[]> {
  const client = String((oauth2 as Document | undefined)?.client_id ?? "");
  const { redirect_uris = [] }: { redirect_uris?: string[] } =
    (await storedConfig(service, open, "oauth_clients", client)) ?? {};
  const end = `/${pageKey}`;
  const own = redirect_uris.filter((uri) => uri.endsWith(end));
  const targets = own.map((uri) => `${uri.slice(0, -end.length)}/${key}`);
  const [first] = targets;
  const path = first
    ? new URL(first).pathname
    : `${service.options.first_run.login_path}auth/code/${key}`;
  return [...new Set([...targets, new URL(path, origin).href])];
}

/** A new button: its session provider has the key of the record, its client the id `login-<id>`; the secret is known to the service alone. */
async function makeButton(
  service: Service,
  open: Write,
  stored: SessionProviders,
  to: StartedProvider,
  { name, origin }: { readonly name: string; readonly origin: string },
  actor: string,
): Promise<SessionProviders> {
  const { id } = to;
  if (entriesOf(stored).some(([key]) => key === id)) {
    throw inTheWay(message("refusal.button_elsewhere", { id }));
  }
  const page = pageOf(stored);
  const client_id = buttonClient(id);
  if ((await storedConfig(service, open, "oauth_clients", client_id)) !== undefined) {
    throw inTheWay(message("refusal.button_client", { id: client_id }));
  }
  const client_secret = encodeBase64Url(service.runtime.random(SECRET_BYTES));
  const client = {
    client_name: `Login: ${name}`,
    client_secret,
    grant_types: ["authorization_code", "refresh_token"],
    redirect_uris: await callbacks(service, open, page, id, origin),
    skip_consent: true,
  };
  await newClient(service, open, client_id, client, actor);
  const auth_url = startOfProvider(service.options.prefix_path, to);
  const [, { auth_middleware, x_user = ["preferred_username"] }] = page;
  const provider = {
    ...{ name, auth_middleware, x_user },
    oauth2: { client_id, client_secret, auth_url, scopes: ["openid", "profile", "email"] },
  };
  return { ...stored, providers: { ...stored.providers, [id]: provider } };
}

/**
 * The button of a record: made where there is none, named anew where there is one.
 *
 * @param origin of the service as browsers reach it, to which the sign-in comes back
 * @returns the version, and what the button is made of
 */
export async function putButton(
  service: Service,
  to: StartedProvider,
  { name, origin }: { readonly name?: string | undefined; readonly origin: string },
  actor: string,
) {
  const { result, version } = await mutate(service.store, changeBy(actor), async (open) => {
    const record = await storedRecord(service, open, PROVIDER_RECORDS[to.source], to.id);
    if (!record) throw new AuthError("not_found", message("refusal.config"));
    const stored: SessionProviders = (await storedDocument(service, open, NAMESPACE)) ?? {};
    const title: string = name || record.config.name || to.id;
    const isThere = buttonsIn(service, stored, to).length > 0;
    const document = isThere
      ? mapEntries(stored, ([key, provider]) => [
          [key, leadsTo(service, provider, to) ? { ...provider, name: title } : provider],
        ])
      : await makeButton(service, open, stored, to, { name: title, origin }, actor);
    await writeChecked(service, open, NAMESPACE, document, actor);
    return buttonsIn(service, document, to)[0];
  });
  return { version, ...result };
}

/** Takes the buttons of a record from the login page, with what was made for them. */
export async function deleteButton(
  service: Service,
  to: StartedProvider,
  actor: string,
): Promise<number> {
  const { version } = await mutate(service.store, changeBy(actor), async (open) => {
    if (!(await removeButtons(service, open, to, actor)))
      throw new AuthError("not_found", message("refusal.no_button"));
  });
  return version;
}
