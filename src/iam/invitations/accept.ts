/** An invitation becomes an account, once, and never takes one over (ADR 0086; E-7, T-8). */
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import { ulid } from "../../std/ulid.ts";
import { mutate } from "../../store/mutate.ts";
import { insertPasskey, type ProvenPasskey } from "../passkeys/register.ts";
import { insertPrincipal } from "../principals/principals.ts";
import { takeInvitation } from "./invitations.ts";

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

/**
 * Makes the account of the invitation in the write that uses it up. Undefined for a code that is not open. Throws
 * `conflict` when the address names a principal or a client by now: that one stays as it is, and nothing is written.
 */
export async function makeInvited(
  service: Service,
  { code, name, password_hash: password, passkey }: Acceptance,
): Promise<Accepted | undefined> {
  const id = passkey?.user_id ?? ulid(service.runtime.clock.now(), service.runtime.random);
  const change = { topic: "users", action: "create", entity: id, actor: WRITER } as const;
  const target = { id, actor: WRITER, message: "cannot create user" };
  try {
    const { result } = await mutate(service.store, change, async (open) => {
      const invitation = await takeInvitation(open, code, id);
      if (!invitation) return undefined;
      const { address, client_id, redirect_uri, role_ids } = invitation;
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
      return { user_id: id, address, client_id, redirect_uri };
    });
    return result;
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "conflict") throw cause;
    throw new AuthError("conflict", sentence("refusal.account_exists"), { cause });
  }
}
