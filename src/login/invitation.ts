/** Accepting an invitation at the login page: the account is made, and its first sign-in is one like every other (ADR 0086). */
import type { AcceptedInvitation, AuthApi } from "../api.ts";
import { AuthError } from "../errors.ts";
import { type JsonObject, textOf } from "../std/json-object.ts";
import { readJsonObject } from "./body.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { signInWithPassword } from "./password-login.ts";
import { type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

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

/** `POST {base}/auth/invitation/{provider}` with `code`, `password` and perhaps `name`. */
export async function answerInvitation(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request);
  const { address, landing, signedIn } = await actOnInvitation(visit, provider, body);
  return reply({
    payload: {
      ...{ address, signed_in: signedIn !== undefined },
      ...(landing && { redirect_uri: landing.href, application: landing.name }),
    },
  });
}
