/** What an error page of the service says, by status (auth-wire 1.2). */
import type { AuthError } from "../../errors.ts";
import { ERRORS } from "../../web/texts/errors.ts";
import { fill } from "../../web/texts/fill.ts";
import { waitText } from "../../web/texts/wait.ts";

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

const BAD_REQUEST: ErrorText = { title: ERRORS.badRequest, text: ERRORS.badRequestText };

/** What a status means to the person who sees it; the reason of the refusal stands below. */
const TEXTS: Readonly<Record<number, ErrorText>> = {
  400: BAD_REQUEST,
  401: { title: ERRORS.signInFirst, text: ERRORS.signInFirstText },
  403: { title: ERRORS.foreignForm, text: ERRORS.foreignFormText },
  404: { title: ERRORS.gone, text: ERRORS.goneText },
  503: { title: ERRORS.unavailable, text: ERRORS.unavailableText },
};
const FALLBACK: ErrorText = { title: ERRORS.defect, text: ERRORS.defectText };
/** Seconds; where a refusal does not say how long to wait. */
const A_MINUTE = 60;

/** Title and text of the page for a refusal. */
export function textOf({ code, status, retryAfter = A_MINUTE }: AuthError): ErrorText {
  if (code === "insufficient_scope") {
    return { title: ERRORS.foreignForm, text: ERRORS.insufficientText };
  }
  if (code === "reauthentication_required") {
    return { title: ERRORS.signInAgain, text: ERRORS.signInAgainText };
  }
  if (status === 429) {
    const text = fill(ERRORS.tooManyRequestsText, { wait: waitText(retryAfter) });
    return { title: ERRORS.tooManyRequests, text };
  }
  return TEXTS[status] ?? (status < 500 ? BAD_REQUEST : FALLBACK);
}

/** The same for a request that belongs to no page of ours. */
export const textOutside = (refusal: AuthError): ErrorText =>
  refusal.status === 404
    ? { title: ERRORS.nothingHere, text: ERRORS.nothingHereText }
    : textOf(refusal);
