/** `postern hash-password`: the stored form of a password, for records written by hand (E-1). */
import { StartError } from "../errors.ts";
import type { PasswordHasher } from "../runtime.ts";

/** Hashes a password that meets E-1; throws a `StartError` that never repeats it. */
export async function hashPassword(
  password: string,
  openHasher: () => Promise<PasswordHasher>,
): Promise<string> {
  const fault = passwordFault(password);
  if (fault !== undefined) throw new StartError(fault);
  const hasher = await openHasher();
  try {
    return await hasher.hash(password);
  } finally {
    await hasher.close?.();
  }
}

/** E-1: what is wrong with a password that somebody sets; undefined when nothing is. */
export function passwordFault(password: string): string | undefined {
  if (Array.from(password).length < 8) return "a password has at least 8 characters";
  // bcrypt does not look beyond: two passwords that differ only there would be the same.
  if (new TextEncoder().encode(password).length > 72) {
    return "a password has at most 72 bytes of UTF-8";
  }
  if (password.includes("\0")) return "a password cannot hold a NUL character";
  return /[\r\n]/.test(password) ? "a password is one line" : undefined;
}
