/** Rows of clients that registered themselves (RFC 7591, RFC 7592; G-3, G-4). */
import { and, count, eq, inArray, like } from "drizzle-orm";
import type { Service, Writer } from "../call.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { parseConfig } from "../settings/records/config-records.ts";
import type { OAuthClientConfig } from "../settings/records/oauth-client.ts";
import { configTable } from "../snapshot/parts/config-records.ts";
import { reachable } from "../store/availability.ts";
import type { Queryable, Write } from "../store/change.ts";
import { deleteConsentsOfClients } from "../store/consents.ts";
import { mutate } from "../store/mutate.ts";
import { newClient, storedConfig, writeConfig } from "./config-records.ts";

/** Ids that no administrator chose; what has it counts as registered. */
export const REGISTERED_PREFIX = "dcr-";

const KIND = "oauth_clients";
/** Who writes without an administrator, in `updated_by` and in events. */
const ACTOR = "registration";
/** Expired clients that one write removes. */
const PRUNE_AT_ONCE = 500;

type Document = Readonly<Record<string, unknown>>;

const table = configTable(KIND);
const isRegistered = like(table.id, `${REGISTERED_PREFIX}%`);

async function countRegistered(db: Queryable): Promise<number> {
  const [found] = await db.select({ clients: count() }).from(table).where(isRegistered);
  return found?.clients ?? 0;
}

const full = () =>
  new AuthError("invalid_client_metadata", "too many registered clients", { status: 429 });

/** Whether its lifetime has ended; `now` in milliseconds since the epoch (P-5). */
export const hasExpired = (
  { client_secret_expires_at: end }: Pick<OAuthClientConfig, "client_secret_expires_at">,
  now: number,
): boolean => end > 0 && end * 1000 <= now;

/** Removes clients whose lifetime has ended; answers how many. Safe while other instances do it too. */
export async function pruneRegistered({ service, store }: Writer): Promise<number> {
  const at = service.runtime.clock.now();
  const ended = [...service.snapshots.current.oauth_clients.values()]
    .filter(({ id, config }) => id.startsWith(REGISTERED_PREFIX) && config?.dynamic)
    .filter(({ config }) => config && hasExpired(config, at))
    .map(({ id }) => id)
    .slice(0, PRUNE_AT_ONCE);
  if (ended.length === 0) return 0;
  const change = (gone: readonly string[]) => {
    const entity = gone.length === 1 ? (gone[0] ?? "") : `${gone.length} expired clients`;
    return { topic: KIND, action: "delete", entity, actor: ACTOR } as const;
  };
  const { result } = await mutate(store, change, async (open) => {
    const gone: string[] = [];
    // The row decides: an administrator may have given it more time meanwhile.
    for (const id of ended) {
      const config = await storedConfig(service, open, KIND, id);
      if (config && hasExpired({ client_secret_expires_at: 0, ...config }, at)) gone.push(id);
    }
    if (gone.length > 0) await open.tx.delete(table).where(inArray(table.id, gone));
    await deleteConsentsOfClients(open.tx, gone);
    open.touch(KIND, ...gone);
    return gone;
  });
  return result.length;
}

/**
 * Stores a new client while there are fewer than `most`: exact over all instances, because writes take
 * turns. A full list is refused before a write is begun, so that it keeps no writer waiting.
 * @param alongside what has to happen in the same write
 */
export async function addRegistered(
  writer: Writer,
  client: { readonly id: string; readonly config: Document },
  most: number,
  alongside: (open: Write) => Promise<void>,
): Promise<void> {
  const { service, store } = writer;
  const registeredNow = () => reachable(() => countRegistered(store.db));
  if ((await registeredNow()) >= most && (await pruneRegistered(writer)) === 0) throw full();
  const change = { topic: KIND, action: "create", entity: client.id, actor: ACTOR } as const;
  await mutate(store, change, async (open) => {
    if ((await countRegistered(open.tx)) >= most) throw full();
    await alongside(open);
    await newClient(service, open, client.id, client.config, ACTOR);
  });
}

/** The config of a client that this token manages, as it is now. Throws `invalid_token` (G-3). */
async function owned(service: Service, open: Write, id: string, tokenHash: string) {
  const [row] = await open.tx
    .select({ enabled: table.enabled })
    .from(table)
    .where(and(eq(table.id, id), isRegistered));
  const config: Document | undefined = row?.enabled
    ? await storedConfig(service, open, KIND, id)
    : undefined;
  const expected = typeof config?.registration_token === "string" ? config.registration_token : "";
  if (!config?.dynamic || expected === "" || !equalConstantTime(tokenHash, expected)) {
    throw new AuthError("invalid_token", "registration access token invalid");
  }
  return config;
}

/** Replaces what `next` answers, in the name of the client; an administrator's members stay. */
export async function changeRegistered(
  { service, store }: Writer,
  id: string,
  tokenHash: string,
  next: (config: Document) => Document,
): Promise<Document> {
  const change = { topic: KIND, action: "update", entity: id, actor: id } as const;
  const { result } = await mutate(store, change, async (open) => {
    const config = next(await owned(service, open, id, tokenHash));
    const parsed = parseConfig(KIND, config);
    if (!parsed.ok) {
      throw new AuthError("invalid_client_metadata", parsed.detail);
    }
    await writeConfig(service, open, KIND, { id, enabled: true, config }, id);
    return config;
  });
  return result;
}

/** Deletes the client: from then on its secret, codes and tokens are none (K-10). */
export async function removeRegistered(
  { service, store }: Writer,
  id: string,
  tokenHash: string,
): Promise<void> {
  const change = { topic: KIND, action: "delete", entity: id, actor: id } as const;
  await mutate(store, change, async (open) => {
    await owned(service, open, id, tokenHash);
    await open.tx.delete(table).where(eq(table.id, id));
    await deleteConsentsOfClients(open.tx, [id]);
    open.touch(KIND, id);
  });
}
