/** Texts of the page that changes the encryption key. */
import { catalogue } from "./catalogue.ts";

export const ENCRYPTION = catalogue({
  en: {
    panel: "Change the encryption key",
    about:
      "Every secret in the database is sealed again with the new key: all of them or none. The service goes on meanwhile; writes wait.",
    points: [
      "Other instances and workers write nothing from then on, until they are started with the new key.",
      "With encryption.key in your configuration, put the new key there at once: the next start refuses the old one.",
      "After that start people sign in again, unless session.session_key is set.",
      "Backups keep their old key.",
    ],
    key: "New key",
    keyHint: "At least 16 characters. 32 random bytes in base64 are best.",
    generate: "Generate",
    keep: "I have kept the new key in a safe place",
    restart: "I can start every instance again with it",
    change: "Change the key",
    consequence:
      "Everything is sealed again now. Without the new key the secrets in this database cannot be read any more.",
    doneTitle: "The key was changed",
    kept: "The service keeps it in its data folder; other instances are to be started again. It is shown this one time.",
    brought:
      "Put it into encryption.key before the next start, at every instance, and start each of them again. It is shown this one time.",
    count: "Values that were sealed again: {count}. Id of the key: {id}.",
    copy: "Copy the new key",
    done: "I have kept it",
  },
  de: {
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
      "Alles wird jetzt neu versiegelt. Ohne den neuen Schlüssel kann niemand mehr die Geheimnisse in dieser Datenbank lesen.",
    doneTitle: "Der Schlüssel ist gewechselt",
    kept: "Der Dienst bewahrt ihn in seinem Datenordner auf; andere Instanzen müssen neu gestartet werden. Er wird nur dieses eine Mal angezeigt.",
    brought:
      "Tragen Sie ihn vor dem nächsten Start bei jeder Instanz in encryption.key ein, und starten Sie jede neu. Er wird nur dieses eine Mal angezeigt.",
    count: "Neu versiegelte Werte: {count}. Kennung des Schlüssels: {id}.",
    copy: "Neuen Schlüssel kopieren",
    done: "Ich habe ihn aufbewahrt",
  },
});
