/** Whom a rule about the second factor concerns, in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { secondFactor as EN } from "../en/second-factor.ts";

export const secondFactor: Translated<typeof EN> = {
  title: "Wen es betrifft",
  none: "Niemanden: Oben ist nichts gewählt.",
  concerned: "Personen mit Konto: {people}. Noch ohne Faktor: {without}.",
  without: "Sie richten bei ihrer nächsten Anmeldung einen ein, sobald die Regel gilt:",
  more: "und {more} weitere",
};
