/** Every text of the consent page. */

export const CONSENT = {
  documentTitle: "Allow {client}?",
  title: "{client} asks for access to your account",
  hostProves: "This address says whose application it is. The name is what it calls itself.",
  loopbackOnly: "Any program on this device can pretend to be this application.",
  registeredItself: "This application registered itself. Its name has not been checked.",
  signedInAs: "Signed in as {user}",
  useAnotherAccount: "Not you? Use another account",
  signOut: "Not you? Sign out",
  scopes: "It will be able to",
  alsoBefore: "It keeps what you allowed it before.",
  noScopes: "It asks for no particular permissions.",
  untold: "It does not learn your name, username or email address.",
  toldAll: "It also learns your name, username and email address.",
  toldNames: "It also learns your name and username.",
  toldEmail: "It also learns your email address.",
  resources: "It will use your account at",
  onThisDevice: "This application runs on this device",
  onThisDeviceText: "and answers at {host}. Allow it only if you have just started it yourself.",
  ownScheme:
    "The answer goes to the application that opens {scheme} links on this device. Allow it only if you have just started it yourself.",
  destination: "You will be sent to {host}.",
  backTo: "Back to {host}",
  backToText: "The application gets the answer. If it does not open by itself, continue.",
  toProvider: "On to {host}",
  toProviderText: "You sign in there. If it does not open by itself, continue.",
  goOn: "Continue",
  rememberMe: "Keep me signed in",
  rememberMeText: "Stay signed in to this application for longer.",
  deny: "Deny",
  allow: "Allow",
  advice: "Allow only applications that you know and trust.",

  // Of a client that only some roles may use.
  notAllowedTitle: "No access to {client}",
  notAllowed: "Your account may not use {client}",
  notAllowedText: "Only some people may use this application. Ask your administrator for access.",
  backToApplication: "Back to the application",

  // OpenID Connect Core §5.4, §11.
  scope_openid: "Recognise you when you sign in again",
  scope_profile: "See your name, username and the rest of your profile",
  scope_email: "See your email address",
  scope_address: "See your postal address",
  scope_phone: "See your phone number",
  // Of a client that gets them (roles_in_tokens).
  scope_roles: "See the names of your roles",
  scope_offline_access: "Keep access while you are not using it",
} as const;
