/** Webhooks: where events are sent, and what became of them; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { webhooks as EN } from "../en/webhooks.ts";

export const webhooks: Translated<typeof EN> = {
  none: "Noch keine Webhooks",
  noneText:
    "Sagen Sie einem anderen Programm sofort, was sich geändert hat und was geschehen ist: bei Konten, Rollen, Clients und Anmeldungen.",
  idHint: "Teil von Adressen der API; sie kann später nicht geändert werden.",
  what: "Was wohin gesendet wird",
  whatAbout: "Ereignisse in der Form von Standard Webhooks, mit einem Geheimnis signiert.",
  groups: "Gruppen",
  types: "Einzelne Typen",
  every: "Alle Ereignisse",
  secretTitle: "Das Geheimnis dieses Webhooks",
  secretAbout:
    "Es wird jetzt gezeigt und danach nie wieder. Der Empfänger braucht es, um Signaturen zu prüfen.",
  copySecret: "Geheimnis kopieren",
  secretNoted: "Ich habe es kopiert",
  roll: "Geheimnis",
  rollAbout:
    "Ein Geheimnis wurde mit dem Eintrag angelegt. Erzeugen Sie ein neues, um es zu sehen; das vorige signiert noch eine Zeit lang daneben, damit der Empfänger umsteigen kann.",
  previous: "Das vorige Geheimnis signiert noch. Es endet {time}.",
  overlap: "Das vorige signiert noch",
  rollNow: "Neues Geheimnis erzeugen",
  rollConsequence:
    "Ein neues Geheimnis wird erzeugt und einmal gezeigt. Ein Empfänger, der es nicht bekommt, lehnt alles ab, sobald das vorige geendet hat.",
  deliveries: "Zustellungen",
  deliveriesAbout:
    "Ein Empfänger, der nicht antwortet, wird einen Tag lang in wachsenden Abständen wieder versucht. Übersprungen wird dabei nichts.",
  state: "Zustand",
  states: {
    up_to_date: "auf dem neuesten Stand",
    behind: "sendet",
    failing: "wartet auf den Empfänger",
    stopped: "aufgegeben",
    paused: "angehalten nach einer Wiederherstellung",
    held: "zurückgehalten",
    off: "deaktiviert",
  },
  heldWhy: "Dies ist die Kopie eines Dienstes. Sie sendet nichts, bis Sie es erlauben:",
  failure: "Letzter Fehler",
  firstFailure: "Erster Fehlschlag",
  nextTry: "Nächster Versuch",
  lastArrived: "Letzte Zustellung",
  never: "nie",
  position: "Stand",
  positionOf: "Ereignis {position} von {last}",
  missed: "Ereignisse, die vor dem Senden gelöscht wurden",
  test: "Test senden",
  arrived: "Angekommen: {status} in {milliseconds} ms.",
  notArrived: "Nicht angekommen: {reason}.",
  resume: "Jetzt fortsetzen",
  resumeConsequence: "Alles, was wartet, wird jetzt der Reihe nach gesendet.",
  from: "Erneut senden ab",
  replay: "Erneut senden",
  replayConsequence:
    "Alles seit {day} wird der Reihe nach noch einmal gesendet. Ein Empfänger erkennt an der ID, was er schon hat.",
  goesOn: "Der Webhook wird fortgesetzt.",
  event: "Ereignis",
  answer: "Antwort",
  noAnswer: "keine Antwort",
  tries: "{count} Versuche",
  send: "Erneut senden",
  sendOne: "Erneut senden: Ereignis {id}",
  sentAgain: "Erneut gesendet.",
  nothingYet: "Es wurde noch nichts gesendet.",
};
