/** Texts of the page that changes the encryption key; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { encryption as EN } from "../en/encryption.ts";

export const encryption: Translated<typeof EN> = {
  panel: "Den Schlüssel wechseln",
  about:
    "Alle Geheimnisse in der Datenbank werden mit dem neuen Schlüssel neu versiegelt: alle oder keines. Der Dienst läuft weiter; Schreibzugriffe warten so lange.",
  points: [
    "Andere Instanzen und Worker schreiben danach nichts mehr, bis sie mit dem neuen Schlüssel gestartet sind.",
    "Steht encryption.key in Ihrer Konfiguration, tragen Sie den neuen Schlüssel sofort dort ein: Mit dem alten wird der nächste Start abgelehnt.",
    "Nach diesem Start melden sich alle neu an, außer wenn session.session_key gesetzt ist.",
    "Sicherungen behalten ihren alten Schlüssel.",
  ],
  key: "Neuer Schlüssel",
  keyHint: "Mindestens 16 Zeichen. Am besten sind 32 zufällige Bytes in Base64.",
  generate: "Erzeugen",
  keep: "Ich habe den neuen Schlüssel sicher aufbewahrt",
  restart: "Ich kann jede Instanz damit neu starten",
  change: "Schlüssel wechseln",
  consequence:
    "Alles wird jetzt neu versiegelt. Ohne den neuen Schlüssel lassen sich die Geheimnisse in dieser Datenbank nicht mehr lesen.",
  doneTitle: "Der Schlüssel ist gewechselt",
  kept: "Der Dienst bewahrt ihn in seinem Datenordner auf; andere Instanzen müssen neu gestartet werden. Er wird nur dieses eine Mal angezeigt.",
  brought:
    "Tragen Sie ihn vor dem nächsten Start bei jeder Instanz in encryption.key ein, und starten Sie jede neu. Er wird nur dieses eine Mal angezeigt.",
  count: "Neu versiegelte Werte: {count}. Kennung des Schlüssels: {id}.",
  copy: "Neuen Schlüssel kopieren",
  done: "Ich habe ihn aufbewahrt",
};
