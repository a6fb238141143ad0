/** Every text of the account page and of the page after a changed password. */

export const ACCOUNT = {
  documentTitle: "{name}: account",
  signOut: "Sign out",
  none: "None",
  more: "and {count} more",

  profile: "Profile",
  name: "Name",
  username: "Username",
  usernames: "Usernames",
  email: "Email",
  account: "Account",
  accountLocal: "Managed by this service",
  accountForeign: "Managed by an external directory or identity provider",
  id: "ID",

  access: "Access",
  roles: "Roles",
  permissions: "Permissions",

  signingIn: "Signing in",
  password: "Password",
  passwordSet: "Set",
  passwordNotSet: "Not set",
  passwordElsewhere: "Managed elsewhere",
  totp: "One-time codes (TOTP)",
  totpOn: "On",
  passkeys: "Passkeys",
  apiKeys: "API keys",

  changePassword: "Change password",
  currentPassword: "Current password",
  newPassword: "New password",
  repeatPassword: "Repeat the new password",
  showPassword: "Show password",
  passwordHint: "You will be signed out everywhere and sign in again.",
  pageOutOfDate: "This page was out of date and nothing was changed. Please try again.",
  passwordsDiffer: "The two new passwords are not the same.",
  currentPasswordWrong: "The current password is incorrect.",
  passwordManagedElsewhere: "Your password is managed elsewhere.",
  passwordNotAccepted:
    "This password is not accepted. It needs at least {count} characters and must not be too long.",
  passwordOwnWords: "Choose a password that is more than your name or address.",
  passwordCommon: "This password is among the first that are tried. Choose another one.",
  passwordBreached: "This password was stolen from another service. Choose another one.",
  signedInAgain: "Thank you. You can go on now.",
  signInTooOld:
    "You signed in more than 10 minutes ago. Sign out and sign in again before you change this.",
  tooManyAttempts: "Too many attempts. Try again in {wait}.",

  identities: "Sign-ins elsewhere",
  link: "Link {name}",
  unlink: "Unlink",
  linkTitle: "Link {name}",
  linkText: "Sign in at {name}. You come back to your account afterwards.",
  linkNext: "Continue to {name}",
  lastIdentity: "This is the only way to sign in to your account.",
  identityGone: "This sign-in is no longer linked to your account.",
  providerUnavailable: "This provider is not available right now. Please try again later.",

  passwordChangedTitle: "Password changed",
  passwordChanged: "Your password has been changed",
  passwordChangedText:
    "You are now signed out everywhere. Sign in with the new password to continue.",
  signInAgain: "Sign in",

  administration: "Administration",
  console: "Console",
  consoleText: "Users, roles, applications and every setting.",
  apiDocumentation: "API documentation",
  apiDocumentationText:
    "Every route with its schemas. “Try it out” works with your session: you need no token.",
  apiDescription: "API description",
  apiDescriptionText: "OpenAPI 3.1, for programs and generated clients.",
} as const;
