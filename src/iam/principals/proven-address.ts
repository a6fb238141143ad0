/** `email_verified`: the mailbox of `details.email` was proven, and that of no other address (decision E-9). */
import { eq } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import type { Details, PrincipalRecord } from "../../snapshot/snapshot.ts";
import { equalExceptCase } from "../../std/canonical-alias.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";

/** Forms write the switch as a text. */
const isMarked = ({ email_verified: mark }: Details): boolean => mark === true || mark === "true";

const isAddressOf = ({ email }: Details, address: unknown): boolean =>
  typeof email === "string" && typeof address === "string" && equalExceptCase(email, address);

/** Whether a token may say that the address is proven. */
export const hasProvenAddress = (details: Details): boolean =>
  isMarked(details) && typeof details.email === "string" && details.email !== "";

/**
 * The mark goes with its address: it stays where a write leaves it out, and is gone where the address is another,
 * also when what was read is written back with another address.
 */
export function withMarkOfAddress(written: Details, stored: Details): Details {
  if (!isMarked(stored)) return written;
  if (isAddressOf(written, stored.email)) {
    return written.email_verified === undefined ? { ...written, email_verified: true } : written;
  }
  const { email_verified: _ofTheOther, ...rest } = written;
  return rest;
}

/** The same details with the mark, when the address that was proven is theirs. */
export const withProof = (details: Details, address: string): Details =>
  isAddressOf(details, address) ? { ...details, email_verified: true } : details;

/**
 * Notes that the person of this record has just proven a mailbox. Only an address that is their `email` counts. A
 * sign-in does not fail for it: what could not be written is noted the next time.
 * @returns the record as it is then
 */
export async function noteProvenAddress(
  { service, store }: Writer,
  principal: PrincipalRecord,
  address: string,
  actor: string,
): Promise<PrincipalRecord> {
  const { id } = principal;
  const details = await principal.details.read();
  if (!details || isMarked(details) || !isAddressOf(details, address)) return principal;
  const { snapshots, runtime } = service;
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  try {
    await mutate(store, change, async (open) => {
      const [row] = await open.tx.select().from(users).where(eq(users.id, id));
      if (!row) return;
      const place = detailsPlace(id);
      const stored: Details = JSON.parse(await store.box.open(place, row.details_encrypted));
      const written = JSON.stringify(withProof(stored, address));
      open.touch("users", id);
      await open.tx
        .update(users)
        .set({
          details_encrypted: await store.box.seal(place, written),
          updated_at: open.now,
          updated_by: actor,
        })
        .where(eq(users.id, id));
    });
  } catch (error) {
    runtime.log.warn("a proven address was not noted", { principal: id, error });
  }
  return snapshots.current.principals.get(id) ?? principal;
}
