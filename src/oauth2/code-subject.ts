/** Whose code it is, for a user of this service: by id, with a token family that begins now (K-3, K-5). */
import type { Call } from "../call.ts";
import type { CodeSubject } from "../codes/authorization-code.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { newFamilyId } from "../tokens/family-id.ts";

/** @param more the sign-in that it belongs to, the provider that vouched, and whether the session is to be remembered */
export const codeSubject = (
  call: Call,
  user: PrincipalRecord,
  more: Pick<CodeSubject, "sign_in" | "provider" | "remember_me"> = {},
): CodeSubject => ({
  alias: user.alias[0] ?? "",
  user_id: user.id,
  sid: newFamilyId(call),
  ...more,
});
