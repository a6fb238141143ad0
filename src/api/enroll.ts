/** Registration of a passkey after a sign-in, for the person of the session (login-session-wire 3.8). */
import type { EnrollmentSubject } from "../api.ts";
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { decideEnrollment } from "../iam/passkeys/enrollment.ts";
import { requireLastingRight } from "../iam/passkeys/reach.ts";
import { MAX_NAME_LENGTH } from "../iam/passkeys/records.ts";
import { beginRegistration, finishRegistration, requireUser } from "../iam/passkeys/register.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";

/** Begins without `credential`, finishes with it; the answer is the payload of the route. */
export async function enrollPasskey(
  call: Call,
  subject: EnrollmentSubject,
  body: JsonObject,
): Promise<Readonly<Record<string, unknown>>> {
  const { sub, method, ...authentication } = subject;
  const { prompt } = await decideEnrollment(call, sub, method);
  if (!prompt) throw new AuthError("forbidden", "passkey enrollment is not available");
  const user = requireUser(call.snapshot.principals.get(sub));
  const name = user.alias[0] ?? user.id;
  const caller = { kind: "named", name, principal: user } as const;
  requireLastingRight(call, { caller, sessionRan: true, ...authentication });
  const { credential } = body;
  if (credential === undefined || credential === null) {
    return { ...(await beginRegistration(call, user)) };
  }
  const label = (textOf(body, "name") ?? "").slice(0, MAX_NAME_LENGTH);
  const finish = { session_id: textOf(body, "session_id"), name: label, credential };
  const id = await finishRegistration(call, user, finish, name);
  return { message: "passkey registered", id };
}
