/** The account page in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { ACCOUNT as EN } from "../en/account.ts";

export const ACCOUNT: Translated<typeof EN> = {
  documentTitle: "{name}: Konto",
  signOut: "Abmelden",
  none: "Keine",
  more: "und {count} weitere",

  profile: "Profil",
  name: "Name",
  username: "Benutzername",
  usernames: "Benutzernamen",
  email: "E-Mail-Adresse",
  account: "Konto",
  accountLocal: "Wird von diesem Dienst verwaltet",
  accountForeign: "Wird von einem externen Verzeichnis oder Anbieter verwaltet",
  id: "Kennung",

  access: "Zugriff",
  roles: "Rollen",
  permissions: "Berechtigungen",

  signingIn: "Anmeldung",
  password: "Passwort",
  passwordSet: "Festgelegt",
  passwordNotSet: "Nicht festgelegt",
  passwordElsewhere: "Wird an anderer Stelle verwaltet",
  totp: "Einmalcodes (TOTP)",
  totpOn: "An",
  passkeys: "Passkeys",
  apiKeys: "API-Schlüssel",

  changePassword: "Passwort ändern",
  currentPassword: "Aktuelles Passwort",
  newPassword: "Neues Passwort",
  repeatPassword: "Neues Passwort wiederholen",
  showPassword: "Passwort anzeigen",
  passwordHint: "Sie werden überall abgemeldet und melden sich danach neu an.",
  pageOutOfDate:
    "Diese Seite war nicht mehr aktuell, es wurde nichts geändert. Bitte versuchen Sie es noch einmal.",
  passwordsDiffer: "Die beiden neuen Passwörter stimmen nicht überein.",
  currentPasswordWrong: "Das aktuelle Passwort ist falsch.",
  passwordManagedElsewhere: "Ihr Passwort wird an anderer Stelle verwaltet.",
  passwordNotAccepted:
    "Dieses Passwort wird nicht angenommen. Es braucht mindestens {count} Zeichen und darf nicht zu lang sein.",
  passwordOwnWords: "Wählen Sie ein Passwort, das mehr ist als Ihr Name oder Ihre Adresse.",
  passwordCommon:
    "Dieses Passwort gehört zu den ersten, die ausprobiert werden. Wählen Sie ein anderes.",
  passwordBreached: "Dieses Passwort wurde anderswo gestohlen. Wählen Sie ein anderes.",
  signedInAgain: "Vielen Dank. Sie können jetzt fortfahren.",
  signInTooOld:
    "Ihre Anmeldung liegt länger als 10 Minuten zurück. Melden Sie sich ab und wieder an, bevor Sie dies ändern.",
  tooManyAttempts: "Zu viele Versuche. Versuchen Sie es in {wait} noch einmal.",

  identities: "Anmeldungen bei anderen Diensten",
  link: "{name} verknüpfen",
  unlink: "Verknüpfung aufheben",
  linkTitle: "{name} verknüpfen",
  linkText: "Melden Sie sich bei {name} an. Danach kommen Sie zu Ihrem Konto zurück.",
  linkNext: "Weiter zu {name}",
  lastIdentity: "Nur so können Sie sich bei Ihrem Konto anmelden.",
  identityGone: "Diese Anmeldung ist nicht mehr mit Ihrem Konto verknüpft.",
  providerUnavailable:
    "Dieser Anbieter ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.",

  passwordChangedTitle: "Passwort geändert",
  passwordChanged: "Ihr Passwort wurde geändert",
  passwordChangedText:
    "Sie sind jetzt überall abgemeldet. Melden Sie sich mit dem neuen Passwort an, um fortzufahren.",
  signInAgain: "Anmelden",

  administration: "Verwaltung",
  console: "Konsole",
  consoleText: "Benutzer, Rollen, Anwendungen und alle Einstellungen.",
  apiDocumentation: "API-Dokumentation",
  apiDocumentationText:
    "Alle Routen mit ihren Schemas. „Try it out“ arbeitet mit Ihrer Sitzung, Sie brauchen kein Token.",
  apiDescription: "API-Beschreibung",
  apiDescriptionText: "OpenAPI 3.1, für Programme und erzeugte Clients.",
};
