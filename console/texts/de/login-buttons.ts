/** The button of a provider on the login page, in German. */
import type { Texts } from "../en/index.ts";

export const loginButtons: Texts["loginButtons"] = {
  title: "Knopf auf der Anmeldeseite",
  about:
    "Führt Personen zu diesem Anbieter. Was er braucht, einen Sitzungsanbieter und einen Client, entsteht und verschwindet mit ihm.",
  onPage: "Einen Knopf auf der Anmeldeseite zeigen",
  newHint: "Das lässt sich später ändern.",
  name: "Name",
  rename: "Knopf speichern",
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
  renamed: "Der Knopf ist gespeichert.",
  several:
    "{count} Knöpfe führen zu diesem Anbieter. Jeder hat seinen eigenen Namen, sein Logo und seinen Platz.",
  one: "Knopf {key}",
  ofGroup: "Knopf {key} der Gruppe {group}",
  place: "Platz unter den Knöpfen: {place} von {count}",
  up: "Weiter nach oben",
  down: "Weiter nach unten",
  moved: "Die Reihenfolge ist gespeichert.",
  page: "So sehen es die Personen",
  drawn: "Ohne eigenes Logo hat ein bekannter Anbieter sein Zeichen.",
  full: "Nur volle Administratoren setzen den Knopf.",
};
