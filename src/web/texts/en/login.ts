/** Every text of the login page, in English. */

/** `{name}` and `{count}` stand for a provider and a number. */
export const LOGIN = {
  username: "Username or email",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  provider: "Sign in to",
  rememberMe: "Keep me signed in",
  signIn: "Sign in",
  signInTo: "Sign in to {name}",
  signInAgain: "To go on, confirm that it is you: sign in again.",
  signInWithFactor: "To go on, sign in with two steps: with a passkey, or with a code as well.",
  signInWithPasskey: "To go on, sign in with a passkey.",
  preferFactor: "If you can, sign in with two steps: with a passkey, or with a code as well.",
  preferPasskey: "If you can, sign in with a passkey.",
  signedOut: "You are signed out.",
  tooManyAttempts: "Too many attempts. Try again in {count}.",
  tooManyAttemptsSoon: "Too many attempts. Wait a moment and try again.",
  signingIn: "Signing in…",
  forgotPassword: "Forgot password?",
  noAccount: "No account yet?",
  createAccount: "Create account",
  or: "or",
  usePasskey: "Sign in with a passkey",
  usePasskeyOf: "Sign in to {name} with a passkey",
  waitingForPasskey: "Waiting for your passkey…",
  continueWith: "Continue with {name}",
  back: "Back to sign-in",
  oneMoment: "One moment…",

  codeTitle: "Enter your code",
  codeText: "Enter the 6-digit code from your authenticator app.",
  totp: "Authentication code",
  recoveryText:
    "Enter one of the recovery codes that you saved when you set up your authenticator.",
  recoveryCode: "Recovery code",
  useRecoveryCode: "Use a recovery code",
  useAuthenticator: "Use the authenticator app",
  recoveryUsedTitle: "You used a recovery code",
  recoveryUsed:
    "Recovery codes left: {count}. If your phone is lost, set up another one on your account page.",
  codeNotValid: "This code is not valid. Check it and try again.",
  codeAndPassword:
    "Enter your password and the code from your authenticator app, or a recovery code.",
  continue: "Continue",

  setupTitle: "Set up a second step",
  setupDue: "This account needs a second step to sign in. Set one up to go on.",
  setupLater:
    "From {name} on, this account needs a second step to sign in. Set it up now or later.",
  setupScan: "Scan this code with an authenticator app and enter the 6 digits that it shows.",
  setupQr: "QR code for the authenticator app",
  setupKey: "Or type this key into the app:",
  setupPasskey: "Use a passkey instead",
  setupNeedsScript:
    "The second step here is a passkey, which needs JavaScript. Switch it on and sign in again.",
  setupGone: "This page is no longer valid. Sign in again.",
  setupNotHere:
    "This account needs a second step, and none can be set up here. Ask your administrator.",
  setupCodesTitle: "Save your recovery codes",
  copyCodes: "Copy the codes",
  codesCopied: "Copied",
  setupCodesText:
    "If you lose your phone, each of them signs you in once. They are not shown again.",
  later: "Later",
  passkeyRequired: "This account has to sign in with its passkey.",
  passkeyOrCode:
    "This account has to sign in with its passkey. If you cannot, enter one of your recovery codes.",

  waitingTitle: "Continue in the other window",
  waitingText:
    "Finish signing in with {name} in the window that has opened. This page goes on by itself.",
  windowLooksClosed: "The window seems to be closed. If it is, cancel and try again.",
  windowBlocked:
    "Your browser blocked the sign-in window. Allow it for this site and try again, or",
  continueHere: "continue in this window",
  cancel: "Cancel",
  cancelled: "Sign-in was cancelled.",

  mailMeCode: "Email me a code",
  mailTitle: "Sign in by email",
  mailText: "We send you a code and a link to sign in with.",
  mailSentTitle: "Check your email",
  mailSentText:
    "If there is an account with this address, an email is on its way. Enter its code here, or open its link.",
  mailLinkTitle: "Sign in",
  mailLinkText: "This signs you in as",
  mailLinkAsk: "You opened the link of an email. Enter the address that it was sent to.",
  mailLinkGoneTitle: "This link is not valid",
  mailLinkGone: "It has already been used, a newer email took its place, or it is too old.",
  mailAgain: "Send another email",

  signupTitle: "Create your account",
  name: "Name",
  optional: "optional",
  email: "Email",
  newPassword: "New password",
  passwordHint: "At least {count} characters.",
  ruleWords: "More than your name, your address or the name of this service.",
  ruleCommon: "None of the common ones that are tried first.",
  ruleBreached: "None that was stolen from another service.",
  ruleMost: "Fewer characters: this is longer than can be kept.",
  rulesMissing: "Still missing:",
  rulesKept: "Everything that this page can check is there.",
  haveCode: "I already have a code",
  signupSent: "If this address can be used, an email with a code is on its way.",
  accountExists: "There is an account with this email already. Sign in, or reset its password.",
  mailCodeNotValid: "This code is not valid. Check it, or ask for a new one.",
  signedUp: "Your account is ready. Sign in to continue.",
  verifyTitle: "Confirm your email",
  verifyText: "Enter the code that we sent you by email.",
  mailCode: "Code from the email",
  confirm: "Confirm",
  verified: "Your email is confirmed. Sign in to continue.",
  verifyHere: "This confirms your address and signs you in:",
  verifyElsewhere:
    "You signed up in another browser. Enter the password that you chose there to confirm your address:",
  verifyNotYou: "If you did not sign up, close this page: then nothing happens.",
  verifyPasswordWrong: "This is not the password that was chosen at sign-up.",
  verifyDone: "I confirmed it in another browser",
  notConfirmedYet:
    "The address is not confirmed yet. Open the link in the email, or enter its code here.",
  verifiedElsewhere:
    "Your email is confirmed. Go back to the window in which you signed up, or sign in here.",
  resetTitle: "Reset your password",
  resetText: "Enter the email of your account. If we know it, we send you a code.",
  sendCode: "Send code",
  resetSent: "If there is an account with this email, a code is on its way.",
  resetConfirmTitle: "Choose a new password",
  savePassword: "Save password",
  passwordSaved: "Your new password is saved. Sign in to continue.",

  firstPasswordTitle: "Choose your own password",
  firstPasswordText: "The password you were given is for this one sign-in. Choose another one now.",
  firstPasswordElsewhere:
    "This password is temporary. Sign in on the page of the service itself to choose another one.",

  invitationTitle: "You are invited",
  invitationText: "Choose a password, and your account is ready. You sign in with this address:",
  acceptInvitation: "Accept and sign in",
  acceptWithPasskey: "Accept with a passkey instead",
  invitationAccepted: "Your account is ready. Sign in to continue.",
  invitationNeedlessTitle: "You have an account already",
  invitationNeedlessText:
    "You do not need this invitation: sign in with your account. If you have forgotten its password, you can reset it there.",
  invitationGoneTitle: "This invitation cannot be used",
  invitationGone:
    "It was accepted or withdrawn, has expired, or a newer email took its place. Ask for a new one where you were invited.",

  enrollTitle: "Sign in faster next time",
  enrollText:
    "Create a passkey and sign in with your fingerprint, your face or your screen lock. It cannot be guessed or phished, and it stays with you.",
  passkeyName: "Name of this device",
  createPasskey: "Create a passkey",
  creatingPasskey: "Creating your passkey…",
  notNow: "Not now",
  signedIn: "You are signed in. You can close this window.",

  nothingTitle: "No way to sign in is configured",
  nothingText:
    "If you look after this service: add a provider to its session, or check that the providers it has are not hidden.",
  noPasskeys: "This browser does not support passkeys, and there is no other way to sign in here.",
  passkeysNeedScript:
    "Signing in with a passkey needs JavaScript. Switch it on and reload this page.",
  somethingWrong: "Something went wrong. Try again.",
  badCredentials: "Invalid username or password.",
  wayNotAvailable: "This way to sign in is not available.",
  notAvailableNow: "Sign-in is not available right now. Please try again.",
  entryRefused: "This is not accepted. Check the address and the password.",
  passwordOwnWords: "Choose a password that is more than your name or address.",
  passwordCommon: "This password is among the first that are tried. Choose another one.",
  passwordBreached: "This password was stolen from another service. Choose another one.",
  fieldsMissing: "Please fill in all fields and try again.",
  openTooLong: "This page was open for too long. Please try again.",
  unreachable: "The service cannot be reached. Check your connection and try again.",
  passkeyCancelled: "The passkey was cancelled or timed out.",
  passkeyKnown: "This device already has a passkey for this account.",
  passkeyUnusable: "Passkeys cannot be used in this browser or at this address.",
  tookTooLong: "Sign-in took too long. Please try again.",

  theme: "Theme",
  themeSystem: "System",
  themeLight: "Light",
  themeDark: "Dark",
};

export type TextKey = keyof typeof LOGIN;
