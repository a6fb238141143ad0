/** What a client was told of sign-outs, on its page; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { clientLogout as EN } from "../en/client-logout.ts";

export const clientLogout: Translated<typeof EN> = {
  title: "Benachrichtigungen über Abmeldungen",
  about:
    "Endet eine Anmeldung, erfährt es die Anwendung an ihrer Back-Channel-Logout-URI. Antwortet sie nicht, wird es anderthalb Tage lang wieder versucht.",
  signedIn: "Anmeldungen zurzeit",
  waiting: "Noch nicht mitgeteilt",
  givenUp: "In den letzten zwei Tagen aufgegeben",
  failure: "Letzter Fehler",
  nextTry: "Nächster Versuch",
};
