/** Texts of the page of custom claims; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { customInfo as EN } from "../en/custom-info.ts";

export const customInfo: Translated<typeof EN> = {
  addresses: "Adressen des Satzes {set}",
  addressesAbout: "Ein Client, der die Claims hier liest, erhält die dieses Satzes.",
  userinfo: "Userinfo",
  discovery: "Discovery-Dokument",
  preview: "Vorschau",
  previewAbout:
    "Was Userinfo mit den Vorlagen oben antworten würde, gespeichert oder nicht. Das Beispiel geht nur an diesen Dienst und wird nicht gespeichert.",
  noSets: "Es gibt noch keine Sätze: Fügen Sie oben einen hinzu, mit einer Vorlage je Claim.",
  set: "Satz",
  claims: "Claims des Tokens (Beispiel)",
  user: "Benutzer (Beispiel)",
  show: "Antwort zeigen",
  answer: "Antwort",
};
