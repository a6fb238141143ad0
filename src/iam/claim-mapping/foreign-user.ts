/** Making a user of a person who is known elsewhere: not local, without a password (auth-wire 5.11, step 4). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { messageAt, message as sentence } from "../../messages/message.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { isPlainName } from "../../std/canonical-alias.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { alias as aliasRule, principalBody } from "../principals/principal-schema.ts";
import { insertPrincipal } from "../principals/principals.ts";
import { withoutGoneRoles } from "../roles/known-ids.ts";

export interface ForeignUser {
  /** Names that are free; the first one is shown. */
  readonly alias: readonly string[];
  readonly details: Details;
  readonly sync_role_ids: readonly string[];
}

/** Whether a name from elsewhere may become an alias: as it is seen, and of the form that aliases have (I-1). */
export const mayBeAlias = (name: string): boolean =>
  isPlainName(name) && aliasRule.safeParse(name).success;

/**
 * Inserts an enabled user inside an open write; answers the id. Throws `conflict` when an alias is taken, and
 * `invalid_request` for one that cannot be an alias.
 * @param provider kind and id of the record whose person it is
 */
export async function insertForeignUser(
  service: Service,
  open: Write,
  { alias, details, sync_role_ids }: ForeignUser,
  provider: string,
): Promise<string> {
  const message = "cannot create user";
  if (alias.length === 0 || !alias.every(mayBeAlias)) {
    throw new AuthError("invalid_request", message, {
      detail: messageAt("alias", sentence("fault.no_alias")),
    });
  }
  const id = ulid(service.runtime.clock.now(), service.runtime.random);
  const body = principalBody.parse({
    alias: [...alias],
    details,
    sync_role_ids: await withoutGoneRoles(open, sync_role_ids),
    local: false,
  });
  const target = { id, actor: provider, message, source: provider };
  await insertPrincipal(service, open, "user", body, target);
  return id;
}
