/** The device page in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { DEVICE as EN } from "../en/device.ts";

export const DEVICE: Translated<typeof EN> = {
  documentTitle: "Gerät verbinden",
  title: "Gerät verbinden",
  lead: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
  code: "Code",
  codeHint: "Acht Buchstaben, zum Beispiel BCDF-GHJK.",
  next: "Weiter",
  unknown:
    "Diesen Code gibt es nicht, oder er ist abgelaufen. Prüfen Sie ihn, oder lassen Sie das Gerät einen neuen anzeigen.",
  tooMany: "Es wurden zu viele Codes versucht. Versuchen Sie es in {wait} noch einmal.",
  handled: "Dieser Code wurde schon benutzt. Lassen Sie das Gerät einen neuen anzeigen.",
  outOfDate:
    "Diese Seite ist nicht mehr aktuell. Sehen Sie sich die Anfrage noch einmal an und entscheiden Sie.",

  question: "{client} mit Ihrem Konto verbinden?",
  sameCode: "Das Gerät muss diesen Code anzeigen:",
  from: "Angefragt am {time} von {network}",
  fromUnknown: "Angefragt am {time}",
  agent: "Es nennt sich {agent}",
  advice:
    "Erlauben Sie es nur, wenn Sie dies gerade selbst auf einem Gerät begonnen haben, das bei Ihnen ist. Wenn Ihnen dieser Code geschickt wurde, lehnen Sie ab.",
  deny: "Ablehnen",
  allow: "Erlauben",

  approved: "Das Gerät ist verbunden",
  approvedText: "Es meldet sich in wenigen Sekunden an. Sie können dieses Fenster schließen.",
  denied: "Die Anfrage wurde abgelehnt",
  deniedText: "Das Gerät erhält keinen Zugriff. Sie können dieses Fenster schließen.",
  another: "Anderen Code eingeben",
};
