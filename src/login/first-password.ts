/** A temporary password is replaced at the login page, and the person is signed in with their own (ADR 0086). */
import { AuthError, PasswordChangeRequired } from "../errors.ts";
import { behindOf } from "./guess-limits.ts";
import type { OpenedView } from "./page/view.ts";
import { signInWithPassword } from "./password-login.ts";
import { requireFlow } from "./provider-flow.ts";
import { actOnce } from "./sent-twice.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

/** What a new password has to be at this provider, also where its link of the manifest says nothing of it. */
export async function rulesOfProvider(
  visit: Visit,
  provider: string,
): Promise<Pick<OpenedView, "least" | "refuses">> {
  const { auth } = await requireFlow(visit, provider);
  if (!auth) return {};
  const { password_min_length: least, password_refuses: refuses } = await auth.features();
  return { least, refuses };
}

/** The view that asks for a password of one's own; undefined where the refusal is another one. */
export async function firstPasswordView(
  visit: Visit,
  error: unknown,
  provider: string,
  kept: Pick<OpenedView, "remember_me">,
): Promise<OpenedView | undefined> {
  if (!(error instanceof PasswordChangeRequired) || error.ticket === undefined) return undefined;
  const rules = await rulesOfProvider(visit, provider);
  return { name: "first-password", provider, code: error.ticket, ...rules, ...kept };
}

export interface FirstPassword {
  readonly ticket: string;
  readonly password: string;
  readonly remember_me: boolean;
}

/** Absent where the sign-in that follows asks for more. */
export interface ChosenPassword {
  readonly username: string;
  readonly signedIn?: SignedIn;
}

/** Throws what the caller may see; a second click has the answer of the first. */
export async function choosePassword(
  visit: Visit,
  provider: string,
  { ticket, password, remember_me }: FirstPassword,
): Promise<ChosenPassword> {
  const flow = await requireFlow(visit, provider);
  const { auth } = flow;
  if (!auth) throw new AuthError("not_found", "the provider has no temporary passwords");
  return actOnce(visit, ["first-password", flow.key, ticket, password], async () => {
    const { client_id, client_secret } = flow.oauth2;
    const request = { client_id, client_secret: client_secret || undefined, ticket, password };
    const { username } = await auth.firstPassword(request, behindOf(visit));
    try {
      const credentials = { username, password, totp: undefined, remember_me };
      return { username, signedIn: await signInWithPassword(visit, flow, credentials) };
    } catch (error) {
      // The password is theirs: what else it takes to sign in, the sign-in says.
      if (error instanceof AuthError) return { username };
      throw error;
    }
  });
}
