/** A refusal of the login for a person in a browser (L-D2). */
import type { AuthError } from "../errors.ts";
import { fill } from "../std/texts/fill.ts";
import { retryHeader } from "../web/errors/envelope.ts";
import { type Notice, noticePage } from "../web/errors/page.ts";
import { errorText } from "../web/texts/catalogues.ts";
import { waitText } from "../web/texts/wait.ts";
import { NoRoute } from "./json-answer.ts";
import type { Visit } from "./visit.ts";

function wording(visit: Visit, { status, retryAfter }: AuthError): Pick<Notice, "title" | "text"> {
  if (status === 429 && retryAfter !== undefined) {
    const text = fill(errorText(visit).signInLaterText, {
      wait: waitText(retryAfter, visit.language?.()),
    });
    return { title: errorText(visit).signInUnavailable, text };
  }
  if (status === 503 || status === 429) {
    return {
      title: errorText(visit).signInUnavailable,
      text: errorText(visit).signInUnavailableText,
    };
  }
  if (status === 404)
    return { title: errorText(visit).nothingHere, text: errorText(visit).nothingHereText };
  return { title: errorText(visit).signInFailed, text: errorText(visit).signInFailedText };
}

/** @param retry a link of ours that tries again */
export function refusalPage(visit: Visit, refusal: AuthError, retry?: string): Response {
  const { status, message: reason } = refusal;
  const response = noticePage(visit, status, {
    ...wording(visit, refusal),
    // The page says it in words of its own.
    reason: refusal instanceof NoRoute ? undefined : reason,
    reference: visit.incoming.connection.requestId,
    retry,
    ...(status === 404 && {
      next: { href: `${visit.login.paths.root}/`, text: errorText(visit).toSignIn },
    }),
  });
  for (const [name, value] of Object.entries(retryHeader(refusal))) {
    response.headers.set(name, value);
  }
  return response;
}
