/** What a password must be wherever one is set (E-1), and in which form it is hashed and compared (RFC 8265 §4.2). */
import { type Message, message } from "../../messages/message.ts";
import type { Argon2Cost, PasswordHasher } from "../../runtime.ts";
import { normalForm } from "../../std/normal-form.ts";
import { passwordHashForm } from "../../std/password-hash-form.ts";
import { composed, MAX_PASSWORD_BYTES, passwordBytes } from "../../std/password-rules.ts";

const fits = (form: string): boolean =>
  !form.includes("\0") && passwordBytes(form) <= MAX_PASSWORD_BYTES;

/** Undefined when the password may be set; otherwise the reason in words. */
export function passwordProblem(password: string, minimum: number): Message | undefined {
  const scheme = passwordHashForm(password);
  if (scheme !== undefined) {
    return message("fault.password.hash", { scheme });
  }
  const form = composed(password);
  if (form.includes("\0")) return message("fault.password.nul");
  if ([...form].length < minimum) return message("fault.password.short", { least: minimum });
  if (!fits(form)) return message("fault.password.long", { most: MAX_PASSWORD_BYTES });
  return undefined;
}

/**
 * Hashes a password that may be set.
 * @param argon2 by argon2id in the place of bcrypt
 */
export const hashPassword = (
  hasher: Pick<PasswordHasher, "hash">,
  password: string,
  argon2?: Argon2Cost,
): Promise<string> => hasher.hash(composed(password), argon2);

/** As it was typed, and in both normal forms, as far as they differ: what was stored before is one of them. */
function formsOf(password: string): readonly string[] {
  if (passwordHashForm(password) !== undefined) return [];
  const forms = [password, composed(password), normalForm(password, "NFD")];
  return [...new Set(forms)].filter(fits);
}

/** Whether this can be a password at all: of a text that cannot, nothing is compared, no matter for whom. */
export const isPlausible = (password: string): boolean => formsOf(password).length > 0;

export interface Compared {
  readonly matches: boolean;
  /** It is not hashed in the form in which new ones are. */
  readonly outdated: boolean;
}

/**
 * Compares a password with a hash, in each of its forms. How often depends on what was typed alone, so that it tells
 * nothing of the account; a match ends it early when `final` says that the caller accepts it.
 */
export async function comparePassword(
  hasher: Pick<PasswordHasher, "verify">,
  password: string,
  hash: string,
  final: boolean,
): Promise<Compared> {
  let matched: string | undefined;
  for (const form of formsOf(password)) {
    if (await hasher.verify(form, hash)) matched ??= form;
    if (matched !== undefined && final) break;
  }
  return {
    matches: matched !== undefined,
    outdated: matched !== undefined && matched !== composed(password),
  };
}
