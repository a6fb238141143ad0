/** Every text of our mails in English. `{brand}` is the service, `{time}` how long code and link can be used. */
import type { MailCatalogue } from "./form.ts";

const kinds: MailCatalogue["kinds"] = {
  login: {
    subject: "Your login code",
    linkSubject: "Your login link",
    title: "Sign in to {brand}",
    text: "You asked to sign in. If it was you, continue here.",
    action: "Sign in",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask to sign in, ignore this mail: nothing happens without the code. Never pass it on.",
  },
  verify: {
    subject: "Verify your email",
    title: "Confirm your email address",
    text: "Your address was used to create an account at {brand}. Confirm it to finish.",
    action: "Confirm address",
    orCode: "Or enter this code on the page where you signed up:",
    code: "Enter this code on the page where you signed up:",
    unasked: "If you did not sign up, ignore this mail: no account is created without the code.",
  },
  account_exists: {
    subject: "You already have an account",
    title: "You already have an account",
    text: "Your address was used to create an account at {brand}, but it has one already. Sign in with it, or reset the password if you forgot it.",
    action: "Sign in",
    unasked: "If you did not sign up, ignore this mail: nothing was changed.",
  },
  reset: {
    subject: "Reset your password",
    title: "Choose a new password",
    text: "You asked to reset your password at {brand}. If it was you, continue here.",
    action: "Choose a new password",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask for it, ignore this mail: your password stays as it is. Never pass the code on.",
  },
  reset_sent: {
    subject: "Choose a new password",
    title: "Choose a new password",
    text: "An administrator of {brand} sent you this mail so that you can choose a new password.",
    action: "Choose a new password",
    orCode: "Or enter this code on the page where you reset your password:",
    code: "Enter this code on the page where you reset your password:",
    unasked:
      "If you do not need it, ignore this mail: your password stays as it is. Never pass the code on.",
  },
  password_changed: {
    subject: "Your password was changed",
    title: "Your password was changed",
    text: "The password of your account at {brand} was changed, and you were signed out everywhere.",
    unasked: "If it was not you, reset your password now and tell the people who run the service.",
  },
  invitation: {
    subject: "You are invited",
    title: "You are invited to {brand}",
    text: "An administrator of {brand} invited you. Open the link to choose how you sign in.",
    action: "Accept the invitation",
    unasked:
      "If you do not know what this is about, ignore this mail: no account is made without you.",
  },
  address_change: {
    subject: "Confirm your new address",
    title: "Confirm your new address",
    text: "This address was entered for an account at {brand}. Enter the code to use it from now on.",
    code: "Enter this code on the page of your account:",
    unasked:
      "If you did not enter it, ignore this mail: nothing changes without the code. Never pass it on.",
  },
  address_changed: {
    subject: "Your address was changed",
    title: "Your address was changed",
    text: "The account at {brand} that had this address has another one now. This address no longer signs in.",
    unasked: "If it was not you, tell the people who run the service now.",
  },
  test: {
    subject: "Test mail",
    title: "Mail works",
    text: "An administrator of {brand} sent this mail to test its mail settings. There is nothing to do.",
  },
};

const frame: MailCatalogue["frame"] = {
  expires: "Code and link can be used once, within {time}.",
  codeExpires: "The code can be used once, within {time}.",
  linkExpires: "The link can be used once, within {time}.",
  linkHint: "If the button does not work, open this address in your browser:",
  linkLine: "Open this address in your browser:",
  sentBy: "Sent by {brand} because of a request for this address.",
  support: "Help",
  thisService: "this service",
};

export const texts: MailCatalogue = { kinds, frame };
