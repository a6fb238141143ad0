/** What became of a request that was refused, by its status; for refusals that have no sentence of their own; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { refused as EN } from "../en/refused.ts";

export const refused: Translated<typeof EN> = {
  quoted: "{what} Der Dienst sagt: {said}",
  400: "Das wurde nicht angenommen.",
  401: "Sie sind nicht angemeldet.",
  403: "Dazu fehlt Ihnen die Berechtigung.",
  404: "Das gibt es nicht.",
  409: "Das verträgt sich nicht mit dem jetzigen Stand.",
  412: "Es wurde inzwischen geändert.",
  413: "Das ist zu groß.",
  429: "Zu viele Anfragen. Versuchen Sie es später noch einmal.",
  500: "Im Dienst ist ein Fehler aufgetreten.",
  503: "Der Dienst kann das im Moment nicht.",
  other: "Das hat nicht funktioniert.",
};
