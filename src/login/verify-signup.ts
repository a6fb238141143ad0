/** The link or code of a sign-up at the login page: the person is signed in and goes on where they were going. */
import { type JsonObject, textOf } from "../std/json-object.ts";
import { actOnAccount } from "./account-actions.ts";
import { readJsonObject } from "./body.ts";
import { answerSetupRequired, requiredForm } from "./factor-setup.ts";
import { setupForScript } from "./factor-setup-view.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { readFlowId, setCompletion } from "./flow-id.ts";
import { behindOf } from "./guess-limits.ts";
import { reply } from "./json-answer.ts";
import { keptOnward } from "./onward-cookie.ts";
import type { OpenedView } from "./page/view.ts";
import { requireFlow } from "./provider-flow.ts";
import { requireOwnOrigin } from "./same-origin.ts";
import { actOnce, fieldsOf } from "./sent-twice.ts";
import { type SignedIn, signedInWith } from "./signed-in.ts";
import { signupBrowser } from "./signup-browser.ts";
import type { Visit } from "./visit.ts";

/** Absent: the address is confirmed, and the person signs in by themselves. */
export interface VerifiedHere {
  readonly address: string;
  readonly signedIn?: SignedIn;
}

/**
 * Makes the account, and the session in the browser in which the sign-up was begun. Throws what the caller may see; a second
 * click has the answer of the first.
 * @param body `code`, and perhaps `password` and `require_acr`
 */
export async function verifySignupHere(
  visit: Visit,
  provider: string,
  body: JsonObject,
): Promise<VerifiedHere> {
  const flow = await requireFlow(visit, provider);
  const { auth, oauth2 } = flow;
  if (!auth) {
    await actOnAccount(visit, "signup-verify", provider, body);
    return { address: "" };
  }
  const entry = ["verify", flow.key, ...fieldsOf(body, ["code", "password", "require_acr"])];
  return actOnce(visit, entry, async () => {
    const { require_acr } = requiredForm(flow, textOf(body, "require_acr"));
    const request = {
      ...{ client_id: oauth2.client_id, client_secret: oauth2.client_secret || undefined },
      ...{ scope: oauth2.scopes?.join(" ") || undefined, require_acr },
      ...{ code: textOf(body, "code"), password: textOf(body, "password") },
      browser: signupBrowser(visit),
    };
    const { address, tokens, flow: waiting } = await auth.verifySignup(request, behindOf(visit));
    if (!tokens) return { address };
    await finishSignIn(visit, flow, { ...tokens }, { method: "email", remember_me: false });
    const page = readFlowId(waiting ?? null);
    if (page !== undefined) setCompletion(visit, page);
    return { address, signedIn: signedInWith(tokens) };
  });
}

/**
 * `POST {base}/auth/signup/verify/{provider}`. With `sign_in` 200 with `signed_in`, and the session where it is true; without
 * it the code alone is the proof, and no one is signed in.
 */
export async function answerSignupVerify(visit: Visit, provider: string): Promise<Response> {
  requireOwnOrigin(visit);
  const body = await readJsonObject(visit.request);
  if (body.sign_in !== true) return actOnAccount(visit, "signup-verify", provider, body);
  try {
    const { signedIn } = await verifySignupHere(visit, provider, body);
    const setup = signedIn?.factor_setup;
    return reply({
      payload: {
        ...{ message: "email verified", signed_in: signedIn !== undefined },
        ...(setup && { setup: setupForScript(visit, provider, setup) }),
      },
    });
  } catch (error) {
    return answerSetupRequired(visit, provider, error);
  }
}

/** The view of the link: it asks for the password in another browser than the one of the sign-up. */
export async function openSignup(visit: Visit, code: string): Promise<OpenedView> {
  for (const [provider, { password_flow, auth_middleware }] of await visit.session.providers()) {
    if (!password_flow || !auth_middleware) continue;
    const { auth } = await requireFlow(visit, provider);
    const found = await auth?.signup(code, signupBrowser(visit), behindOf(visit));
    if (!found) continue;
    const link = { kind: "known", address: found.address } as const;
    const { search } = found;
    if (search === undefined) return { name: "verify-elsewhere", code, provider, link };
    return { name: "verify", code, provider, link, search };
  }
  // Perhaps of a service elsewhere.
  return { name: "verify", code, search: await keptOnward(visit) };
}
