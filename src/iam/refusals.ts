/** Refusals that all IAM records share, in the words clients know (auth-wire 1.2). */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";

/** What a record is called in messages; service accounts are called users, as clients expect (2.3). */
export type Noun = "user" | "role" | "permission" | "lmap";

/**
 * 404 `cannot get role`, `role with id X not found; not found`.
 * @param object what the operation is on, when that is not the record itself
 */
export const notFound = (noun: Noun, verb: string, key: string, object: string = noun) =>
  new AuthError("not_found", `cannot ${verb} ${object}`, {
    detail: message(`refusal.${noun}_gone`, { key }),
  });

/** 409 `cannot create role`, `role with name X already exists; conflict`. */
export const nameTaken = (
  noun: Exclude<Noun, "user">,
  verb: string,
  name: string,
  object: string = noun,
) =>
  new AuthError("conflict", `cannot ${verb} ${object}`, {
    detail: message(`refusal.${noun}_taken`, { name }),
  });
