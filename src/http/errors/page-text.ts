/** What an error page of the service says, by status (auth-wire 1.2). */
import { type AuthError, ProviderUnavailable } from "../../errors.ts";
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
export function textOf(refusal: AuthError): ErrorText {
  const { code, status, retryAfter } = refusal;
  if (code === "insufficient_scope") {
    return { title: ERRORS.foreignForm, text: ERRORS.insufficientText };
  }
  if (code === "reauthentication_required") {
    return { title: ERRORS.signInAgain, text: ERRORS.signInAgainText };
  }
  if (status === 429) {
    const text = fill(ERRORS.tooManyRequestsText, { wait: waitText(retryAfter ?? A_MINUTE) });
    return { title: ERRORS.tooManyRequests, text };
  }
  // A SAML provider that does not answer is a 404 that says when to try again (auth-wire 6.2); it is not gone.
  const later = status === 404 && retryAfter !== undefined;
  if (later || refusal instanceof ProviderUnavailable) {
    return { title: ERRORS.signInUnavailable, text: ERRORS.otherWayText };
  }
  return TEXTS[status] ?? (status < 500 ? BAD_REQUEST : FALLBACK);
}

/** The same for a request that belongs to no page of ours. */
export const textOutside = (refusal: AuthError): ErrorText =>
  refusal.status === 404
    ? { title: ERRORS.nothingHere, text: ERRORS.nothingHereText }
    : textOf(refusal);
