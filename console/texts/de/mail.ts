/** Texts of the page about mails; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { mail as EN } from "../en/mail.ts";

export const mail: Translated<typeof EN> = {
  needsAddress:
    "Der Link in einer E-Mail braucht die Adresse dieses Dienstes, und die ist noch nicht festgelegt.",
  useAddress: "{origin} verwenden",
  otherAddress: "Eine andere Adresse",
  addressSet: "Die Adresse ist festgelegt",
  needsRelay: "Es ist noch kein Mailserver eingerichtet, also kann nichts gesendet werden.",
  toRelay: "Einrichten",
  preview: "Vorschau",
  previewText: "So sieht die E-Mail mit den Eingaben oben aus, auch bevor sie gespeichert sind.",
  code: "Anmeldecode",
  link: "Anmeldelink",
  verify: "Bestätigung",
  reset: "Passwort zurücksetzen",
  change: "Änderung eines Kontos",
  which: "E-Mail",
  show: "Vorschau zeigen",
  subject: "Betreff",
  plain: "Nur Text",
  test: "Test-E-Mail",
  testText:
    "Sendet eine E-Mail mit den gespeicherten Einstellungen und sagt, was der Mailserver antwortet.",
  to: "Senden an",
  send: "Test-E-Mail senden",
  sent: "Der Mailserver hat die E-Mail angenommen.",
  drawn: "So sieht die E-Mail aus",
  sections: {
    relay: ["Mailserver", "Wohin E-Mails übergeben werden; ohne ihn wird keine versendet."],
    from: ["Anmeldung per E-Mail", "Von wem E-Mails kommen und ob man sich damit anmelden darf."],
    texts: ["Texte", "Leer: unsere, in der Sprache der Person."],
    news: ["Nachrichten über das Konto", "Was Personen erfahren, ohne danach zu fragen."],
    limits: ["Grenzen", "Wie lange ein Code gilt und wie oft man einen anfordern darf."],
  },
};
