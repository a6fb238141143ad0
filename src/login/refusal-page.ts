/** A refusal of the login for a person in a browser (L-D2). */
import type { AuthError } from "../errors.ts";
import { retryHeader } from "../web/errors/envelope.ts";
import { type Notice, noticePage } from "../web/errors/page.ts";
import { ERRORS } from "../web/texts/errors.ts";
import { fill } from "../web/texts/fill.ts";
import { waitText } from "../web/texts/wait.ts";
import type { Visit } from "./visit.ts";

function wording({ status, retryAfter }: AuthError): Pick<Notice, "title" | "text"> {
  if (status === 429 && retryAfter !== undefined) {
    const text = fill(ERRORS.signInLaterText, { wait: waitText(retryAfter) });
    return { title: ERRORS.signInUnavailable, text };
  }
  if (status === 503 || status === 429) {
    return { title: ERRORS.signInUnavailable, text: ERRORS.signInUnavailableText };
  }
  if (status === 404) return { title: ERRORS.nothingHere, text: ERRORS.nothingHereText };
  return { title: ERRORS.signInFailed, text: ERRORS.signInFailedText };
}

/** @param retry a link of ours that tries again */
export function refusalPage(visit: Visit, refusal: AuthError, retry?: string): Response {
  const { status, message: reason } = refusal;
  const response = noticePage(visit, status, {
    ...wording(refusal),
    reason: refusal.detail === undefined && /^not found$/i.test(reason) ? undefined : reason,
    reference: visit.asked.connection.requestId,
    retry,
    ...(status === 404 && {
      next: { href: `${visit.login.paths.root}/`, text: ERRORS.toSignIn },
    }),
  });
  for (const [name, value] of Object.entries(retryHeader(refusal))) {
    response.headers.set(name, value);
  }
  return response;
}
