/** Texts of the integration guide; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { guide as EN } from "../en/guide.ts";

export const guide: Translated<typeof EN> = {
  issuer: "Aussteller",
  discovery: "Discovery",
  authorize: "Autorisierungsendpunkt",
  tokenUrl: "Token-Endpunkt",
  userinfo: "Userinfo",
  keys: "Schlüssel (JWKS)",
  introspect: "Introspektion",
  revoke: "Widerruf",
  device: "Geräteautorisierung",
  callback: "Callback für externe Anbieter",
  check: "Zugriffsprüfung",
  copyUrl: "Kopieren: {name}",
  copySnippet: "Baustein kopieren: {name}",
  description: "Alle Routen in der API-Beschreibung",
  signIn: "Personen anmelden",
  client: "Client-ID",
  clientHint: "Des Clients, der für Ihre Anwendung eingetragen ist.",
  protect: "Eine Anwendung schützen",
  protectHint:
    "Ein Proxy fragt den Dienst bei jeder Anfrage, oder ein Guard in Ihrem eigenen Prozess tut es. Nur der Proxy darf die Route erreichen, die er fragt.",
  whole: "Die ganze Seite: {page}",
};
