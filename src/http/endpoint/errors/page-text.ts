/** What an error page of the service says, by status (auth-wire 1.2). */
import { type AuthError, ProviderUnavailable } from "../../../errors.ts";
import { fill } from "../../../std/texts/fill.ts";
import { errorText } from "../../../web/texts/catalogues.ts";
import type { Spoken } from "../../../web/texts/language.ts";
import { waitText } from "../../../web/texts/wait.ts";

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

const badRequest = (context: Spoken): ErrorText => ({
  title: errorText(context).badRequest,
  text: errorText(context).badRequestText,
});

/** What a status means to the person who sees it; the reason of the refusal stands below. */
function byStatus(context: Spoken, status: number): ErrorText {
  const texts = errorText(context);
  if (status === 401) return { title: texts.signInFirst, text: texts.signInFirstText };
  if (status === 403) return { title: texts.foreignForm, text: texts.foreignFormText };
  if (status === 404) return { title: texts.gone, text: texts.goneText };
  if (status === 503) return { title: texts.unavailable, text: texts.unavailableText };
  return status < 500 ? badRequest(context) : { title: texts.defect, text: texts.defectText };
}
/** Seconds; where a refusal does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 60;

/** Title and text of the page for a refusal. */
export function textOf(context: Spoken, refusal: AuthError): ErrorText {
  const { code, status, retryAfter } = refusal;
  if (code === "insufficient_scope") {
    return { title: errorText(context).foreignForm, text: errorText(context).insufficientText };
  }
  if (code === "reauthentication_required") {
    return { title: errorText(context).signInAgain, text: errorText(context).signInAgainText };
  }
  if (status === 429) {
    const text = fill(errorText(context).tooManyRequestsText, {
      wait: waitText(retryAfter ?? DEFAULT_WAIT_SECONDS, context.language?.()),
    });
    return { title: errorText(context).tooManyRequests, text };
  }
  // A SAML provider that does not answer is a 404 that says when to try again (auth-wire 6.2); it is not gone.
  const later = status === 404 && retryAfter !== undefined;
  if (later || refusal instanceof ProviderUnavailable) {
    return { title: errorText(context).signInUnavailable, text: errorText(context).otherWayText };
  }
  return byStatus(context, status);
}

/** The same for a request that belongs to no page of ours. */
export const textOutside = (context: Spoken, refusal: AuthError): ErrorText =>
  refusal.status === 404
    ? { title: errorText(context).nothingHere, text: errorText(context).nothingHereText }
    : textOf(context, refusal);
