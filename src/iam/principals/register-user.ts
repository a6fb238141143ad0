/** A person who signs up becomes a local user (specification, States; auth-wire 5.16; E-7). */
import type { Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import { ulid } from "../../std/ulid.ts";
import { mutate } from "../../store/mutate.ts";
import { insertPrincipal } from "./principals.ts";

/** Writer of the record and of its event (auth-wire 1.5). */
const WRITER = "signup";

export interface Registration {
  /** An address that was checked: the alias. */
  readonly email: string;
  readonly name: string;
  /** As `storeHash` makes it. */
  readonly password_hash: string;
  /** The code of a mail to the address has come back. */
  readonly email_verified?: boolean;
}

/**
 * Creates exactly one user with `signup.default_role_ids`, and returns its id. Throws `conflict` when the
 * address names a user, a service account or a client already, which stays as it is.
 */
export async function registerUser(
  { service, store }: Writer,
  registration: Registration,
): Promise<string> {
  const { email, name, password_hash: password, email_verified } = registration;
  const { settings, roles } = service.snapshots.current;
  const id = ulid(service.runtime.clock.now(), service.runtime.random);
  const change = { topic: "users", action: "create", entity: id, actor: WRITER } as const;
  const body = {
    alias: [email],
    local: true,
    is_active: true,
    details: { email, name, password, ...(email_verified && { email_verified }) },
    // What does not exist any more must not keep people from signing up.
    role_ids: settings.signup.default_role_ids.filter((role) => roles.has(role)),
    sync_role_ids: [],
    permission_ids: [],
    tmp_role_ids: [],
    tmp_permission_ids: [],
    description: "",
  };
  const target = { id, actor: WRITER, message: "cannot create user" };
  try {
    await mutate(store, change, (open) => insertPrincipal(service, open, "user", body, target));
  } catch (cause) {
    if (!(cause instanceof AuthError) || cause.code !== "conflict") throw cause;
    throw new AuthError("conflict", sentence("refusal.account_exists"), { cause });
  }
  return id;
}
