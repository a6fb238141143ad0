/** The signing key of the `jwt` namespace: made once for a fleet, rotated on demand (auth-wire 6.11). */
import { eq } from "drizzle-orm";
import type { Service } from "../call.ts";
import { generatePrivateKey } from "../crypto/rsa.ts";
import { ulid } from "../std/ulid.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { settings } from "../store/tables.ts";
import { writeSetting } from "./settings.ts";

/** Written by the service itself (auth-wire 1.5). */
const SYSTEM = "system";

async function freshKey({ runtime }: Service) {
  const kid = `postern-${ulid(runtime.clock.now(), runtime.random)}`;
  return { kid, private_key: await generatePrivateKey() };
}

/**
 * Makes a key when none is stored. Several instances starting at once end with one: the transaction of writes
 * lets one in at a time, and the later ones find a key.
 */
export async function ensureSigningKey(service: Service): Promise<void> {
  if (service.snapshots.current.stored_settings.has("jwt")) return;
  const key = await freshKey(service);
  const change = { topic: "settings", action: "upsert", entity: "jwt", actor: SYSTEM } as const;
  await mutate(service.store, change, async (open) => {
    const stored = await open.tx
      .select({ namespace: settings.namespace })
      .from(settings)
      .where(eq(settings.namespace, "jwt"));
    if (stored.length === 0) await writeSetting(service, open, "jwt", key, SYSTEM);
  });
}

/** In the place of a key that an open write has deleted. */
export async function writeFreshKey(service: Service, open: Write): Promise<void> {
  await writeSetting(service, open, "jwt", await freshKey(service), SYSTEM);
}

/** A new key with a new `kid`; the old one is dropped and its tokens end with it (O10). */
export async function rotateSigningKey(service: Service, actor: string): Promise<string> {
  const key = await freshKey(service);
  const change = { topic: "settings", action: "rotate", entity: "jwt", actor } as const;
  await mutate(service.store, change, (open) => writeSetting(service, open, "jwt", key, actor));
  return key.kid;
}
