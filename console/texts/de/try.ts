/** Texts of a trial: a client's flow from its own page; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { trial as EN } from "../en/try.ts";

export const trial: Translated<typeof EN> = {
  title: "Ausprobieren",
  about:
    "Führt eine echte Anmeldung dieses Clients in einem neuen Fenster durch und zeigt jeden Schritt und die Token. Nichts wird gespeichert.",
  disabled: "Ein deaktivierter Client lässt sich nicht ausprobieren. Aktivieren Sie ihn zuerst.",
  noCode: "Dieser Client darf den Grant mit Autorisierungscode nicht nutzen.",
  certificate:
    "Dieser Client weist sich mit einem Zertifikat aus, das diese Seite nicht vorlegen kann.",
  key: "Dieser Client weist sich mit seinem Schlüssel aus, den diese Seite nicht hat.",
  insecure:
    "Browser erlauben das nur über https. Öffnen Sie die Konsole unter ihrer https-Adresse.",
  needsCallback:
    "Die Antwort muss zu dieser Konsole zurückkommen. Diese Adresse steht nicht in der Liste des Clients:",
  addCallback: "Diese Adresse erlauben",
  added: "Die Adresse ist jetzt erlaubt",
  removeCallback: "Adresse wieder aus der Liste nehmen",
  removed: "Die Adresse ist nicht mehr in der Liste",
  scope: "Scope",
  scopeAbout: "Einer oder mehrere, durch Leerzeichen getrennt.",
  resource: "Ressource",
  resourceAbout: "Der Dienst, für den das Access-Token gilt (RFC 8707). Leer fragt nach keinem.",
  anew: "Neu anmelden, obwohl Sie angemeldet sind",
  secret: "Client-Geheimnis",
  secretAbout: "Wird einmal verwendet, um den Code einzulösen. Es wird nirgends aufbewahrt.",
  start: "In neuem Fenster starten",
  again: "Von vorn beginnen",
  steps: "Schritte",
  asked: "Nach einem Code gefragt",
  waiting: "Es geht im anderen Fenster weiter: Melden Sie sich dort an und entscheiden Sie.",
  came: "Die Antwort kam zurück",
  stateOk: "state ist der gesendete Wert",
  issOk: "iss ist dieser Dienst",
  issWrong: "iss ist nicht dieser Dienst",
  nonceOk: "nonce ist der gesendete Wert",
  nonceWrong: "nonce ist nicht der gesendete Wert",
  refused: "Der Dienst hat abgelehnt",
  redeemed: "Aus dem Code wurden Token",
  notRedeemed: "Der Code wurde nicht eingelöst",
  idToken: "ID-Token",
  accessToken: "Access-Token",
  refreshToken: "Refresh-Token",
  raw: "Token kopieren",
  header: "Header",
  claims: "Claims",
  answer: "Antwort des Token-Endpunkts",
  revoke: "Diese Token widerrufen",
  revoked: "Die Token sind widerrufen",
  callbackTitle: "Probelauf eines Clients",
  callbackAlone:
    "Die Seite, die diesen Probelauf gestartet hat, ist nicht mehr offen. Sie können dieses Fenster schließen.",
  callbackTaken: "Fertig. Sie können dieses Fenster schließen; den Rest zeigt die Konsole.",
};
