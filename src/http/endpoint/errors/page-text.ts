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

const badRequest = (place: Spoken): ErrorText => ({
  title: errorText(place).badRequest,
  text: errorText(place).badRequestText,
});

/** What a status means to the person who sees it; the reason of the refusal stands below. */
function byStatus(place: Spoken, status: number): ErrorText {
  const texts = errorText(place);
  if (status === 401) return { title: texts.signInFirst, text: texts.signInFirstText };
  if (status === 403) return { title: texts.foreignForm, text: texts.foreignFormText };
  if (status === 404) return { title: texts.gone, text: texts.goneText };
  if (status === 503) return { title: texts.unavailable, text: texts.unavailableText };
  return status < 500 ? badRequest(place) : { title: texts.defect, text: texts.defectText };
}
/** Seconds; where a refusal does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 60;

/** Title and text of the page for a refusal. */
export function textOf(place: Spoken, refusal: AuthError): ErrorText {
  const { code, status, retryAfter } = refusal;
  if (code === "insufficient_scope") {
    return { title: errorText(place).foreignForm, text: errorText(place).insufficientText };
  }
  if (code === "reauthentication_required") {
    return { title: errorText(place).signInAgain, text: errorText(place).signInAgainText };
  }
  if (status === 429) {
    const text = fill(errorText(place).tooManyRequestsText, {
      wait: waitText(retryAfter ?? DEFAULT_WAIT_SECONDS, place.language?.()),
    });
    return { title: errorText(place).tooManyRequests, text };
  }
  // A SAML provider that does not answer is a 404 that says when to try again (auth-wire 6.2); it is not gone.
  const later = status === 404 && retryAfter !== undefined;
  if (later || refusal instanceof ProviderUnavailable) {
    return { title: errorText(place).signInUnavailable, text: errorText(place).otherWayText };
  }
  return byStatus(place, status);
}

/** The same for a request that belongs to no page of ours. */
export const textOutside = (place: Spoken, refusal: AuthError): ErrorText =>
  refusal.status === 404
    ? { title: errorText(place).nothingHere, text: errorText(place).nothingHereText }
    : textOf(place, refusal);
