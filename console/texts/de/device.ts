/** Texts of connecting a device; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { device as EN } from "../en/device.ts";

export const device: Translated<typeof EN> = {
  lead: "Geben Sie den Code ein, den Ihr Gerät zeigt.",
  code: "Code",
  codeHint: "Acht Buchstaben, zum Beispiel BCDF-GHJK.",
  next: "Weiter",
  question: "Dieses Gerät mit Ihrem Konto verbinden?",
  sameCode: "Das Gerät muss diesen Code zeigen:",
  client: "Anwendung",
  scope: "Sie verlangt",
  resource: "Für",
  noScope: "Nichts außer der Anmeldung",
  advice:
    "Erlauben Sie dies nur, wenn Sie es gerade selbst auf einem Gerät begonnen haben, das bei Ihnen ist. Wurde Ihnen dieser Code geschickt, lehnen Sie ab.",
  allow: "Erlauben",
  deny: "Ablehnen",
  notAllowed: "Ihr Konto darf diese Anwendung nicht benutzen",
  notAllowedText:
    "Sie steht nur bestimmten Personen offen. Bitten Sie Ihren Administrator um Zugang.",
  approved: "Das Gerät ist verbunden",
  approvedText: "Es meldet sich in wenigen Sekunden an.",
  denied: "Die Anfrage wurde abgelehnt",
  deniedText: "Das Gerät erhält keinen Zugriff.",
  handled: "Dieser Code wurde schon verwendet. Lassen Sie das Gerät einen neuen zeigen.",
  another: "Anderen Code eingeben",
};
