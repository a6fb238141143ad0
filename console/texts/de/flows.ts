/** Texts of the page that says what each way to sign in does; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { flows as EN } from "../en/flows.ts";

export const flows: Translated<typeof EN> = {
  on: "An",
  off: "Aus",
  way: "Art",
  does: "Was jetzt geschieht",
  settings: "Einstellungen",
  uses: "Benutzt:",
  ways: {
    local: "Passwort eines lokalen Benutzers",
    ldap: "Passwort eines Verzeichnisbenutzers",
    unknown: "Passwort mit unbekanntem Benutzernamen",
    passkey: "Passkey",
    email: "Code oder Link per E-Mail",
    signup: "Selbstregistrierung",
    reset: "Vergessenes Passwort",
    totp: "Zweiter Faktor",
    providers: "Externe Anbieter",
    saml: "SAML",
    device: "Gerät mit Code",
    clientCredentials: "Dienstkonto",
    mtls: "Clientzertifikat",
    exchange: "Token-Austausch",
    apiKey: "API-Schlüssel",
    registration: "Clients, die sich selbst registrieren",
  },
  says: {
    off: "Es ist ausgeschaltet.",
    noRecord: "Es gibt keinen aktiven Eintrag.",
    noMail: "Es ist kein Mailserver eingetragen, also kann nichts gesendet werden.",
    passwordOff: "Die Anmeldung mit Passwort ist für alle ausgeschaltet.",
    localHash: "Das Passwort wird mit dem gespeicherten Hash verglichen; falsche werden gezählt.",
    localOff: "Lokale Benutzer können sich nicht mit einem Passwort anmelden.",
    noDirectory: "Kein Verzeichnis ist aktiv.",
    ldapBind:
      "Der Dienst meldet sich mit dem Passwort am Verzeichnis an. Gruppen werden bei jeder Anmeldung zu Rollen.",
    ldapOff: "Verzeichnisbenutzer können sich nicht mit einem Passwort anmelden.",
    unknownRegister:
      "Das Verzeichnis wird gefragt. Nimmt es das Passwort an, wird der Benutzer hier angelegt.",
    unknownRefused: "Es wird mit denselben Worten abgelehnt wie ein falsches Passwort.",
    passkey:
      "Browser oder Telefon beweisen einen Schlüssel, der für diese Website registriert ist.",
    emailCode: "Ein einmaliger Code geht an die Adresse des Benutzers.",
    emailLink: "Die E-Mail enthält auch einen Link, der anmeldet.",
    emailNoLink: "Die E-Mail enthält keinen Link.",
    signupOpen: "Alle dürfen ein Konto anlegen und es sofort benutzen.",
    signupVerified:
      "Alle dürfen ein Konto anlegen. Zuerst muss die E-Mail-Adresse bestätigt werden.",
    resetMail: "Mit einem Link per E-Mail wählt ein lokaler Benutzer ein neues Passwort.",
    totp: "Wer ihn eingerichtet hat, wird nach einem Code aus der App gefragt.",
    providers:
      "Die Anmeldung geschieht dort. Ob es hier einen Benutzer dazu gibt, bestimmt der Eintrag: verknüpft, registriert oder keines von beiden.",
    saml: "Die Anmeldung geschieht dort; die signierte Assertion wird geprüft und einem Benutzer zugeordnet.",
    device: "Das Gerät zeigt einen Code, und die Person gibt ihn in einem Browser frei.",
    clientCredentials: "Ein Programm erhält Token mit seinem Benutzernamen und seinem Geheimnis.",
    mtls: "Ein Zertifikat beweist einen Client oder ein Dienstkonto anstelle eines Geheimnisses.",
    exchange: "Ein Dienst tauscht das Token einer Person gegen ein engeres eigenes.",
    apiKey: "Ein Programm sendet einen Schlüssel, der nicht mehr Rechte hat als sein Inhaber.",
    registration: "Programme legen ihren Client selbst an, in den gesetzten Grenzen.",
  },
};
