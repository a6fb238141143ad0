/** Post-login passkey enrollment (login-session-wire 3.8): the subject is always the session's. */
import type { AuthApi, EnrollmentSubject } from "../api.ts";
import { AuthError } from "../errors.ts";
import { authenticationOf, refusedAtPlanes } from "../identity.ts";
import { authInstance } from "../session/instances.ts";
import { MAX_WEBAUTHN_BYTES, readJsonObject } from "./body.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import type { Visit } from "./visit.ts";

interface Enrolling {
  readonly subject: EnrollmentSubject;
  /** The instance of this process that the session's provider is bound to; it alone enrolls. */
  readonly auth: AuthApi | undefined;
}

/** Throws without a session, and for a session that names no user. */
async function requireSubject(visit: Visit): Promise<Enrolling> {
  const session = await visit.session.current(visit.incoming);
  if (!session) throw new AuthError("unauthenticated", "authenticated session required");
  visit.answer.push(...session.answer.map(([name, value]): [string, string] => [name, value]));
  const { identity, record } = session;
  const { sub } = identity.claims;
  if (typeof sub !== "string" || sub === "") {
    throw new AuthError("unauthenticated", "session subject is missing");
  }
  const { authentication_method: method } = record;
  const subject = { sub, method, ...authenticationOf(identity) };
  // Only a token of the instance itself, made for us, speaks for one of its users (I-4).
  const isOwn = identity.kind === "principal" && refusedAtPlanes(identity) === undefined;
  const provider = (await visit.session.providers()).get(identity.provider);
  const name = isOwn ? provider?.auth_middleware : undefined;
  return { subject, auth: name ? authInstance(visit.login.instances, name) : undefined };
}

/** `GET {base}/auth/passkey/enrollment`: the issuer's decision; no for every other provider. */
export async function answerEnrollment(visit: Visit): Promise<Response> {
  const { subject, auth } = await requireSubject(visit);
  return reply({
    payload: auth ? await auth.enrollment(subject, behindOf(visit)) : { prompt: false },
  });
}

/** `POST {base}/auth/passkey/enrollment`: begins and finishes a registration. */
export async function answerEnroll(visit: Visit): Promise<Response> {
  requireOwnOrigin(visit);
  const { subject, auth } = await requireSubject(visit);
  const body = await readJsonObject(visit.request, MAX_WEBAUTHN_BYTES);
  if (!auth) throw new AuthError("forbidden", "passkey enrollment is not available");
  return reply({ payload: await auth.enroll(subject, body, behindOf(visit)) });
}
