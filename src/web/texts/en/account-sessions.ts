/** Every text of the panel of sign-ins. */

export const SESSIONS = {
  title: "Where you are signed in",
  text: "The browsers that signed in here last. Programs and applications with tokens of their own are not in this list; “all others” ends theirs, too.",
  unknown: "Unknown browser",
  browserOn: "{browser} on {system}",
  here: "This browser",
  signedIn: "Signed in {time}",
  lastUsed: "Last used about {time}",
  end: "Sign out",
  endLabel: "Sign out {name}, signed in {time}",
  endOthers: "Sign out all others",
  gone: "That one is signed out already.",
  othersEnded: "You are signed out everywhere else.",
} as const;
