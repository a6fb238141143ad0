/** Names of the pages, and in one sentence what each is for; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { tabs as EN } from "../en/tabs.ts";

export const tabs: Translated<typeof EN> = {
  overview: ["Übersicht", "Was hier ist, was Aufmerksamkeit braucht und wie viel los ist."],
  "first-steps": ["Erste Schritte", "Von der ersten Anmeldung zur eigenen Anwendung."],
  branding: ["Erscheinungsbild", "Name, Logo, Farbe und Hilfe-Link, die man sieht."],
  rights: ["Was Sie dürfen", "Ihre Rechte als Administrator und die Seiten dazu."],
  account: ["Mein Konto", "Wer Sie hier sind, wie Sie sich anmelden und wo Sie angemeldet sind."],
  device: [
    "Geräteanmeldung",
    "Einen Fernseher, eine Konsole oder ein Programm freigeben, das einen Code zeigt.",
  ],
  users: ["Benutzer", "Personen, die sich anmelden können."],
  "service-accounts": [
    "Dienstkonten",
    "Programme, die sich mit einem Geheimnis oder Zertifikat anmelden.",
  ],
  roles: ["Rollen", "Bündel von Berechtigungen, die andere Rollen enthalten können."],
  permissions: ["Berechtigungen", "Welche Anfragen erlaubt sind: Hosts, Pfade und Methoden."],
  lmaps: ["Gruppenzuordnung", "Welche Rollen die Gruppen eines Verzeichnisses geben."],
  ldap: ["LDAP", "Verzeichnisse, deren Personen sich anmelden dürfen."],
  clients: ["Clients", "Anwendungen, die über diesen Dienst anmelden."],
  providers: [
    "Externe Anbieter",
    "OAuth-2.0- und OpenID-Connect-Anbieter, mit denen man sich anmelden kann.",
  ],
  saml: ["SAML", "SAML-2.0-Identitätsanbieter, mit denen man sich anmelden kann."],
  "oauth2-overview": [
    "OAuth 2.0",
    "Adressen, Laufzeiten, Anmeldung, Signaturschlüssel: alles über den Aussteller, gemeinsam gespeichert.",
  ],
  "session-providers": ["Sitzungsanbieter", "Wem Anmeldeseite und Sitzungs-Middleware vertrauen."],
  authorize: ["Autorisierung", "Anmeldeseite, Abläufe und gemerkte Anmeldungen."],
  registration: ["Registrierung", "Clients, die sich selbst registrieren."],
  passkey: ["Passkeys", "Websites, Überprüfung und Einrichtung."],
  password: ["Passwörter", "Wer sich mit einem Passwort anmelden darf und welche Regeln gelten."],
  token: ["Token", "Laufzeiten von Access-, ID- und Refresh-Token."],
  "api-keys": ["API-Schlüssel", "Schlüssel für Programme und wer sie anlegen darf."],
  email: ["E-Mail", "Mailserver und die E-Mails, die versendet werden."],
  signup: ["Registrieren und Zurücksetzen", "Neue Konten und vergessene Passwörter."],
  accounts: ["Einladungen", "Personen per E-Mail einladen und sehen, was daraus wurde."],
  import: [
    "Import von Personen",
    "Konten aus einer Datei, mit den Passwörtern, die die Personen haben.",
  ],
  mtls: ["Clientzertifikate", "Gegenseitiges TLS für Dienstkonten und Clients."],
  "second-factor": [
    "Wer zwei Faktoren braucht",
    "Für wen ein zweiter Faktor Pflicht ist, und ab wann.",
  ],
  totp: ["Authenticator-Apps", "Einmalcodes aus einer App als zweiter Faktor."],
  "sign-ins": [
    "Angemeldet bleiben",
    "Wie lange Personen angemeldet bleiben, auch ohne etwas zu tun, und wie oft zugleich.",
  ],
  outgoing: [
    "Kopie eines Dienstes",
    "Eine wiederhergestellte Kopie sendet nichts von selbst, bis Sie es erlauben.",
  ],
  "custom-info": ["Eigene Claims", "Claim-Sätze für Userinfo, aus Vorlagen erzeugt."],
  "device-settings": ["Geräteablauf", "Laufzeit und Abfrageabstand von Gerätecodes."],
  "token-exchange": ["Token-Austausch", "Engere Token für den nächsten Dienst."],
  flows: [
    "Anmeldearten",
    "Was bei jeder Art der Anmeldung mit den aktuellen Einstellungen geschieht.",
  ],
  check: ["Zugriffsprüfung", "Darf dieser Benutzer diese Anfrage stellen, und warum?"],
  audit: ["Audit-Protokoll", "Wer was getan hat, von wo, und was sich geändert hat."],
  webhooks: ["Webhooks", "Ereignisse, die an andere Programme gesendet werden."],
  "token-inspector": ["Token-Prüfer", "Was ein Token ist und warum es abgelehnt wird."],
  docs: ["Einbindung", "Adressen und Bausteine für Ihre Anwendungen."],
  admin: ["Administratoren", "Wer hier alles ändern darf und wer einen Teil davon."],
  cache: ["Cache und Codes", "Wie Änderungen bemerkt werden und wo Einmalcodes liegen."],
  configuration: [
    "Konfiguration als Code",
    "Die Konfiguration als ein Dokument exportieren, und eines anwenden.",
  ],
  encryption: ["Verschlüsselung", "Der Schlüssel, der alle Geheimnisse der Datenbank versiegelt."],
};
