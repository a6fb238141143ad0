/** Every text of the error pages and notices. */

export const ERRORS = {
  reason: "Reason:",
  reference: "Reference:",
  tryAgain: "Try again",
  toAccount: "Go to your account",
  toSignIn: "Go to the sign-in page",

  badRequest: "This request cannot be accepted",
  badRequestText:
    "Nothing was shared with the application. Go back to the application and start again.",
  signInFirst: "Sign in to continue",
  signInFirstText: "Sign in, then open this page again.",
  foreignForm: "This request was blocked",
  foreignFormText: "The form was sent from another site. Nothing was shared with it.",
  insufficientText: "The access token may not be used here. Sign in with a browser instead.",
  signInAgain: "Sign in again",
  signInAgainText:
    "You signed in more than 10 minutes ago. Sign out, sign in again, and open this page once more.",
  gone: "This page is no longer available",
  goneText:
    "It has expired, was used already or belongs to another account. Go back to the application and start again.",
  nothingHere: "Nothing here",
  nothingHereText: "This address does not exist.",
  tooManyRequests: "Too many requests",
  tooManyRequestsText: "Go back to the application and try again in {wait}.",
  unavailable: "Temporarily unavailable",
  unavailableText: "Please try again in a moment.",
  defect: "Something went wrong",
  defectText: "The request could not be completed. Please try again later.",

  signInUnavailable: "Sign-in is not available right now",
  signInUnavailableText: "Nothing is lost. Please try again in a moment.",
  otherWayText:
    "The place where you wanted to sign in does not answer. Try again in a moment, or sign in another way.",
  signInLaterText: "Please try again in {wait}.",
  signInFailed: "Sign-in did not work",
  signInFailedText: "This attempt to sign in failed. Please try again.",
  signedIn: "You are signed in",
  signedInText: "There is nothing left to do here.",

  signOutQuestion: "Sign out?",
  signOutText: "Another site asks you to sign out here.",
  signOut: "Sign out",
  signInComplete: "Sign-in complete",
  closeWindow: "You can close this window.",
  continue: "Continue",
} as const;
