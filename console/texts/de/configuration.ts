/** The page for configuration as code, in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { configuration as EN } from "../en/configuration.ts";

export const configuration: Translated<typeof EN> = {
  exportTitle: "Export",
  exportAbout:
    "Einstellungen, Clients, Anbieter, Verzeichnisse, Berechtigungen, Rollen, Gruppenzuordnungen und Dienstkonten als ein Dokument. Geheimnisse und Personen stehen nicht darin; ein Kommentar sagt, wo ein Geheimnis gespeichert ist.",
  download: "Dokument herunterladen",
  applyTitle: "Dokument anwenden",
  applyAbout:
    "Ein Eintrag des Dokuments ersetzt den gespeicherten, bis auf Geheimnisse, die es weglässt. Andere Einträge bleiben. Sie sehen, was sich ändern würde, bevor etwas geschieht.",
  document: "Dokument",
  documentHint: "YAML oder JSON.",
  file: "Datei auswählen",
  prune: "Entfernen, was nicht im Dokument steht",
  pruneHint: "Nur Einträge der Arten, die es enthält; niemals Personen.",
  plan: "Zeigen, was sich ändern würde",
  planned: "Was sich ändern würde",
  count: "Einträge, die sich ändern würden: {count}",
  nothing: "Alles entspricht bereits dem Dokument.",
  apply: "Alles anwenden",
  consequence:
    "All das geschieht jetzt, auf jeder Instanz. Wurde in der Zwischenzeit etwas anderes geändert, geschieht nichts.",
  done: "Das Dokument wurde angewendet",
  actions: { create: "Neu", change: "Geändert", remove: "Entfernt" },
  kinds: {
    settings: "Einstellungen",
    session_providers: "Sitzungsanbieter",
    oauth_clients: "Client",
    oauth_providers: "Anbieter",
    saml_providers: "SAML-Anbieter",
    ldap_configs: "Verzeichnis",
    webhooks: "Webhook",
    permissions: "Berechtigung",
    roles: "Rolle",
    group_maps: "Gruppenzuordnung",
    service_accounts: "Dienstkonto",
    users: "Benutzer",
  },
};
