/** The panel of personal API keys in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { KEYS as EN } from "../en/account-keys.ts";

export const KEYS: Translated<typeof EN> = {
  title: "API-Schlüssel",
  text: "Mit einem Schlüssel handelt ein Programm in Ihrem Namen. Es darf, was Sie dürfen. Beenden Sie ihn, wenn Sie ihn nicht mehr brauchen.",
  none: "Sie haben keine Schlüssel.",
  unnamed: "Ohne Namen",
  created: "Erstellt am {time}",
  neverUsed: "Nie benutzt",
  lastUsed: "Zuletzt benutzt am {time}",
  expires: "Endet am {time}",
  noEnd: "Kein Ende",
  ended: "Beendet am {time}",
  disabled: "Von der Verwaltung deaktiviert",
  end: "Beenden",
  endLabel: "Schlüssel {name} beenden",

  add: "Schlüssel erstellen",
  name: "Name",
  nameHint: "Wofür er ist, damit Sie ihn wiedererkennen.",
  lifetime: "Endet nach",
  day: "1 Tag",
  week: "7 Tagen",
  month: "30 Tagen",
  quarter: "90 Tagen",
  never: "Nie",
  longest: "Längste erlaubte Zeit",
  make: "Schlüssel erstellen",

  shownTitle: "Ihr neuer Schlüssel",
  shownText:
    "Kopieren Sie ihn jetzt und halten Sie ihn geheim: Er wird nur dieses eine Mal gezeigt.",
  shownBefore:
    "Der Schlüssel dieser Seite ist schon erstellt und wurde gezeigt. Wenn Sie ihn nicht aufbewahrt haben, beenden Sie ihn und erstellen Sie einen anderen.",
  nameMissing: "Geben Sie dem Schlüssel einen Namen.",
  notEnded: "Diesen Schlüssel gibt es nicht mehr.",
};
