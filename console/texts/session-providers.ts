/** Texts of session providers and their groups. */
import { catalogue } from "./catalogue.ts";

export const SESSION_PROVIDERS = catalogue({
  en: {
    tree: "Providers and groups",
    topLevel: "Providers",
    groups: "Groups",
    noProviders: "None yet. Add the first one.",
    addProvider: "New provider",
    addGroup: "New group",
    addOwn: "Provider of this group alone",
    add: "Add",
    hidden: "Hidden",
    shown: "Shown",
    asThere: "As there",
    inherited: "inherited",
    choose: "Choose a provider or a group, or add one.",
    of: "Of the group {group} alone",
    problems: {
      taken: "This name is in use.",
      groupLetters: "Without / ? # % and spaces.",
      keyLetters: "Without / ? # % and spaces.",
    },
    removeProvider: "Remove",
    removeConsequence:
      "When you save, people cannot sign in by “{name}” any more, and its sessions end.",
    removeHeirs:
      "When you save, people cannot sign in by “{name}” any more, also in the groups {groups}, and its sessions end.",
    removeGroup: "Remove the group",
    removeGroupConsequence:
      "When you save, sessions that use the group “{name}” have no providers any more. Providers of this group alone are removed, too.",
    groupAbout: "A session that names this group has these providers alone.",
    copyAddress: "Copy the address of the group",
    inherit: "Taken from the providers",
    inheritAbout: "They stay as they are defined there; only whether they are shown can differ.",
    hideOf: "Whether {name} is shown on the sign-in page",
    giveBack: "Do not take {name}",
    wiring: "How a session uses them",
    wiringAbout: "The service itself uses all providers without any configuration.",
    inProcess: "In the same process, with the group staff",
    elsewhere: "In another process, with an administrator’s credential",
  },
  de: {
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
  },
});
