/** Checking a password, local or at the directory: one answer for every failure (O22, E-1, W13). */

import type { Call, Service } from "../call.ts";
import { activeDirectory, type Directory } from "../directory/active.ts";
import { atDirectory, signInAtDirectory } from "../directory/sign-in.ts";
import { AuthError, withFacts } from "../errors.ts";
import { countedAttempt } from "../iam/attempts.ts";
import { countedPassword } from "../iam/passwords/attempts.ts";
import { isCurrentHash, spendRest } from "../iam/passwords/new-hash.ts";
import { comparePassword, isPlausible } from "../iam/passwords/password-rule.ts";
import { storedHash } from "../iam/principals/details.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import { message } from "../messages/message.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { renewHash } from "./renew-hash.ts";

const encoder = new TextEncoder();
/** Bytes; directories know passwords that are longer than those that bcrypt reads. */
const MAX_DIRECTORY_LENGTH = 1_024;

const mismatch = () => new AuthError("invalid_grant", message("refusal.password_mismatch"));
const localDisabled = () => new AuthError("invalid_grant", message("refusal.local_passwords_off"));

/** Local users and service accounts, which no directory is ever asked about (D-6). */
const isOwn = (principal: PrincipalRecord | undefined): boolean =>
  principal !== undefined && (principal.local || principal.service_account);

/** The directory that may be asked about passwords. */
const directoryFor = ({ service, snapshot }: Call): Directory | undefined =>
  snapshot.settings.password.ldap_disabled ? undefined : activeDirectory(service);

/** Whether anyone can sign in with a password at all. */
export function takesPasswords(service: Service): boolean {
  const { disabled, local_disabled, ldap_disabled } = service.snapshots.current.settings.password;
  if (disabled) return false;
  return !local_disabled || (!ldap_disabled && activeDirectory(service) !== undefined);
}

/**
 * The enabled user with this alias and password: local ones by their hash, others and unknown ones by the
 * directory, which makes unknown ones users. Throws `invalid_grant` with one text for unknown user, wrong
 * password, a disabled account and one without password (B-11), `too_many_requests` when it was tried too
 * often (E-2), and `unavailable` when it waited too long for its turn, or for
 * a name that only a directory which does not answer could know.
 */
export async function authenticatePassword(
  call: Call,
  alias: string,
  password: string,
): Promise<PrincipalRecord> {
  const { local_disabled, ldap_register_disabled } = call.snapshot.settings.password;
  const directory = directoryFor(call);
  // The same answer for every request, so it reveals nothing about an account (4d); nothing is counted.
  if (local_disabled && !directory) throw localDisabled();
  const refusal = local_disabled ? localDisabled : mismatch;
  const principal = principalByAlias(call.snapshot, alias);
  const account = principal?.id ?? canonicalAlias(alias);
  const mayAsk = principal ? !isOwn(principal) : !ldap_register_disabled;
  try {
    if (directory && mayAsk) {
      return await atDirectory(call, () =>
        countedAttempt(call, "password", account, () =>
          verifyAtDirectory(call, directory, { alias, password, principal, refusal }),
        ),
      );
    }
    return await countedPassword(call, account, () =>
      verifyPassword(call, { alias, password, refusal, allowed: !local_disabled }),
    );
  } catch (error) {
    // People type passwords into the wrong field: only a name that exists goes to the log.
    throw withFacts(error, { account: principal?.alias[0] ?? "unknown" });
  }
}

interface Tried {
  readonly alias: string;
  readonly password: string;
  readonly refusal: () => AuthError;
}

/** Hashing for nothing, so that a name which only the directory could have costs what a local one costs. */
const spendHash = (service: Service, password: string): Promise<void> =>
  spendRest(service, isPlausible(password) ? password : "", undefined);

async function verifyAtDirectory(
  call: Call,
  directory: Directory,
  { alias, password, principal, refusal }: Tried & { principal: PrincipalRecord | undefined },
): Promise<PrincipalRecord> {
  const { service } = call;
  const isText =
    !password.includes("\0") && encoder.encode(password).length <= MAX_DIRECTORY_LENGTH;
  const user = isText
    ? await signInAtDirectory(call, directory, alias, password, principal)
    : undefined;
  if (user && !user.disabled) return user;
  await spendHash(service, password);
  throw refusal();
}

async function verifyPassword(
  call: Call,
  { alias, password, refusal, allowed }: Tried & { allowed: boolean },
): Promise<PrincipalRecord> {
  if (!isPlausible(password)) throw refusal();
  const principal = principalByAlias(call.snapshot, alias);
  const mayLogIn = allowed && principal?.local && !principal.service_account;
  const hash = mayLogIn ? storedHash((await principal.details.read())?.password) : undefined;
  const { service } = call;
  const usable = principal !== undefined && hash !== undefined && !principal.disabled;
  const compared = hash
    ? await comparePassword(service.runtime.passwords, password, hash, usable)
    : undefined;
  if (!usable || !compared?.matches) {
    // A hash of another kind, or of a lower cost, would reveal that the account exists.
    await spendRest(service, password, hash);
    throw refusal();
  }
  if (!isCurrentHash(service, hash) || compared.outdated) {
    void renewHash(call, principal.id, password, hash);
  }
  return principal;
}
