/** Der Knopf eines Anbieters auf der Anmeldeseite. */
import type { Texts } from "../en/index.ts";

export const loginButtons: Texts["loginButtons"] = {
  title: "Knopf auf der Anmeldeseite",
  about:
    "Führt Personen zu diesem Anbieter. Was er braucht, einen Sitzungsanbieter und einen Client, entsteht und verschwindet mit ihm.",
  onPage: "Einen Knopf auf der Anmeldeseite zeigen",
  newHint: "Das lässt sich später ändern.",
  name: "Name auf dem Knopf",
  rename: "Namen speichern",
  preview: "Weiter mit {name}",
  absent:
    "Keine Seite führt zu diesem Anbieter. Anwendungen können Personen trotzdem selbst dorthin schicken.",
  disabled: "Der Anbieter ist ausgeschaltet, deshalb wird sein Knopf nicht gezeigt.",
  shown: "Auf der Anmeldeseite",
  broken: "Knopf funktioniert nicht",
  brokenHint:
    "Der Knopf wird nicht gezeigt, weil etwas geändert wurde, was er braucht: siehe {key} unter Sitzungsanbieter, oder schalten Sie ihn aus und wieder ein.",
  added: "Der Knopf ist auf der Anmeldeseite.",
  removed: "Der Knopf ist entfernt.",
  renamed: "Der Name ist gespeichert.",
};
