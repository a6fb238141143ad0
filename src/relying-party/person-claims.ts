/** Claims of one person from several answers of a provider. */
import type { JsonObject } from "../std/json-object.ts";

/**
 * The answers together; a later one wins. An address keeps the word of its own source: `email_verified` of
 * another answer says nothing about it (W6).
 */
export function personClaims(...answers: readonly JsonObject[]): JsonObject {
  const source = answers.findLast((answer) => Object.hasOwn(answer, "email")) ?? {};
  const { email: _e, email_verified: _v, ...rest } = Object.assign({}, ...answers) as JsonObject;
  return {
    ...rest,
    ...(source.email !== undefined && { email: source.email }),
    ...(source.email_verified !== undefined && { email_verified: source.email_verified }),
  };
}
