/** The pages of a sign-out in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SIGN_OUT as EN } from "../en/sign-out.ts";

export const SIGN_OUT: Translated<typeof EN> = {
  question: "Abmelden?",
  askedBy: "{client} möchte Sie hier abmelden.",
  askedByUnknown: "Sie wurden hierher geleitet, um sich abzumelden.",
  effect:
    "Anwendungen, die Sie mit dieser Anmeldung geöffnet haben, enden mit ihr. Solche, die auch ohne Sie arbeiten dürfen, laufen weiter.",
  confirm: "Abmelden",
  stay: "Um angemeldet zu bleiben, verlassen Sie diese Seite.",
  done: "Sie sind abgemeldet",
  doneText: "Sie können dieses Fenster schließen.",
  told: "Diese Anwendungen sind benachrichtigt:",
  waiting:
    "Diese Anwendungen antworten noch nicht und werden benachrichtigt, sobald es möglich ist:",
  signInAgain: "Wieder anmelden",
};
