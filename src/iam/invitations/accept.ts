/** An invitation becomes an account, or opens the one that it was made for, once, and never takes one over (ADR 0086, 0115; E-7, T-8). */
import { eq } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { insertPasskey, type ProvenPasskey } from "../passkeys/register.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { withOwnPassword } from "../principals/details.ts";
import { insertPrincipal } from "../principals/principals.ts";
import { withProof } from "../principals/proven-address.ts";
import { takeInvitation } from "./invitations.ts";
import { readInvitedAccount } from "./ways-of-people.ts";

/** Writer of the record and of its event (auth-wire 1.5). */
const WRITER = "invitation";

export interface Acceptance {
  /** Of the link. */
  readonly code: string;
  readonly name: string;
  /** As `storeHash` makes it; absent for an account that begins with a passkey. */
  readonly password_hash?: string;
  readonly passkey?: ProvenPasskey;
}

export interface Accepted {
  readonly user_id: string;
  /** The alias. */
  readonly address: string;
  readonly client_id: string;
  readonly redirect_uri: string;
}

/** Nothing opens the account yet: the invited person begins with the password or the passkey. False where that is not so by now. */
async function openAccount(
  service: Service,
  open: Write,
  id: string,
  address: string,
  { password_hash, passkey }: Acceptance,
): Promise<boolean> {
  const account = await readInvitedAccount(service, open.tx, id, address);
  if (account.state !== "openable") return false;
  const { details } = account.invitee;
  const begun = password_hash ? withOwnPassword(details, password_hash) : { ...details };
  const written = JSON.stringify(withProof(begun, address));
  open.touch("users", id);
  await endSessions(service, open, id);
  await open.tx
    .update(users)
    .set({
      details_encrypted: await service.store.box.seal(detailsPlace(id), written),
      updated_at: open.now,
      updated_by: WRITER,
    })
    .where(eq(users.id, id));
  if (passkey) await insertPasskey(open, passkey);
  return true;
}

const accountThere = (cause?: unknown) =>
  new AuthError("conflict", sentence("refusal.account_exists"), { cause });

/**
 * Makes the account of the invitation in the write that uses it up, or opens the one that it was made for. Undefined for a
 * code that is not open. Throws `conflict` when the address names another principal or a client by now, or the account has a
 * way in: it stays as it is, and nothing is written.
 */
export async function makeInvited(
  { service, store }: Writer,
  acceptance: Acceptance,
): Promise<Accepted | undefined> {
  const { code, name, password_hash: password, passkey } = acceptance;
  const id = passkey?.user_id ?? ulid(service.runtime.clock.now(), service.runtime.random);
  const target = { id, actor: WRITER, message: "cannot create user" };
  const changesOf = (accepted: (Accepted & { readonly isNew: boolean }) | undefined) => {
    const { user_id: entity = id, isNew = true } = accepted ?? {};
    return { topic: "users", action: isNew ? "create" : "update", entity, actor: WRITER } as const;
  };
  try {
    const { result } = await mutate(store, changesOf, async (open) => {
      const invitation = await takeInvitation(open, code, id);
      if (!invitation) return undefined;
      const { address, client_id, redirect_uri, role_ids, user_id } = invitation;
      if (user_id !== null) {
        const isOwn = passkey === undefined || passkey.user_id === user_id;
        if (!isOwn || !(await openAccount(service, open, user_id, address, acceptance))) {
          throw accountThere();
        }
        return { user_id, address, client_id, redirect_uri, isNew: false };
      }
      const { roles } = service.snapshots.current;
      await insertPrincipal(
        service,
        open,
        "user",
        {
          alias: [address],
          local: true,
          is_active: true,
          // The mail has come back: the mailbox is theirs.
          details: { email: address, name, ...(password && { password }), email_verified: true },
          // What was deleted since must not keep the person from coming.
          role_ids: role_ids.filter((role) => roles.has(role)),
          ...{ sync_role_ids: [], permission_ids: [] },
          ...{ tmp_role_ids: [], tmp_permission_ids: [], description: "" },
        },
        target,
      );
      if (passkey) await insertPasskey(open, passkey);
      return { user_id: id, address, client_id, redirect_uri, isNew: true };
    });
    return result;
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "conflict") throw cause;
    throw accountThere(cause);
  }
}
