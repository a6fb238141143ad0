/** Sign-in by a code or link in a mail (login-middleware.md, Authentication 5). */
import { newFlow } from "../code-flow.ts";
import { expireCompletion, isCompleted } from "../completion-cookie.ts";
import { LoginError } from "../login-error.ts";
import type { MethodCalls } from "../method.ts";
import { getRedirectPath } from "../page-url.ts";
import { membersOf, messageOf, requestJson, requestOnce, signedInResult } from "../request.ts";

const POLL_MS = 1_000;

/** The completion cookie of the flow says so; timers sleep in hidden tabs, so coming back is a reason to look. */
function waitForEmail(flow: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const look = () => {
      if (ended.signal.aborted || !isCompleted(flow)) return;
      expireCompletion(flow);
      end();
      resolve();
    };
    const poll = setInterval(look, POLL_MS);
    const end = () => {
      ended.abort();
      clearInterval(poll);
    };
    const aborted = () => {
      end();
      reject(new LoginError("Sign-in was cancelled", 0, "aborted"));
    };
    if (signal?.aborted) return aborted();
    window.addEventListener("focus", look, { signal: ended.signal });
    signal?.addEventListener("abort", aborted, { signal: ended.signal });
  });
}

export const email: MethodCalls<"emailRequest" | "emailConfirm" | "emailCompleted"> = ({ at }) => ({
  async emailRequest(link, { email, redirectUri, rememberMe }) {
    const url = at(link.url);
    const flow = newFlow();
    const path = getRedirectPath();
    const body = {
      ...{ email, svc_flow: flow },
      ...(path !== undefined && { redirect_path: path }),
      ...(rememberMe && { remember_me: true }),
      ...(redirectUri && { redirect_uri: redirectUri }),
    };
    return { message: messageOf(membersOf(await requestJson({ url, body }))), flow };
  },
  async emailConfirm(link, { code, email, rememberMe, flow, totp, extra }) {
    const body = {
      ...{ ...extra, code, remember_me: rememberMe === true },
      ...(email && { email }),
      ...(flow && { svc_flow: flow }),
      ...(totp && { totp }),
    };
    return signedInResult(await requestOnce(at(link.confirm_url), body));
  },
  emailCompleted: waitForEmail,
});
