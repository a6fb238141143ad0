/** Texts of session providers and their groups; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { sessionProviders as EN } from "../en/session-providers.ts";

export const sessionProviders: Translated<typeof EN> = {
  tree: "Anbieter und Gruppen",
  topLevel: "Anbieter",
  groups: "Gruppen",
  noProviders: "Noch keine. Fügen Sie den ersten hinzu.",
  addProvider: "Neuer Anbieter",
  addGroup: "Neue Gruppe",
  addOwn: "Anbieter nur dieser Gruppe",
  add: "Hinzufügen",
  hidden: "Verborgen",
  shown: "Sichtbar",
  asThere: "Wie dort",
  inherited: "übernommen",
  choose: "Wählen Sie einen Anbieter oder eine Gruppe, oder fügen Sie etwas hinzu.",
  of: "Nur in der Gruppe {group}",
  problems: {
    taken: "Dieser Name ist vergeben.",
    groupLetters: "Ohne / ? # % und Leerzeichen.",
    keyLetters: "Ohne / ? # % und Leerzeichen.",
  },
  removeProvider: "Entfernen",
  removeConsequence:
    "Nach dem Speichern kann man sich nicht mehr über „{name}“ anmelden, und dessen Sitzungen enden.",
  removeHeirs:
    "Nach dem Speichern kann man sich nicht mehr über „{name}“ anmelden, auch nicht in den Gruppen {groups}, und dessen Sitzungen enden.",
  removeGroup: "Gruppe entfernen",
  removeGroupConsequence:
    "Nach dem Speichern haben Sitzungen mit der Gruppe „{name}“ keine Anbieter mehr. Anbieter nur dieser Gruppe werden mit entfernt.",
  groupAbout: "Eine Sitzung, die diese Gruppe nennt, hat nur diese Anbieter.",
  copyAddress: "Adresse der Gruppe kopieren",
  inherit: "Von den Anbietern übernommen",
  inheritAbout:
    "Sie bleiben, wie sie dort definiert sind; nur ob sie sichtbar sind, darf abweichen.",
  hideOf: "Ob {name} auf der Anmeldeseite sichtbar ist",
  giveBack: "{name} nicht übernehmen",
  wiring: "So verwendet sie eine Sitzung",
  wiringAbout: "Der Dienst selbst verwendet ohne Konfiguration alle Anbieter.",
  inProcess: "Im selben Prozess, mit der Gruppe staff",
  elsewhere: "In einem anderen Prozess, mit den Zugangsdaten eines Administrators",
  styles: ["Basic-Header", "Geheimnis als Bearer", "Parameter der URL"],
  parts: {
    page: [
      "Auf der Anmeldeseite",
      "Name und Platz dort und der Dienst dieses Prozesses, für den er steht.",
    ],
    ways: ["Arten der Anmeldung", "Was die Anmeldeseite mit ihm anbietet."],
    elsewhere: ["OAuth 2.0", "Unser Client und die Adressen eines Anbieters anderswo."],
    people: [
      "Wer die Personen sind",
      "Welche Claims eine Person nennen und was Anwendungen erfahren.",
    ],
    connection: ["Verbindung", "Unser Client dort und die Adressen einer Anmeldung."],
    accepted: ["Angenommene Token", "Neben denen für unseren Client."],
    signOut: ["Abmeldung", "Wie eine Abmeldung hier die Sitzung dort beendet, und umgekehrt."],
    others: ["Weitere Adressen", "Nur wo der Anbieter sie hat."],
  },
};
