/** Every text of our mails in English. `{brand}` is the service, `{time}` how long code and link can be used. */
import type { MailCatalogue } from "./form.ts";

/** Of every mail about a credential: where the person looks, and what to do when it was another. */
const notYou = {
  action: "Look at your account",
  unasked:
    "If this was not you and you did not agree to it, sign in, remove what you do not know, change your password, and tell the people who run the service.",
};

const kinds: MailCatalogue["kinds"] = {
  login: {
    subject: "Your sign-in code",
    linkSubject: "Your sign-in link",
    title: "Sign in to {brand}",
    text: "A sign-in was requested for this address. If it was you, continue here.",
    action: "Sign in",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask to sign in, ignore this email: nothing happens without the code. Never share it.",
  },
  verify: {
    subject: "Confirm your email address",
    title: "Confirm your email address",
    text: "This address was entered to create an account at {brand}. Confirm it to finish.",
    action: "Confirm address",
    orCode: "Or enter this code on the page where you signed up:",
    code: "Enter this code on the page where you signed up:",
    unasked: "If you did not sign up, ignore this email: no account is created without the code.",
  },
  account_exists: {
    subject: "You already have an account",
    title: "You already have an account",
    text: "This address was entered to create an account at {brand}, but it already has one. Sign in with that account, or reset its password if you have forgotten it.",
    action: "Sign in",
    unasked: "If you did not sign up, ignore this email: nothing was changed.",
  },
  reset: {
    subject: "Reset your password",
    title: "Choose a new password",
    text: "A new password was requested for your account at {brand}. If it was you, continue here.",
    action: "Choose a new password",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask for it, ignore this email: your password stays as it is. Never share the code.",
  },
  reset_sent: {
    subject: "Choose a new password",
    title: "Choose a new password",
    text: "An administrator of {brand} sent you this email so that you can choose a new password.",
    action: "Choose a new password",
    orCode: "Or enter this code on the page where you reset your password:",
    code: "Enter this code on the page where you reset your password:",
    unasked:
      "If you do not need it, ignore this email: your password stays as it is. Never share the code.",
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
    text: "An administrator of {brand} has invited you. Open the link to choose how you sign in.",
    action: "Accept the invitation",
    unasked:
      "If you do not know what this is about, ignore this email: no account is created unless you accept.",
  },
  address_change: {
    subject: "Confirm your new address",
    title: "Confirm your new address",
    text: "This address was entered for an account at {brand}. Enter the code to confirm it.",
    code: "Enter this code on the page of your account:",
    unasked:
      "If you did not enter it, ignore this email: nothing changes without the code. Never share it.",
  },
  address_changed: {
    subject: "Your address was changed",
    title: "Your address was changed",
    text: "Your account at {brand} now has another address. You can no longer sign in with this one.",
    unasked: "If it was not you, tell the people who run the service at once.",
  },
  passkey_added: {
    subject: "A passkey was added",
    title: "A passkey was added",
    text: "Your account at {brand} has a new passkey: {name}.",
    ...notYou,
  },
  passkey_removed: {
    subject: "A passkey was removed",
    title: "A passkey was removed",
    text: "The passkey {name} of your account at {brand} was removed.",
    ...notYou,
  },
  app_added: {
    subject: "An authenticator app was set up",
    title: "An authenticator app was set up",
    text: "Sign-ins to your account at {brand} now ask for a code from an authenticator app that was just set up. It came with recovery codes. If you have not seen them, make others on the page of your account.",
    ...notYou,
  },
  app_removed: {
    subject: "The authenticator app was removed",
    title: "The authenticator app was removed",
    text: "Sign-ins to your account at {brand} no longer ask for a code from the authenticator app.",
    ...notYou,
  },
  recovery_codes_made: {
    subject: "New recovery codes",
    title: "New recovery codes",
    text: "New recovery codes were made for your account at {brand}. Those from before no longer work. If you have not seen them, make others on the page of your account.",
    ...notYou,
  },
  recovery_codes_removed: {
    subject: "The recovery codes were removed",
    title: "The recovery codes were removed",
    text: "The recovery codes of your account at {brand} no longer work.",
    ...notYou,
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    title: "A recovery code was used",
    text: "A recovery code of your account at {brand} was used. Codes left: {name}.",
    ...notYou,
  },
  api_key_added: {
    subject: "An API key was added",
    title: "An API key was added",
    text: "Your account at {brand} has a new API key: {name}. A program that has it acts in your name.",
    ...notYou,
  },
  api_key_changed: {
    subject: "An API key was changed",
    title: "An API key was changed",
    text: "What the API key {name} of your account at {brand} may do was changed.",
    ...notYou,
  },
  api_key_removed: {
    subject: "An API key was removed",
    title: "An API key was removed",
    text: "The API key {name} of your account at {brand} no longer works.",
    ...notYou,
  },
  sign_in_linked: {
    subject: "Another way to sign in was added",
    title: "Another way to sign in was added",
    text: "You can now sign in to your account at {brand} with {name}.",
    ...notYou,
  },
  sign_in_unlinked: {
    subject: "A way to sign in was removed",
    title: "A way to sign in was removed",
    text: "You can no longer sign in to your account at {brand} with {name}.",
    ...notYou,
  },
  address_added: {
    subject: "An address was added",
    title: "An address was added",
    text: "Your account at {brand} has another address: {name}. It can be used to sign in and to reset the password.",
    ...notYou,
  },
  test: {
    subject: "Test email",
    title: "Sending email works",
    text: "An administrator of {brand} sent this email to test the settings. You do not need to do anything.",
  },
};

const frame: MailCatalogue["frame"] = {
  expires: "The code and the link can be used once, within {time}.",
  codeExpires: "The code can be used once, within {time}.",
  linkExpires: "The link can be used once, within {time}.",
  linkHint: "If the button does not work, open this address in your browser:",
  linkLine: "Open this address in your browser:",
  sentBy: "Sent by {brand} because of a request for this address.",
  support: "Help",
  supportLine: "Help: {link}",
  thisService: "this service",
  unnamed: "This email was sent automatically.",
};

const facts: MailCatalogue["facts"] = {
  when: "When:",
  by: "By:",
  administrator: "an administrator",
  program: "a program with an API key",
  browser: "Browser:",
  browserOn: "{browser} on {system}",
  network: "Network:",
};

export const texts: MailCatalogue = { kinds, frame, facts };
