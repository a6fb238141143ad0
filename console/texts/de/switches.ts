/** Switches of members that say what is off, in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { switches as EN } from "../en/switches.ts";

export const switches: Translated<typeof EN> = {
  "ApiKeySettings.disabled": ["API-Schlüssel", "Ist dies aus, wird kein API-Schlüssel angenommen."],
  "DeviceSettings.disabled": [
    "Geräteablauf",
    "Ist dies aus, können Geräte keine Anmeldung anfragen.",
  ],
  "TokenExchangeSettings.disabled": [
    "Token-Austausch",
    "Ist dies aus, wird kein Token gegen ein anderes getauscht.",
  ],
  "TotpSettings.disabled": [
    "Authenticator-Apps",
    "Ist dies aus, wird niemand nach einem Code gefragt, und keine App kann eingerichtet werden.",
  ],
  "EmailSettings.disabled": ["Anmeldung per E-Mail", "Ist dies aus, wird sie abgelehnt."],
  "CustomInfoSettings.disabled": ["Eigene Claims", "Ist dies aus, fügt kein Satz welche hinzu."],
  "AuthorizeSettings.disabled": [
    "Anmeldung bei Anwendungen",
    "Ist dies aus, können Anwendungen niemanden zur Anmeldung hierher schicken.",
  ],
  "AuthorizeSettings.disable_remember_me": [
    "„Angemeldet bleiben“ anbieten",
    "Ist dies aus, zeigt die Anmeldeseite die Auswahl nicht.",
  ],
  "RegistrationSettings.documents.disabled": [
    "URLs als Client-IDs",
    "Ist dies aus, gilt eine URL nur dann als Client-ID, wenn ein Eintrag dafür gespeichert ist.",
  ],
  "PasskeySettings.disabled": [
    "Passkeys",
    "Ist dies aus, wird kein Passkey eingerichtet oder angenommen.",
  ],
  "PasswordSettings.disabled": [
    "Anmeldung mit Passwort",
    "Ist dies aus, wird sie für alle abgelehnt.",
  ],
  "PasswordSettings.local_disabled": [
    "Passwörter lokaler Benutzer",
    "Ist dies aus, werden sie abgelehnt.",
  ],
  "PasswordSettings.ldap_disabled": [
    "Passwörter von Verzeichnisbenutzern",
    "Ist dies aus, werden sie abgelehnt.",
  ],
  "PasswordSettings.ldap_register_disabled": [
    "Konten für neue Verzeichnisbenutzer",
    "Ist dies aus, werden unbekannte Benutzer des Verzeichnisses bei der ersten Anmeldung nicht angelegt.",
  ],
  "LdapConfig.disable_sync": [
    "Regelmäßiger Abgleich",
    "Ist dies aus, wird das Verzeichnis nicht in Abständen gelesen.",
  ],
};
