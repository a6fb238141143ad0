/** The consent page in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { CONSENT as EN } from "../en/consent.ts";

export const CONSENT: Translated<typeof EN> = {
  documentTitle: "{client} erlauben?",
  title: "{client} möchte auf Ihr Konto zugreifen",
  hostProves:
    "Diese Adresse sagt, wem die Anwendung gehört. Den Namen hat sie sich selbst gegeben.",
  loopbackOnly: "Jedes Programm auf diesem Gerät kann sich für diese Anwendung ausgeben.",
  registeredItself: "Diese Anwendung hat sich selbst registriert. Ihr Name wurde nicht geprüft.",
  signedInAs: "Angemeldet als {user}",
  useAnotherAccount: "Nicht Sie? Anderes Konto verwenden",
  signOut: "Nicht Sie? Abmelden",
  scopes: "Die Anwendung darf dann",
  alsoBefore: "Sie behält, was Sie ihr schon erlaubt haben.",
  noScopes: "Sie bittet um keine bestimmten Berechtigungen.",
  untold: "Ihren Namen, Ihren Benutzernamen und Ihre E-Mail-Adresse erfährt sie nicht.",
  toldAll: "Außerdem erfährt sie Ihren Namen, Ihren Benutzernamen und Ihre E-Mail-Adresse.",
  toldNames: "Außerdem erfährt sie Ihren Namen und Ihren Benutzernamen.",
  toldEmail: "Außerdem erfährt sie Ihre E-Mail-Adresse.",
  resources: "Ihr Konto wird benutzt bei",
  onThisDevice: "Diese Anwendung läuft auf diesem Gerät",
  onThisDeviceText:
    "und antwortet unter {host}. Erlauben Sie es nur, wenn Sie sie gerade selbst gestartet haben.",
  ownScheme:
    "Die Antwort geht an die Anwendung, die auf diesem Gerät Links der Art {scheme} öffnet. Erlauben Sie es nur, wenn Sie sie gerade selbst gestartet haben.",
  destination: "Sie werden zu {host} weitergeleitet.",
  backTo: "Zurück zu {host}",
  backToText:
    "Die Anwendung bekommt die Antwort. Wenn sie sich nicht von selbst öffnet, gehen Sie weiter.",
  toProvider: "Weiter zu {host}",
  toProviderText:
    "Dort melden Sie sich an. Wenn sich die Seite nicht von selbst öffnet, gehen Sie weiter.",
  goOn: "Weiter",
  rememberMe: "Angemeldet bleiben",
  rememberMeText: "Bei dieser Anwendung länger angemeldet bleiben.",
  deny: "Ablehnen",
  allow: "Erlauben",
  advice: "Erlauben Sie nur Anwendungen, die Sie kennen und denen Sie vertrauen.",

  notAllowedTitle: "Kein Zugang zu {client}",
  notAllowed: "Ihr Konto darf {client} nicht benutzen",
  notAllowedText:
    "Diese Anwendung steht nur bestimmten Personen offen. Bitten Sie Ihren Administrator um Zugang.",
  backToApplication: "Zurück zur Anwendung",

  scope_openid: "Sie bei der nächsten Anmeldung wiedererkennen",
  scope_profile: "Ihren Namen, Benutzernamen und den Rest Ihres Profils sehen",
  scope_email: "Ihre E-Mail-Adresse sehen",
  scope_address: "Ihre Postanschrift sehen",
  scope_phone: "Ihre Telefonnummer sehen",
  scope_roles: "Die Namen Ihrer Rollen sehen",
  scope_offline_access: "Zugriff behalten, während Sie sie nicht benutzen",
};
