/** Accepting an invitation at the login page: the account is made, and its first sign-in is one like every other (ADR 0086). */
import type { AcceptedInvitation, AuthApi } from "../api.ts";
import { AuthError } from "../errors.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { MAX_WEBAUTHN_BYTES, readJsonObject } from "./body.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { signInWithPassword } from "./password-login.ts";
import { type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import { type SignedIn, signedInWith } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

/** Of a passkey, in characters. */
const MAX_LABEL_LENGTH = 100;

export interface AcceptedHere extends AcceptedInvitation {
  /** Absent where the first sign-in asks for more than the new password: the person signs in by themselves. */
  readonly signedIn?: SignedIn;
}

/** Invitations are those of a service in this process. */
export function invitingAuth({ auth }: ProviderFlow): AuthApi {
  if (auth) return auth;
  throw new AuthError("not_found", "invitations are not available at this provider");
}

async function firstSignIn(
  visit: Visit,
  flow: ProviderFlow,
  username: string,
  password: string | undefined,
): Promise<SignedIn | undefined> {
  try {
    const credentials = { username, password, totp: undefined, remember_me: false };
    return await signInWithPassword(visit, flow, credentials);
  } catch (error) {
    // The account is there: what it takes to sign in, the sign-in says.
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

/** Throws what the caller may see; a second click has the answer of the first. */
export async function actOnInvitation(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<AcceptedHere> {
  const flow = await requireFlow(visit, provider);
  const auth = invitingAuth(flow);
  const entry = ["invitation", flow.key, ...fieldsOf(body, ["code", "password", "name"])];
  return actOnce(visit, entry, async () => {
    const [code, password, name] = ["code", "password", "name"].map((one) => textOf(body, one));
    const accepted = await auth.acceptInvitation({ code, password, name }, behindOf(visit));
    const signedIn = await firstSignIn(visit, flow, accepted.address, password);
    return { ...accepted, ...(signedIn && { signedIn }) };
  });
}

/** Begins without `credential`; with it the account is made and signed in. */
async function actOnPasskey(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<AcceptedHere | Readonly<Record<string, unknown>>> {
  const flow = await requireFlow(visit, provider);
  const auth = invitingAuth(flow);
  const code = textOf(body, "code");
  const { credential } = body;
  if (credential === undefined || credential === null) {
    return { ...(await auth.invitationPasskey(code, behindOf(visit))) };
  }
  const { client_id, client_secret, scopes } = flow.oauth2;
  const request = {
    ...{ code, name: textOf(body, "full_name") },
    passkey: {
      ...{ session_id: textOf(body, "session_id"), credential },
      name: (textOf(body, "name") ?? "").slice(0, MAX_LABEL_LENGTH),
    },
    client: {
      ...{ client_id, client_secret: client_secret || undefined, require_acr: undefined },
      scope: scopes?.join(" ") || undefined,
    },
  };
  const { tokens, ...accepted } = await auth.acceptWithPasskey(request, behindOf(visit));
  if (!tokens) return accepted;
  await finishSignIn(visit, flow, { ...tokens }, { method: "passkey", remember_me: false });
  return { ...accepted, signedIn: signedInWith(tokens) };
}

const isAccepted = (answer: object): answer is AcceptedHere => Object.hasOwn(answer, "address");

/**
 * `POST {base}/auth/invitation/{provider}` with `code`, `password` and perhaps `name`; or with `passkey`, which begins, and with
 * `session_id`, `credential` and perhaps `full_name` finishes.
 */
export async function answerInvitation(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request, MAX_WEBAUTHN_BYTES);
  const answer =
    body.passkey === true
      ? await actOnPasskey(visit, provider, body)
      : await actOnInvitation(visit, provider, body);
  if (!isAccepted(answer)) return reply({ payload: answer });
  const { address, landing, signedIn } = answer;
  return reply({
    payload: {
      ...{ address, signed_in: signedIn !== undefined },
      ...(landing && { redirect_uri: landing.href, application: landing.name }),
    },
  });
}
