/** The document that a PUT replaces, read inside the write so that two writers cannot lose a secret. */
import type { Service } from "../call.ts";
import type { SealedPlace } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";

/**
 * Opens what is stored. A document that does not decrypt has no secrets to keep, and an administrator
 * who writes a new one repairs the record (C-3: never silently, so it is logged).
 */
export async function openStored(
  service: Service,
  place: SealedPlace,
  envelope: string | undefined,
): Promise<unknown> {
  if (envelope === undefined) return undefined;
  try {
    return JSON.parse(await service.store.box.open(place, envelope));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { table, row } = place;
    service.runtime.log.warn("an unreadable record is replaced", { table, id: row });
    return undefined;
  }
}
