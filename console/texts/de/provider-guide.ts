/** Step by step at the provider, in German. Words in quotation marks are those of its pages. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { providerGuide as EN } from "../en/provider-guide.ts";

export const providerGuide: Translated<typeof EN> = {
  title: "Beim Anbieter",
  about:
    "Schritt für Schritt, mit den Werten, die dort einzutragen sind. Die meisten müssen genau stimmen.",
  open: "Seine Seite öffnen",
  plain:
    "Dieser Dienst hat eine http-Adresse. Die meisten Anbieter nehmen nur https: Legen Sie zuerst die Basis-URL fest, denn aus ihr entstehen die Werte unten.",
  toBase: "Basis-URL festlegen",
  steps: {
    google: [
      "Wählen Sie ein Projekt oder legen Sie eines an. Füllen Sie unter „Google Auth Platform“ einmal „Branding“ und „Audience“ aus.",
      "Wählen Sie unter „Clients“ „Create client“ und den Anwendungstyp „Web application“.",
      "„Authorized JavaScript origins“ darf leer bleiben. Wo Ihre Organisation einen Ursprung verlangt, ist es",
      "Tragen Sie unter „Authorized redirect URIs“ ein",
      "Unter „Data Access“ genügen diese Scopes:",
      "Legen Sie ihn an, und übertragen Sie Client-ID und Client-Geheimnis in das Formular unten. Google zeigt das Geheimnis einmal.",
    ],
    entra: [
      "Wählen Sie unter „App registrations“ „New registration“, mit „Accounts in this organizational directory only“.",
      "Wählen Sie bei „Redirect URI“ „Web“ und tragen Sie ein",
      "Registrieren Sie sie. Übertragen Sie aus „Overview“ „Application (client) ID“ als Client-ID und „Directory (tenant) ID“ als Mandant.",
      "Legen Sie unter „Certificates & secrets“ ein „New client secret“ an und kopieren Sie seinen „Value“, nicht seine ID.",
      "Unter „API permissions“, „Microsoft Graph“, „Delegated permissions“ genügen diese:",
      "Für Rollen nach Gruppe: unter „Token configuration“ „Add groups claim“, für das ID-Token. Der Claim heißt",
    ],
    github: [
      "Wählen Sie unter „OAuth Apps“ „New OAuth app“. Für eine Organisation beginnen Sie bei deren „Settings“, „Developer settings“.",
      "Tragen Sie als „Homepage URL“ ein",
      "Tragen Sie als „Authorization callback URL“ ein",
      "Lassen Sie „Enable Device Flow“ aus, und registrieren Sie sie.",
      "Kopieren Sie „Client ID“, wählen Sie „Generate a new client secret“ und kopieren Sie es. GitHub zeigt es einmal.",
      "Scopes werden dort nicht eingetragen. Gefragt wird nach",
    ],
    gitlab: [
      "Wählen Sie „Add new application“. Für eine Gruppe oder eine ganze Instanz beginnen Sie bei deren „Settings“, „Applications“.",
      "Tragen Sie als „Redirect URI“ ein",
      "Lassen Sie „Confidential“ an.",
      "Wählen Sie diese Scopes:",
      "Speichern Sie. Kopieren Sie „Application ID“ als Client-ID, und „Secret“.",
      "Für eine eigene Instanz tragen Sie deren Adresse als Aussteller ein, unter „Besonderheiten“ im Formular unten.",
    ],
    apple: [
      "Unter „Identifiers“ brauchen Sie eine App ID mit „Sign in with Apple“. Legen Sie eine an, wenn es keine gibt.",
      "Legen Sie eine „Services ID“ an. Ihre Kennung ist die Client-ID im Formular unten.",
      "Schalten Sie dort „Sign in with Apple“ ein, wählen Sie „Configure“ und Ihre App ID. Tragen Sie unter „Domains and Subdomains“ ein",
      "Tragen Sie unter „Return URLs“ ein",
      "Legen Sie unter „Keys“ einen Schlüssel mit „Sign in with Apple“ für diese App ID an. Notieren Sie die Schlüssel-ID und laden Sie die Datei herunter; Apple gibt sie einmal.",
      "Die Team-ID steht unter „Membership details“. Der Text der Datei ist das Client-Geheimnis.",
    ],
    keycloak: [
      "Wählen Sie im Realm unter „Clients“ „Create client“, Typ „OpenID Connect“, mit einer Client-ID wie",
      "Schalten Sie „Client authentication“ und „Standard flow“ ein, alles andere aus.",
      "Tragen Sie als „Home URL“ ein",
      "Tragen Sie unter „Valid redirect URIs“ ein",
      "Speichern Sie. Das Client-Geheimnis steht auf dem Reiter „Credentials“.",
      "Der Aussteller ist die Adresse des Realms: „issuer“ in „OpenID Endpoint Configuration“ unter „Realm settings“.",
      "Für Rollen: unter „Client scopes“ den eigenen Scope, „Add mapper“, „User Realm Role“, mehrwertig und im ID-Token, mit dem Claim-Namen",
    ],
    other: [
      "Legen Sie einen vertraulichen Client für den Code-Ablauf an, oft Web-Anwendung genannt.",
      "Tragen Sie als Redirect-URI ein, auch Callback oder Antwort-URL genannt",
      "Wo nach der Adresse der Anwendung gefragt wird, tragen Sie ein",
      "Erlauben Sie diese Scopes:",
      "Übertragen Sie Client-ID, Client-Geheimnis und Aussteller in das Formular unten.",
    ],
  },
};
