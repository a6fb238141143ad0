/** Every text of the panel "Two-step sign-in" of the account page. */

export const TWO_STEP = {
  title: "Two-step sign-in",
  off: "After your password, the sign-in also asks for a code from an app on your phone. Your password alone is then not enough to sign in.",
  setUp: "Set up",
  on: "On. After your password, the sign-in asks for a code from your authenticator app.",
  left: "{count} of 8 recovery codes left.",
  noneLeft:
    "No recovery codes are left. Make new ones, so that you can sign in without your phone.",
  newCodes: "Make new recovery codes",
  another: "Set up another device",
  turnOff: "Turn off",

  scan: "1. Scan this code with your authenticator app.",
  qrCode: "QR code for your authenticator app",
  typeIn: "Or type in this key:",
  enter: "2. Enter the 6-digit code that the app shows now.",
  confirm: "Turn on",
  codeNotValid:
    "This code is not valid. Check the clock of your phone, and enter the code that the app shows now.",
  expired: "This set-up is no longer valid. Please start again.",

  recoveryCodes: "Your recovery codes",
  turnedOn: "Two-step sign-in is on.",
  renewed: "These are your new recovery codes. The old ones are no longer accepted.",
  keepThem:
    "If you lose your phone, each of them lets you sign in once. Write them down or print this page now: they are not shown again.",
  shownBefore:
    "The recovery codes of this page were shown already. If you did not keep them, make new ones.",
  done: "I have kept them",
  turnedOff: "Two-step sign-in is off. Only your password is asked for now.",
} as const;
