/** Texts of the guided first steps. */
import { catalogue } from "./catalogue.ts";

export const FIRST_STEPS = catalogue({
  en: {
    done: "Done",
    open: "To do",
    progress: "{done} of {total} done",
    away: "Put this page away",
    awayHint: "It is away: the overview no longer leads here.",
    back: "Show it again",
    password: "Change the first password",
    passwordText:
      "The password of the first start was shown in a terminal or stands in a file: others may have seen it.",
    passkey: "Add a passkey or an authenticator app",
    passkeyText: "A password alone opens everything here. A second factor for every administrator.",
    toAccount: "Open my account",
    application: "Register an application",
    applicationText:
      "Choose what it is; the client is made, and what to write into the application is shown.",
    another: "Register another one",
    kind: "What it is",
    kinds: {
      web: "Web application with a server",
      spa: "Single-page application",
      native: "Mobile or desktop application",
      machine: "Program without a user",
      mcp: "Agent that uses an MCP server",
    },
    id: "Client ID",
    idHint: "Letters, digits, hyphens; it stands in addresses and logs.",
    idTaken: "A client or account with this ID exists.",
    redirect: "Redirect URI",
    redirectHint: "Where the browser comes back to, exactly as the application sends it.",
    make: "Register it",
    made: "{id} is registered",
    secretOnce:
      "The secret is shown this one time. Put it into CLIENT_SECRET, where the program below reads it.",
    secret: "Secret",
    edit: "Open the record",
    protect: "Protect an application",
    protectText:
      "An application without a sign-in of its own stays behind a proxy, or in an own program behind our guards. Turn on the route for proxies first: server.forward_auth in the configuration.",
    permission: "Make the permission that decides who gets in",
  },
  de: {
    done: "Erledigt",
    open: "Offen",
    progress: "{done} von {total} erledigt",
    away: "Diese Seite weglegen",
    awayHint: "Sie ist weggelegt: Die Übersicht führt nicht mehr hierher.",
    back: "Wieder anzeigen",
    password: "Das erste Passwort ändern",
    passwordText:
      "Das Passwort des ersten Starts wurde in einem Terminal gezeigt oder steht in einer Datei: Andere können es gesehen haben.",
    passkey: "Einen Passkey oder eine Authenticator-App hinzufügen",
    passkeyText:
      "Ein Passwort allein öffnet hier alles. Ein zweiter Faktor für jeden Administrator.",
    toAccount: "Mein Konto öffnen",
    application: "Eine Anwendung registrieren",
    applicationText:
      "Wählen Sie, was sie ist; der Client wird angelegt, und was in die Anwendung gehört, wird gezeigt.",
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
    redirect: "Weiterleitungs-URI",
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
  },
});
