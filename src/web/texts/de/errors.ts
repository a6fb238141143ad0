/** Error pages and notices in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { ERRORS as EN } from "../en/errors.ts";

export const ERRORS: Translated<typeof EN> = {
  reason: "Grund:",
  reference: "Referenz:",
  tryAgain: "Noch einmal versuchen",
  toAccount: "Zu Ihrem Konto",
  toSignIn: "Zur Anmeldeseite",

  badRequest: "Diese Anfrage kann nicht angenommen werden",
  badRequestText:
    "Die Anwendung hat nichts erfahren. Gehen Sie zur Anwendung zurück und beginnen Sie noch einmal.",
  signInFirst: "Melden Sie sich an, um fortzufahren",
  signInFirstText: "Melden Sie sich an und öffnen Sie diese Seite dann noch einmal.",
  foreignForm: "Diese Anfrage wurde abgewiesen",
  foreignFormText: "Das Formular kam von einer anderen Website. Sie hat nichts erfahren.",
  insufficientText:
    "Das Access-Token darf hier nicht verwendet werden. Melden Sie sich stattdessen mit einem Browser an.",
  signInAgain: "Melden Sie sich noch einmal an",
  signInAgainText:
    "Ihre Anmeldung liegt länger als 10 Minuten zurück. Melden Sie sich ab und wieder an, und öffnen Sie diese Seite dann noch einmal.",
  gone: "Diese Seite ist nicht mehr verfügbar",
  goneText:
    "Sie ist abgelaufen, wurde schon benutzt oder gehört zu einem anderen Konto. Gehen Sie zur Anwendung zurück und beginnen Sie noch einmal.",
  nothingHere: "Hier ist nichts",
  nothingHereText: "Diese Adresse gibt es nicht.",
  tooManyRequests: "Zu viele Anfragen",
  tooManyRequestsText: "Gehen Sie zur Anwendung zurück und versuchen Sie es in {wait} noch einmal.",
  unavailable: "Vorübergehend nicht verfügbar",
  unavailableText: "Bitte versuchen Sie es gleich noch einmal.",
  defect: "Etwas ist schiefgegangen",
  defectText:
    "Die Anfrage konnte nicht ausgeführt werden. Bitte versuchen Sie es später noch einmal.",

  signInUnavailable: "Die Anmeldung ist gerade nicht verfügbar",
  signInUnavailableText: "Es ist nichts verloren. Bitte versuchen Sie es gleich noch einmal.",
  otherWayText:
    "Der Dienst, bei dem Sie sich anmelden wollten, antwortet nicht. Versuchen Sie es gleich noch einmal, oder melden Sie sich auf andere Weise an.",
  signInLaterText: "Bitte versuchen Sie es in {wait} noch einmal.",
  signInFailed: "Die Anmeldung hat nicht geklappt",
  signInFailedText:
    "Dieser Versuch, sich anzumelden, ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.",
  signedIn: "Sie sind angemeldet",
  signedInText: "Hier ist nichts mehr zu tun.",

  signOutQuestion: "Abmelden?",
  signOutText: "Eine andere Website bittet Sie, sich hier abzumelden.",
  signOut: "Abmelden",
  signInComplete: "Anmeldung abgeschlossen",
  closeWindow: "Sie können dieses Fenster schließen.",
  continue: "Weiter",
};
