/** What a client was told of sign-outs, on its page. */

export const clientLogout = {
  title: "Sign-outs that it is told of",
  about:
    "When a sign-in ends, the application is told at its back-channel logout URI. One that does not answer is tried again for a day and a half.",
  signedIn: "Sign-ins now",
  waiting: "Not told yet",
  givenUp: "Given up in the last two days",
  failure: "Last failure",
  nextTry: "Next try",
};
