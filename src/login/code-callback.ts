/** Callback of the code flow (RFC 6749 §4.1.2, RFC 9207; login-session-wire 3.5; L-D2, L-W31, U-1, U-2). */

import { AuthError } from "../errors.ts";
import { upstreamError } from "../relying-party/upstream-error.ts";
import { displayText } from "../std/display-text.ts";
import { wantsPage } from "../web/accept.ts";
import { errorEnvelope } from "../web/errors/envelope.ts";
import { refusalOf } from "../web/errors/refusal.ts";
import { toResponse } from "../web/reply.ts";
import { startCode } from "./code-start.ts";
import { type CodeState, takeState } from "./code-state.ts";
import { completePage } from "./complete-page.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { setCompletion } from "./flow-id.ts";
import { pathOf } from "./login-paths.ts";
import { type ProviderFlow, requireFlow } from "./provider-flow.ts";
import { refusalPage } from "./refusal-page.ts";
import { rememberMeForm } from "./remember-me.ts";
import { requestTokens } from "./token-client.ts";
import { singleValue, type Visit } from "./visit.ts";

/** The same start again, for a person to press: never by itself (L-W31). */
function retryLink({ login }: Visit, key: string, state: CodeState | undefined): string {
  const query = new URLSearchParams({
    ...Object.fromEntries(new URLSearchParams(state?.asked)),
    ...(state?.remember_me && { remember_me: "true" }),
    ...(state?.flow && { svc_flow: state.flow }),
    ...(state?.return_to && { redirect_path: state.return_to }),
  }).toString();
  return `${pathOf(login.paths, "code")}/${encodeURIComponent(key)}${query && `?${query}`}`;
}

/** RFC 9207: an answer of another server is refused before its code goes anywhere. */
async function checkIssuer(visit: Visit, { auth, oauth2 }: ProviderFlow): Promise<void> {
  const iss = singleValue(visit.query, "iss");
  const expected = oauth2.issuer || (auth && !oauth2.auth_url && (await auth.issuer(visit.origin)));
  if (iss !== undefined && expected && iss !== expected) {
    throw new AuthError("unauthenticated", "issuer does not match");
  }
}

function upstreamRefusal(visit: Visit): AuthError | undefined {
  const error = singleValue(visit.query, "error");
  if (error === undefined) return undefined;
  const error_description = singleValue(visit.query, "error_description");
  if (error === "access_denied") {
    const message = displayText(error_description ?? "sign-in was cancelled", 300);
    return new AuthError("access_denied", message, { status: 401, detail: error });
  }
  return upstreamError(401, { error, error_description });
}

async function redeem(visit: Visit, flow: ProviderFlow, state: CodeState): Promise<void> {
  await checkIssuer(visit, flow);
  const refusal = upstreamRefusal(visit);
  if (refusal) throw refusal;
  const answer = await requestTokens(visit, flow, {
    grant_type: "authorization_code",
    code: singleValue(visit.query, "code"),
    redirect_uri: state.redirect_uri,
    code_verifier: state.verifier,
    ...rememberMeForm(state.remember_me),
  });
  const { nonce, remember_me } = state;
  await finishSignIn(visit, flow, answer, { method: "code", remember_me, nonce });
}

async function finishCode(visit: Visit, flow: ProviderFlow): Promise<Response> {
  const state = await takeState(visit, flow);
  try {
    if (!state) {
      throw new AuthError("unauthenticated", "state is not valid", {
        facts: { provider: flow.key },
      });
    }
    await redeem(visit, flow, state);
  } catch (error) {
    const refusal = refusalOf(error, visit.login.instances.runtime.log, "a sign-in request");
    if (!wantsPage(visit.request)) return toResponse(errorEnvelope(refusal));
    return refusalPage(visit, refusal, retryLink(visit, flow.key, state));
  }
  setCompletion(visit, state.flow);
  return completePage(visit, state.return_to);
}

/** `GET {base}/auth/code/{provider}`: a callback brings `code` or `error`, everything else is a start. */
export async function answerCode(visit: Visit, provider: string): Promise<Response> {
  const flow = await requireFlow(visit, provider);
  const { query } = visit;
  return query.has("code") || query.has("error") ? finishCode(visit, flow) : startCode(visit, flow);
}
