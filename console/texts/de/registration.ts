/** Texts of initial access tokens; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { registration as EN } from "../en/registration.ts";

export const registration: Translated<typeof EN> = {
  tokens: "Erstzugriffstoken",
  tokensAbout:
    "Ein Programm mit einem solchen Token darf Clients registrieren, auch wenn die Registrierung eines verlangt.",
  noTokens:
    "Es gibt keine. Erstellen Sie eines für das erste Programm, das Clients registrieren soll.",
  name: "Name",
  nameAbout: "Wofür es gedacht ist.",
  lifetime: "Laufzeit",
  most: "Registrierungen",
  mostAbout: "Leer heißt unbegrenzt.",
  make: "Token erstellen",
  shownOnce: "Das Token, nur jetzt zu sehen",
  noted: "Ich habe es kopiert",
  left: "Verbleibende Registrierungen",
  unlimited: "Unbegrenzt",
  expiry: "Ablauf",
  madeBy: "Erstellt von",
  withdraw: "Zurückziehen",
  withdrawConsequence:
    "Programme mit „{name}“ können keine Clients mehr registrieren. Bereits registrierte Clients bleiben.",
  withdrawn: "Zurückgezogen",
};
