/** Puts a button for a provider elsewhere on the login page (ADR 0091). */
import type { Service, Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import { type Message, message, messageAt } from "../messages/message.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type StartedProvider, startOfProvider } from "../std/provider-start.ts";
import type { Change, Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { buttonKeys, moveButtons } from "./button-order.ts";
import { newClient, storedConfig, storedRecord } from "./config-records.ts";
import {
  buttonClient,
  buttonsIn,
  entriesOf,
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

/** What an administrator wants of a button; what is absent stays as it is. */
export interface WantedButton {
  /** Of the session provider, where several lead to one record; absent: all of them. */
  readonly key?: string | undefined;
  /** Empty: that of the record, or its id. */
  readonly name?: string | undefined;
  /** Data URL; empty: none. */
  readonly logo?: string | undefined;
  /** Key of the button that it stands before; null: behind all. */
  readonly before?: string | null | undefined;
}

const noSuchButton = (member: string, key: string) =>
  new AuthError("invalid_request", "cannot decode button", {
    detail: messageAt(member, message("refusal.button_unknown", { key })),
  });

/** The chosen entries as they are wanted. */
function changed(
  document: SessionProviders,
  keys: readonly string[],
  { logo, before }: WantedButton,
  title: string | undefined,
): SessionProviders {
  const named = mapEntries(document, ([key, provider]) => {
    if (!keys.includes(key)) return [[key, provider]];
    const { logo: old, ...others } = provider;
    const shown = logo ?? old;
    const name = title === undefined ? {} : { name: title };
    return [[key, { ...others, ...name, ...(shown ? { logo: shown } : {}) }]];
  });
  if (before === undefined || (before !== null && keys.includes(before))) return named;
  if (before !== null && !buttonKeys(named).includes(before)) throw noSuchButton("before", before);
  return moveButtons(named, keys, before);
}

/**
 * The button of a record: made where there is none, changed where there is one.
 *
 * @param wanted `origin` of the service as browsers reach it, to which the sign-in comes back
 * @returns the version, and what the button is made of
 */
export async function putButton(
  { service, store }: Writer,
  to: StartedProvider,
  wanted: WantedButton & { readonly origin: string },
  actor: string,
) {
  const { result, version } = await mutate(store, changeBy(actor), async (open) => {
    const record = await storedRecord(service, open, PROVIDER_RECORDS[to.source], to.id);
    if (!record) throw new AuthError("not_found", message("refusal.config"));
    const stored: SessionProviders = (await storedDocument(service, open, NAMESPACE)) ?? {};
    const own: string = record.config.name || to.id;
    const isThere = buttonsIn(service, stored, to).length > 0;
    const made = isThere
      ? stored
      : await makeButton(service, open, stored, to, { ...wanted, name: wanted.name || own }, actor);
    const buttons = buttonsIn(service, made, to).filter(
      ({ key }) => wanted.key === undefined || key === wanted.key,
    );
    if (wanted.key !== undefined && buttons.length === 0) throw noSuchButton("key", wanted.key);
    const keys = buttons.map(({ key }) => key);
    const title = wanted.name === undefined ? undefined : wanted.name || own;
    const document = changed(made, keys, wanted, title);
    await writeChecked(service, open, NAMESPACE, document, actor);
    return buttonsIn(service, document, to).find(({ key }) => keys.includes(key));
  });
  return { version, ...result };
}

/** Takes the buttons of a record from the login page, with what was made for them. */
export async function deleteButton(
  { service, store }: Writer,
  to: StartedProvider,
  actor: string,
): Promise<number> {
  const { version } = await mutate(store, changeBy(actor), async (open) => {
    if (!(await removeButtons(service, open, to, actor)))
      throw new AuthError("not_found", message("refusal.no_button"));
  });
  return version;
}
