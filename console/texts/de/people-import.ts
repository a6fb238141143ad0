/** Texts of the page for the import of people; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { peopleImport as EN } from "../en/people-import.ts";

export const peopleImport: Translated<typeof EN> = {
  file: "Die Datei",
  fileAbout:
    "Konten aus einem anderen Dienst oder einer Liste, mit den Hashes ihrer Passwörter: Die Personen behalten ihr Passwort. Sie sehen, was geschehen würde, bevor etwas geschieht.",
  choose: "Datei mit Personen",
  chooseAbout: "CSV, NDJSON oder der Export eines Realms von Keycloak; höchstens 32 MiB.",
  chooseNow: "Datei auswählen",
  tooLarge:
    "Diese Datei ist größer als 32 MiB. Importieren Sie sie mit dem Befehl postern import users.",
  emptyFile: "Diese Datei ist leer.",
  unreadable: "Der Browser kann diese Datei nicht lesen.",
  format: "Format",
  formats: {
    csv: "CSV",
    ndjson: "NDJSON",
    keycloak: "Keycloak (JSON)",
  },
  source: "Quelle",
  sourceAbout:
    "Der Dienst, aus dem die Personen kommen. Der nächste Import derselben Quelle findet sie über ihre dortige ID.",
  sourceForm: "1 bis 64 Buchstaben, Ziffern oder _.:-",
  update: "Abweichungen übernehmen",
  updateAbout: "Bei Personen aus einem früheren Import. Nichts wird entfernt.",
  notLocal: "Diese Personen melden sich anderswo an",
  notLocalAbout: "Für Einträge, die dazu nichts sagen: Sie bekommen hier kein Passwort.",
  withoutTotp: "Authenticator-Apps weglassen",
  withoutTotpAbout: "Die Personen richten hier eine neue ein.",
  administrators: "Administratoren zulassen",
  administratorsAbout:
    "Die Datei darf Rollen geben, die zum Administrator machen, und Administratoren ändern. Nur für eine Datei, der Sie vertrauen.",
  invite: "Personen einladen, die sich noch nicht anmelden können",
  inviteAbout:
    "Wer weder Passwort noch Passkey noch eine Anmeldung anderswo hat, bekommt eine E-Mail und wählt ein Passwort oder einen Passkey. Wer schon eingeladen wurde, wird nicht noch einmal eingeladen.",
  invitation: "E-Mail",
  invitations: {
    invited: "Einladung",
    invited_before: "Wurde schon eingeladen",
    has_way_in: "Kann sich schon anmelden",
    signs_in_elsewhere: "Meldet sich anderswo an",
    no_address: "Hat keine E-Mail-Adresse",
    disabled: "Ist gesperrt",
    administrator: "Administratoren werden nur eingeladen, wenn sie zugelassen sind",
  },
  mails: "E-Mails, die gesendet werden: {count}.",
  noMails: "Es wird keine E-Mail gesendet.",
  queued:
    "Die E-Mails werden nach und nach gesendet. Unter „Einladungen“ steht, welche schon gesendet sind.",
  look: "Zeigen, was geschehen würde",
  soFar: "Bisher {count} Einträge",
  would: "Was geschehen würde",
  happened: "Was geschehen ist",
  outcomes: {
    created: "Neu",
    updated: "Geändert",
    unchanged: "Gleich",
    skipped: "Ausgelassen",
    refused: "Abgelehnt",
  },
  all: "Alle ({count})",
  of: "{outcome} ({count})",
  show: "Anzeigen",
  line: "Zeile",
  entry: "Eintrag",
  person: "Person",
  outcome: "Ergebnis",
  reason: "Grund",
  atLine: "Zeile {line}: {reason}",
  more: "Mehr anzeigen",
  download: "Bericht herunterladen",
  cutOff: "Die Datei lässt sich nicht bis zum Ende lesen",
  cutOffBefore: "Berichtigen Sie die Datei und wählen Sie sie noch einmal aus.",
  cutOffAfter:
    "Was hier aufgeführt ist, wurde geschrieben. Berichtigen Sie die Datei und importieren Sie sie noch einmal.",
  nothing: "Es würde nichts geschrieben.",
  run: "Importieren",
  consequence:
    "{created} Konten werden angelegt und {updated} geändert. {refused} Einträge werden abgelehnt und ausgelassen. {mails}",
  done: "Der Import ist abgeschlossen",
  doneAbout:
    "Wer kein Passwort hat, wählt eines über „Passwort vergessen?“ auf der Anmeldeseite, wenn das Zurücksetzen eingeschaltet ist.",
};
