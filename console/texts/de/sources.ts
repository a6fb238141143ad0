/** What directories, relays and providers elsewhere answer, in German. */
import type { SourceTexts } from "../../../src/messages/message.ts";

export const sources: SourceTexts = {
  "ldap.none": "Es gibt keinen LDAP-Eintrag.",
  "ldap.unavailable": "LDAP gibt es in dieser Laufzeitumgebung nicht.",
  "ldap.disabled": "Kein LDAP-Eintrag ist aktiviert.",
  "ldap.unreadable": "Der LDAP-Eintrag „{id}“ ist nicht lesbar.",
  "ldap.no_addresses": "Kein aktivierter LDAP-Eintrag hat eine Adresse.",
  "ldap.no_address": "Der LDAP-Eintrag „{id}“ hat keine Adresse.",
  "ldap.plain":
    "Die Adresse ist ohne TLS; verwenden Sie ldaps://, oder setzen Sie start_tls oder allow_plain.",
  "ldap.wants_tls":
    "Das Verzeichnis nimmt Passwörter nur über TLS an; verwenden Sie ldaps:// oder start_tls ({answer}).",
  "ldap.no_password": "bind.password ist nicht gesetzt.",
  "ldap.wrong_bind": "bind.username oder bind.password ist falsch.",
  "ldap.no_group": "Es wurde keine Gruppe gefunden.",
  "ldap.no_group_sync": "Es wurde keine Gruppe gefunden, deshalb wurden keine Rollen geändert.",
  "ldap.no_user": "Unter {base} gibt es keinen Benutzer „{name}“.",
  "ldap.no_user_root": "Es gibt keinen Benutzer „{name}“.",
  "ldap.no_members": "{count} Gruppen, und keine hat ein Mitglied in {attributes}.",
  "ldap.unexpected": "Unerwartet fehlgeschlagen.",
  "ldap.unreachable": "Nicht erreichbar{code}.",
  "ldap.tls": "Keine TLS-Verbindung{code}.",
  "ldap.late_connection": "Keine Verbindung innerhalb von 5 s.",
  "ldap.late": "Keine Antwort innerhalb von 10 s.",
  "ldap.closed_here": "Die Verbindung wurde geschlossen.",
  "ldap.closed": "Das Verzeichnis hat die Verbindung geschlossen.",
  "ldap.malformed": "Die Antwort ist kein LDAP.",
  "ldap.refused": "Das Verzeichnis antwortete {name} ({status}).",
  "ldap.bad_filter": "Der Suchfilter ist nicht gültig.",
  "ldap.cut_list": "Eine Liste von Werten brach mittendrin ab.",
  "ldap.too_many": "Das Verzeichnis hat mehr als {limit} Einträge für eine Suche.",
  "ldap.endless": "Die Seiten nehmen kein Ende.",
  "ldap.without_tls": "ohne TLS",
  "ldap.anonymous": "anonym, ohne Bind",
  "ldap.no_groups": "in keiner Gruppe",
  "ldap.sync_running": "Ein anderer Abgleich läuft gerade.",
  "mail.relay.refused": "Der Mailserver antwortete {answer} auf {step}.",
  "mail.relay.answered": "Der Mailserver antwortete {answer}.",
  "mail.relay.late": "Der Mailserver antwortete nicht rechtzeitig.",
  "mail.relay.unusable": "Der Mailserver ist nicht benutzbar ({reason}).",
  "mail.failed.refused":
    "E-Mail: Der letzte Versuch ist fehlgeschlagen: Der Mailserver antwortete {answer} auf {step}.",
  "mail.failed.answered":
    "E-Mail: Der letzte Versuch ist fehlgeschlagen: Der Mailserver antwortete {answer}.",
  "mail.failed.late":
    "E-Mail: Der letzte Versuch ist fehlgeschlagen: Der Mailserver antwortete nicht rechtzeitig.",
  "mail.failed.unusable":
    "E-Mail: Der letzte Versuch ist fehlgeschlagen: Der Mailserver ist nicht benutzbar ({reason}).",
};
