/** The one file that renders errors for people in a browser (auth-wire 1.2; B-1, B-3). */
import type { Call } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import { pageResponse } from "../../pages/response.ts";
import { type ErrorText, errorPage } from "../pages/error-page.ts";

const BACK = "Go back to the application and start again.";

/** What a status means to the person who sees it; the reason of the refusal stands below. */
const TEXTS: Readonly<Record<number, ErrorText>> = {
  400: {
    title: "This request cannot be accepted",
    text: `Nothing was shared with the application. ${BACK}`,
  },
  401: {
    title: "Sign in to continue",
    text: "You need to log in first. Sign in, then open this page again.",
  },
  403: {
    title: "This request was blocked",
    text: "The form was sent from another site. Nothing was shared with it.",
  },
  404: {
    title: "This page is no longer available",
    text: `It has expired, was used already or belongs to someone else. ${BACK}`,
  },
  429: {
    title: "Too many requests",
    text: "Please wait a minute, then go back to the application and try again.",
  },
  503: {
    title: "Temporarily unavailable",
    text: "Please try again in a moment.",
  },
};
const INSUFFICIENT: ErrorText = {
  title: "This request was blocked",
  text: "The access token may not be used here. Sign in with a browser instead.",
};
const FALLBACK: ErrorText = {
  title: "Something went wrong",
  text: "The request could not be completed. Please try again later.",
};

export function pageError(error: AuthError, call: Call): Response {
  const { code, status, message } = error;
  const known =
    (code === "insufficient_scope" ? INSUFFICIENT : undefined) ??
    TEXTS[status] ??
    (status < 500 ? TEXTS[400] : undefined) ??
    FALLBACK;
  const { requestId } = call.connection;
  const page = errorPage(call, {
    ...known,
    reason: [message, error.detail].filter(Boolean).join(": "),
    ...(status >= 500 && requestId && { reference: requestId }),
  });
  return pageResponse(call, page, { status, formAction: ["'none'"] });
}
