/** Checking a local password: one answer and one cost for every failure (O22, E-1, W13). */
import type { Call } from "../call.ts";
import { AuthError, withFacts } from "../errors.ts";
import { countedPassword } from "../iam/passwords/attempts.ts";
import { MAXIMUM_PASSWORD_BYTES } from "../iam/passwords/password-rule.ts";
import { storedHash } from "../iam/principals/details.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { costOf, renewHash } from "./renew-hash.ts";

const encoder = new TextEncoder();

/** A hash of an unknown password: verified when there is no account, so that both cases take equally long. */
const nobody = (cost: number) =>
  `$2b$${String(cost).padStart(2, "0")}$CwTycUXWue0Thq9StjUM0uJ8P0yoO2rM6iS7mZrbRFRLcZdsnWjbW`;

const mismatch = () => new AuthError("invalid_grant", "password not match");

/**
 * The enabled local user with this alias and password. Throws `invalid_grant` with one text for unknown
 * user, wrong password, a disabled account and one without password (B-11), `too_many_requests` when it
 * was tried too often (E-2), and `unavailable` when it waited too long for its turn.
 */
export async function authenticatePassword(
  call: Call,
  alias: string,
  password: string,
): Promise<PrincipalRecord> {
  // The same answer for every request, so it reveals nothing about an account (4d); nothing is counted.
  if (call.snapshot.settings.password.local_disabled) {
    throw new AuthError("invalid_grant", "local password login is disabled");
  }
  const principal = principalByAlias(call.snapshot, alias);
  const account = principal?.id ?? canonicalAlias(alias);
  try {
    return await countedPassword(call, account, () => verifyPassword(call, alias, password));
  } catch (error) {
    // People type passwords into the wrong field: only a name that exists goes to the log.
    throw withFacts(error, { account: principal?.alias[0] ?? "unknown" });
  }
}

async function verifyPassword(
  call: Call,
  alias: string,
  password: string,
): Promise<PrincipalRecord> {
  if (password.includes("\0") || encoder.encode(password).length > MAXIMUM_PASSWORD_BYTES) {
    throw mismatch();
  }
  const principal = principalByAlias(call.snapshot, alias);
  const mayLogIn = principal?.local && !principal.service_account;
  const hash = mayLogIn ? storedHash((await principal.details.read())?.password) : undefined;
  const { passwords } = call.service.runtime;
  const none = nobody(passwords.cost);
  const matches = await passwords.verify(password, hash ?? none);
  if (!principal || !hash || !matches || principal.disabled) {
    // An imported hash with a lower cost would reveal that the account exists.
    if (hash && costOf(hash) < passwords.cost) await passwords.verify(password, none);
    throw mismatch();
  }
  if (costOf(hash) !== passwords.cost) void renewHash(call, principal.id, password, hash);
  return principal;
}
