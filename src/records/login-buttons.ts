/**
 * A button of the login page for a provider elsewhere: the session provider whose `auth_url` starts the sign-in there, and a
 * client of its own. Both are made, kept and removed as one thing (ADR 0091).
 */
import { eq } from "drizzle-orm";
import type { Service } from "../call.ts";
import { configTable } from "../snapshot/parts/config-records.ts";
import {
  type ProviderSource,
  providerStartedBy,
  type StartedProvider,
} from "../std/provider-start.ts";
import type { Write } from "../store/change.ts";
import { deleteConsentsOfClients } from "../store/consents.ts";
import { storedDocument, writeSetting } from "./settings.ts";

/** The records of each source. */
export const PROVIDER_RECORDS = {
  oauth: "oauth_providers",
  saml: "saml_providers",
} as const satisfies Record<ProviderSource, string>;

type Document = Readonly<Record<string, unknown>>;
type Providers = Readonly<Record<string, Document>>;
type Entry = [key: string, provider: Document];

/** The setting `session_providers` as it is stored. */
export interface SessionProviders extends Document {
  readonly providers?: Providers;
  readonly groups?: Readonly<Record<string, Document & { readonly providers?: Providers }>>;
}

/** The client that is made with a button; it goes with it. */
export const buttonClient = (id: string): string => `login-${id}`;

const oauth2Of = ({ oauth2 }: Document) => (oauth2 ?? {}) as Document;

/** Whether a session provider is a button that leads to this provider. */
function leadsTo({ options }: Service, provider: Document, to: StartedProvider): boolean {
  const address = String(oauth2Of(provider).auth_url ?? "");
  const started = providerStartedBy(options.prefix_path, address);
  return started?.source === to.source && started.id === to.id;
}

/** Every session provider of the document, those of groups too. */
export const entriesOf = ({ providers, groups }: SessionProviders): Entry[] => [
  ...Object.entries(providers ?? {}),
  ...Object.values(groups ?? {}).flatMap((group) => Object.entries(group.providers ?? {})),
];

/** The document with other entries in the place of each, none to leave it out. */
export function mapEntries(
  document: SessionProviders,
  change: (entry: Entry) => Entry[],
): SessionProviders {
  const changed = <T extends { readonly providers?: Providers }>(part: T): T =>
    part.providers
      ? { ...part, providers: Object.fromEntries(Object.entries(part.providers).flatMap(change)) }
      : part;
  const { groups } = document;
  return {
    ...changed(document),
    ...(groups && {
      groups: Object.fromEntries(
        Object.entries(groups).map(([name, group]) => [name, changed(group)]),
      ),
    }),
  };
}

const groupsOf = ({ groups }: SessionProviders): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(groups ?? {}).flatMap(([name, { providers }]) =>
      Object.keys(providers ?? {}).map((key) => [key, name] as const),
    ),
  );

/** The buttons that lead to a provider, as their session providers describe them. */
export function buttonsIn(service: Service, document: SessionProviders, to: StartedProvider) {
  const groups = groupsOf(document);
  return entriesOf(document)
    .filter(([, provider]) => leadsTo(service, provider, to))
    .map(([key, provider]) => ({
      key,
      name: String(provider.name ?? ""),
      client_id: String(oauth2Of(provider).client_id ?? ""),
      logo: String(provider.logo ?? ""),
      priority: Number(provider.priority ?? 0),
      group: groups.get(key) ?? "",
    }));
}

/**
 * Takes every button that leads to a provider from the login page, inside a write that is open. The client that was made
 * with it goes too, unless another session provider uses it.
 *
 * @returns whether there was one
 */
export async function removeButtons(
  service: Service,
  open: Write,
  to: StartedProvider,
  actor: string,
): Promise<boolean> {
  // One that cannot be opened shows no button, and keeps no record from being deleted.
  const stored: SessionProviders | undefined = await storedDocument(
    service,
    open,
    "session_providers",
  ).catch(() => undefined);
  if (!stored || buttonsIn(service, stored, to).length === 0) return false;
  const left = mapEntries(stored, (entry) => (leadsTo(service, entry[1], to) ? [] : [entry]));
  await writeSetting(service, open, "session_providers", left, actor);
  const client = buttonClient(to.id);
  const isUsed = entriesOf(left).some(([, provider]) => oauth2Of(provider).client_id === client);
  if (!isUsed) await removeClient(open, client);
  return true;
}

async function removeClient(open: Write, id: string): Promise<void> {
  const table = configTable("oauth_clients");
  const gone = await open.tx.delete(table).where(eq(table.id, id)).returning({ id: table.id });
  if (gone.length === 0) return;
  await deleteConsentsOfClients(open.tx, [id]);
  open.touch("oauth_clients", id);
}
