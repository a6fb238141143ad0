/** Texts of the panel in which people change their own account. */

export const PROFILE = {
  title: "Your details",
  name: "Name",
  saveName: "Save name",
  language: "Language",
  languageHint: "For emails that you did not ask for yourself; applications get it, too.",
  noLanguage: "No choice",
  saveLanguage: "Save language",
  picture: "Address of a picture",
  pictureHint:
    "Applications get it. It is never fetched, and our own pages do not show it; empty takes the picture away.",
  pictureFile: "Picture from this device: PNG, JPEG or WebP, at most 64 KiB",
  savePicture: "Save address of the picture",
  pictureRefused:
    "This picture is not accepted: it has to be a PNG, JPEG or WebP of at most 64 KiB.",
  address: "Email address",
  addressHint: "A code goes to the new address; the old one gets a notice.",
  sendCode: "Send code",
  codeSent: "If the address can be used, a code is on its way. Enter it below.",
  code: "Code from the email",
  confirm: "Confirm address",
  deleteTitle: "Delete the account",
  deleteText:
    "Your account is deleted with its passkeys, two-step sign-in, API keys, linked sign-ins, sessions and what you allowed applications. This cannot be undone.",
  deleteConfirm: "I want to delete my account for good",
  deleteButton: "Delete my account",
  deletedTitle: "Your account is deleted",
  deletedText: "You are signed out everywhere.",
  confirmFirst: "Tick the box to delete the account.",
  notAccepted: "This is not accepted. Check what you entered.",
  wrongCode: "This code is not valid. Check it, or ask for a new one.",
  conflict: "This is not possible: the address is taken, or no administrator would be left.",
  noMail: "No email can be sent right now. Please try again.",
  notAllowed: "You cannot change this here.",
};
