/** Texts of the guided first steps; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { firstSteps as EN } from "../en/first-steps.ts";

export const firstSteps: Translated<typeof EN> = {
  done: "Erledigt",
  open: "Offen",
  progress: "{done} von {total} erledigt",
  away: "Diese Seite ausblenden",
  awayHint: "Diese Seite ist ausgeblendet: Die Übersicht führt nicht mehr hierher.",
  back: "Wieder anzeigen",
  password: "Das erste Passwort ändern",
  passwordText:
    "Das Passwort des ersten Starts wurde in einem Terminal gezeigt oder steht in einer Datei: Andere können es gesehen haben.",
  passkey: "Einen Passkey oder eine Authenticator-App hinzufügen",
  passkeyText:
    "Ein Passwort allein öffnet hier alles. Jeder Administrator sollte einen zweiten Faktor haben.",
  toAccount: "Mein Konto öffnen",
  application: "Eine Anwendung registrieren",
  applicationText:
    "Wählen Sie, was sie ist: Der Client wird angelegt, und Sie sehen, was Sie in der Anwendung eintragen.",
  another: "Noch eine registrieren",
  kind: "Was sie ist",
  kinds: {
    web: "Webanwendung mit Server",
    spa: "Single-Page-Anwendung",
    native: "Mobile oder Desktop-Anwendung",
    machine: "Programm ohne Benutzer",
    mcp: "Agent, der einen MCP-Server benutzt",
  },
  id: "Client-ID",
  idHint: "Buchstaben, Ziffern, Bindestriche; sie steht in Adressen und Protokollen.",
  idTaken: "Ein Client oder Konto mit dieser ID ist schon da.",
  redirect: "Redirect-URI",
  redirectHint: "Wohin der Browser zurückkommt, genau wie die Anwendung sie sendet.",
  make: "Registrieren",
  made: "{id} ist registriert",
  secretOnce:
    "Das Geheimnis wird nur dieses eine Mal gezeigt. Legen Sie es in CLIENT_SECRET ab, wo das Programm unten es liest.",
  secret: "Geheimnis",
  edit: "Eintrag öffnen",
  protect: "Eine Anwendung schützen",
  protectText:
    "Eine Anwendung ohne eigene Anmeldung bleibt hinter einem Proxy, oder in einem eigenen Programm hinter unseren Guards. Schalten Sie zuerst die Route für Proxys ein: server.forward_auth in der Konfiguration.",
  permission: "Die Berechtigung anlegen, die entscheidet, wer hineinkommt",
  idNeeded:
    "Geben Sie eine ID aus Buchstaben, Ziffern, Punkten, Binde- und Unterstrichen an, etwa my-app.",
};
