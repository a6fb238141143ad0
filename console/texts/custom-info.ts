/** Texts of the page of custom claims. */
import { catalogue } from "./catalogue.ts";

export const CUSTOM_INFO = catalogue({
  en: {
    addresses: "Addresses of the set {set}",
    addressesAbout: "A client that reads its claims from here gets those of this set.",
    userinfo: "Userinfo",
    discovery: "Discovery document",
    preview: "Preview",
    previewAbout:
      "What userinfo would answer with the templates above, saved or not. The sample is sent to this service alone and is not stored.",
    noSets: "There are no sets yet: add one above, with a template for each claim.",
    set: "Set",
    claims: "Claims of the token (sample)",
    user: "User (sample)",
    show: "Show the answer",
    answer: "Answer",
  },
  de: {
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
  },
});
