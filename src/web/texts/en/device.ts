/** Every text of the device page. */

export const DEVICE = {
  documentTitle: "Connect a device",
  title: "Connect a device",
  lead: "Enter the code that your device shows.",
  code: "Code",
  codeHint: "Eight letters, for example BCDF-GHJK.",
  next: "Continue",
  unknown: "This code is not known, or it has expired. Check it, or let the device show a new one.",
  tooMany: "Too many codes were tried. Try again in {wait}.",
  handled: "This code was used already. Let the device show a new one.",
  outOfDate: "This page is out of date. Look at the request again and decide.",

  question: "Connect {client} to your account?",
  sameCode: "The device must show this code:",
  from: "Requested {time} from {network}",
  fromUnknown: "Requested {time}",
  agent: "It calls itself {agent}",
  advice:
    "Allow it only if you have just started this on a device that is with you. If you were sent this code, deny it.",
  deny: "Deny",
  allow: "Allow",

  approved: "The device is connected",
  approvedText: "It signs in within a few seconds. You can close this window.",
  denied: "The request was denied",
  deniedText: "The device gets no access. You can close this window.",
  another: "Enter another code",
} as const;
