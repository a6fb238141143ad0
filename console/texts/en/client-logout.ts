/** Notifications of sign-outs to a client, on its page. */

export const clientLogout = {
  title: "Sign-out notifications",
  about:
    "When a sign-in ends, the application is notified at its back-channel logout URI. An application that does not answer is tried again for a day and a half.",
  signedIn: "Sign-ins now",
  waiting: "Not notified yet",
  givenUp: "Given up in the last two days",
  failure: "Last failure",
  nextTry: "Next try",
};
