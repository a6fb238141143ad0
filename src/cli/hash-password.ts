/** `postern hash-password`: a bcrypt hash that `details.password` takes as it is (E-1). */
import { StartError } from "../errors.ts";
import { hashPassword as hashForm, passwordProblem } from "../iam/passwords/password-rule.ts";
import type { PasswordHasher } from "../runtime.ts";

const MIN_PASSWORD_LENGTH = 8;

/** Hashes a password that meets E-1; throws a `StartError` that never repeats it. */
export async function hashPassword(
  password: string,
  openHasher: () => Promise<PasswordHasher>,
): Promise<string> {
  const fault = passwordFault(password);
  if (fault !== undefined) throw new StartError(fault);
  const hasher = await openHasher();
  try {
    return await hashForm(hasher, password);
  } finally {
    await hasher.close?.();
  }
}

/** What is wrong with a new password; undefined when nothing is. */
export function passwordFault(password: string): string | undefined {
  const problem = passwordProblem(password, MIN_PASSWORD_LENGTH);
  if (problem !== undefined) return `a password ${problem.text}`;
  return /[\r\n]/.test(password) ? "a password is one line" : undefined;
}
