/** Every text of the pages of a sign-out that an application has asked for. */

export const SIGN_OUT = {
  question: "Sign out?",
  askedBy: "{client} asks to sign you out here.",
  askedByUnknown: "You have been sent here to sign out.",
  effect:
    "Applications that you opened with this sign-in end with it. Those that you have allowed to work without you go on.",
  confirm: "Sign out",
  stay: "To stay signed in, leave this page.",
  done: "You are signed out",
  doneText: "You can close this window.",
  told: "These applications have been notified:",
  waiting: "These applications do not answer yet. They are notified as soon as they do:",
  signInAgain: "Sign in again",
} as const;
