/** Post-login passkey enrollment (login-session-wire 3.8): the subject is always the session's. */
import { AuthError } from "../errors.ts";
import { readJsonObject, WEBAUTHN_LIMIT } from "./body.ts";
import { reply } from "./json-answer.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { Visit } from "./visit.ts";

/** Throws without a session, and for a session that names no user. */
async function requireSubject(visit: Visit): Promise<void> {
  const session = await visit.session.current(visit.asked);
  if (!session) throw new AuthError("unauthenticated", "authenticated session required");
  visit.answer.push(...session.answer.map(([name, value]): [string, string] => [name, value]));
  const { sub } = session.identity.claims;
  if (typeof sub !== "string" || sub === "") {
    throw new AuthError("unauthenticated", "session subject is missing");
  }
}

/** Auth instances offer no enrollment yet, so the answer is always no. */
export async function answerEnrollment(visit: Visit): Promise<Response> {
  await requireSubject(visit);
  return reply({ payload: { prompt: false } });
}

export async function answerEnroll(visit: Visit): Promise<Response> {
  requireOwnOrigin(visit);
  await requireSubject(visit);
  await readJsonObject(visit.request, WEBAUTHN_LIMIT);
  throw new AuthError("forbidden", "passkey enrollment is not available");
}
