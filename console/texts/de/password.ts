/** Rules for passwords, and who signs in with one, in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { password as EN } from "../en/password.ts";

export const password: Translated<typeof EN> = {
  least: "Ein neues Passwort hat mindestens {length} Zeichen.",
  change: "Die Länge unter „Registrieren und Zurücksetzen“ ändern",
  sections: {
    rules: ["Regeln für neue Passwörter", "Sie gelten überall, wo ein Passwort gewählt wird."],
    who: ["Wer sich mit einem Passwort anmeldet", "Jeder Schalter schließt diesen Weg für einige."],
    kept: ["Wie Passwörter aufbewahrt werden", "Gespeichert wird nur ein Hash des Passworts."],
    limits: ["Grenzen", "Wie oft jemand es versuchen und das eigene Konto ändern kann."],
  },
};
