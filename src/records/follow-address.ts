/**
 * The clients of the login page follow the address of the service: a sign-in by a button comes back to `oauth2.base_url`,
 * so its client is registered there (ADR 0093).
 */
import type { Service, Writer } from "../call.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { parseSetting } from "../settings/index.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import type { WritableStore } from "../store/store.ts";
import { storedRecord, writeConfig } from "./config-records.ts";
import { entriesOf, type SessionProviders } from "./login-buttons.ts";
import { storedDocument } from "./settings.ts";

/** Keys of the session providers of each client that is used in this process. */
function keysByClient(document: SessionProviders): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [key, { auth_middleware, oauth2 }] of entriesOf(document)) {
    const { client_id } = (oauth2 ?? {}) as { client_id?: unknown };
    if (!auth_middleware || typeof client_id !== "string") continue;
    keys.set(client_id, [...(keys.get(client_id) ?? []), key]);
  }
  return keys;
}

/** The path before the key is a matter of the configuration (`login.path`). */
const isCallback = ({ pathname }: URL, key: string): boolean =>
  pathname.endsWith(new URL(`http://localhost/${key}`).pathname);

/** The targets with the callbacks at the new address; those at the address from before go. */
function moved(
  uris: readonly string[],
  keys: readonly string[],
  from: string | undefined,
  to: string,
): string[] {
  const targets = uris.flatMap((uri) => {
    const url = URL.parse(uri);
    if (!url || !keys.some((key) => isCallback(url, key))) return [uri];
    const there = `${to}${url.pathname}${url.search}`;
    return url.origin === from ? [there] : [uri, there];
  });
  return [...new Set(targets)];
}

/** Inside a write that is open. A record that cannot be opened stays as it is: an administrator has to look at it anyway. */
async function follow(service: Service, open: Write, from: string | undefined, to: string) {
  const document = await storedDocument(service, open, "session_providers").catch(() => undefined);
  for (const [id, keys] of keysByClient(document ?? {})) {
    const record = await storedRecord(service, open, "oauth_clients", id).catch(() => undefined);
    const { redirect_uris: uris = [] }: { redirect_uris?: string[] } = record?.config ?? {};
    if (!record) continue;
    const redirect_uris = moved(uris, keys, from, to);
    if (redirect_uris.join(" ") === uris.join(" ")) continue;
    const client = { id, enabled: record.enabled, config: { ...record.config, redirect_uris } };
    await writeConfig(service, open, "oauth_clients", client, "system");
  }
}

/** Looks at every write before it is committed, so whatever writes the address moves the clients along. */
export function followAddress(serviceOf: () => Service): WritableStore["beforeCommit"] {
  return async (open, _changes, touched) => {
    if (!touched.get("settings")?.has("oauth2")) return;
    const service = serviceOf();
    const stored = await storedDocument(service, open, "oauth2");
    const parsed = parseSetting("oauth2", stored ?? {});
    if (!parsed.ok) return;
    const to = configuredOrigin({ settings: { oauth2: parsed.value } }, service.options);
    const from = originBefore(service);
    if (to !== undefined && to !== from) await follow(service, open, from, to);
  };
}

function originBefore({ snapshots, options }: Service): string | undefined {
  try {
    return configuredOrigin(snapshots.current, options);
  } catch {
    return undefined;
  }
}

/** The same for an address in the configuration of the process, which no write tells of. */
export async function followConfigured({ service, store }: Writer): Promise<void> {
  const { base_url: to } = service.options.oauth2;
  if (to === "") return;
  const entity = "login";
  const change = { topic: "oauth_clients", action: "upsert", entity, actor: "system" } as const;
  await mutate(store, change, (open) => follow(service, open, undefined, to));
}
