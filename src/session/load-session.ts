/** From the cookie of a request to the record behind it, unverified (login-session-wire 2.12). */

import type { SessionEntry } from "../sessions/session-store.ts";
import { parseJson } from "../std/json-object.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { readCookies } from "../web/cookies.ts";
import type { SessionCore } from "./core.ts";
import { type Opened, type StoredSession, sessionRecord } from "./record.ts";
import type { SessionRequest } from "./session.ts";
import { carriesCookie, cookieNameOf } from "./session-cookie.ts";
import type { SessionIds } from "./session-id.ts";

/** More valid session cookies than this indicate cookie tossing. Values that we did not sign do not count. */
const MAX_SESSIONS = 5;

/** The record of a store's entry, parsed once per write; one that does not parse is none. */
function openRecord({ parsed }: SessionCore, entry: SessionEntry | undefined): Opened | undefined {
  if (!entry) return undefined;
  const cached = parsed.get(entry);
  if (cached) return { entry, record: cached };
  const read = sessionRecord.safeParse(parseJson(entry.value));
  if (!read.success) return undefined;
  parsed.set(entry, read.data);
  return { entry, record: read.data };
}

/** The present record of a key. Throws `unavailable` when the store cannot be reached. */
export function readRecord(core: SessionCore, key: string): Ready<Opened | undefined> {
  return proceed(core.backend.opened ?? core.backend.open(), ({ store }) =>
    proceed(store.read(key), (entry) => openRecord(core, entry)),
  );
}

/** The session that the cookie of a request names. Throws `unavailable` when the store is down. */
export function loadSession(
  core: SessionCore,
  incoming: SessionRequest,
): Ready<StoredSession | undefined> {
  const name = cookieNameOf(core, incoming);
  if (!carriesCookie(incoming, name)) return undefined;
  return proceed(core.backend.opened ?? core.backend.open(), ({ ids }) => {
    const values = readCookies(incoming.request, name);
    const [only] = values;
    if (only === undefined || values.length > 1) return loadOneOf(core, ids, name, values);
    const signed = ids.verify(name, only);
    if (!signed) return undefined;
    const { id, key } = signed;
    return proceed(readRecord(core, key), (opened) => opened && { ...opened, id, key });
  });
}

async function loadOneOf(
  core: SessionCore,
  ids: SessionIds,
  name: string,
  values: readonly string[],
): Promise<StoredSession | undefined> {
  const named = new Map<string, string>();
  for (const value of values) {
    const signed = ids.verify(name, value);
    if (signed) named.set(signed.key, signed.id);
    if (named.size > MAX_SESSIONS) return undefined;
  }
  let loaded: StoredSession | undefined;
  for (const [key, id] of named) {
    const opened = await readRecord(core, key);
    if (!opened) continue;
    // With two live sessions the browser's own is unknown: the other may have been planted.
    if (loaded) return undefined;
    loaded = { ...opened, id, key };
  }
  return loaded;
}
