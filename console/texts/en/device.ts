/** Texts of connecting a device. */

export const device = {
  lead: "Enter the code that your device shows.",
  code: "Code",
  codeHint: "Eight letters, for example BCDF-GHJK.",
  next: "Continue",
  question: "Connect this device to your account?",
  sameCode: "The device must show this code:",
  client: "Application",
  scope: "It asks for",
  resource: "For",
  noScope: "Nothing beyond the sign-in",
  advice:
    "Allow it only if you have just started this on a device that is with you. If you were sent this code, deny it.",
  allow: "Allow",
  deny: "Deny",
  notAllowed: "Your account may not use this application",
  notAllowedText: "Only some people may use it. Ask your administrator for access.",
  approved: "The device is connected",
  approvedText: "It signs in within a few seconds.",
  denied: "The request was denied",
  deniedText: "The device gets no access.",
  handled: "This code has already been used. Have the device show a new one.",
  another: "Enter another code",
} as const;
