/** What a password must be wherever one is set (E-1). */

/** bcrypt reads no more than this. */
export const MAXIMUM_PASSWORD_BYTES = 72;

const encoder = new TextEncoder();

/** Undefined when the password may be set; otherwise the reason in words. */
export function passwordProblem(password: string, minimum: number): string | undefined {
  if (password.includes("\0")) return "must not contain NUL";
  if ([...password].length < minimum) return `must be at least ${minimum} characters`;
  if (encoder.encode(password).length > MAXIMUM_PASSWORD_BYTES) {
    return `must be at most ${MAXIMUM_PASSWORD_BYTES} bytes`;
  }
  return undefined;
}
