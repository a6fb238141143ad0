/**
 * A button of the login page for a provider elsewhere: the session provider whose `auth_url` starts the sign-in there, and a
 * client of its own. Both are made, kept and removed as one thing (ADR 0091).
 */
import { eq } from "drizzle-orm";
import type { Service } from "../call.ts";
import type { ConfigKind } from "../settings/records/config-records.ts";
import { configTable } from "../snapshot/parts/config-records.ts";
import type { Write } from "../store/change.ts";
import { deleteConsentsOfClients } from "../store/consents.ts";
import { storedDocument, writeSetting } from "./settings.ts";

/** Kinds of records that a button can lead to. */
export type ButtonKind = Extract<ConfigKind, "oauth_providers" | "saml_providers">;

type Document = Readonly<Record<string, unknown>>;
type Providers = Readonly<Record<string, Document>>;

interface SessionProviders extends Document {
  readonly providers?: Providers;
  readonly groups?: Readonly<Record<string, Document & { readonly providers?: Providers }>>;
}

/** Where the sign-in at the provider of a record starts, as a session provider names it. */
export function startOf({ options }: Service, kind: ButtonKind, id: string): string {
  const segment = encodeURIComponent(id);
  const { prefix_path: prefix } = options;
  return kind === "oauth_providers"
    ? `${prefix}/oauth2/auth/${segment}`
    : `${prefix}/saml/${segment}/login`;
}

/** The client that is made with a button; it goes with it. */
export const buttonClient = (id: string): string => `login-${id}`;

const oauth2Of = ({ oauth2 }: Document) => (oauth2 ?? {}) as Document;

/** Whether a session provider leads to a start: parameters of the address are the administrator's. */
const leadsTo = (provider: Document, start: string): boolean =>
  String(oauth2Of(provider).auth_url ?? "").split("?")[0] === start;

const without = (providers: Providers | undefined, start: string): Providers =>
  Object.fromEntries(
    Object.entries(providers ?? {}).filter(([, provider]) => !leadsTo(provider, start)),
  );

/** Every session provider of the document, those of groups too. */
const allOf = ({ providers, groups }: SessionProviders): [string, Document][] => [
  ...Object.entries(providers ?? {}),
  ...Object.values(groups ?? {}).flatMap((group) => Object.entries(group.providers ?? {})),
];

/** Keys, names and clients of the buttons that lead to a record. */
export const buttonsIn = (document: Document, start: string) =>
  allOf(document)
    .filter(([, provider]) => leadsTo(provider, start))
    .map(([key, provider]) => ({
      key,
      name: String(provider.name ?? ""),
      client_id: String(oauth2Of(provider).client_id ?? ""),
    }));

/**
 * Takes every button that leads to a record from the login page, inside a write that is open. The client that was made
 * with it goes too, unless another session provider uses it.
 *
 * @returns whether there was one
 */
export async function removeButtons(
  service: Service,
  open: Write,
  kind: ButtonKind,
  id: string,
  actor: string,
): Promise<boolean> {
  // One that cannot be opened shows no button, and keeps no record from being deleted.
  const stored: SessionProviders | undefined = await storedDocument(
    service,
    open,
    "session_providers",
  ).catch(() => undefined);
  const start = startOf(service, kind, id);
  if (!stored || buttonsIn(stored, start).length === 0) return false;
  const { providers, groups } = stored;
  const left: SessionProviders = {
    ...stored,
    ...(providers && { providers: without(providers, start) }),
    ...(groups && {
      groups: Object.fromEntries(
        Object.entries(groups).map(([name, group]) => [
          name,
          group.providers ? { ...group, providers: without(group.providers, start) } : group,
        ]),
      ),
    }),
  };
  await writeSetting(service, open, "session_providers", left, actor);
  const client = buttonClient(id);
  const isUsed = allOf(left).some(([, provider]) => oauth2Of(provider).client_id === client);
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
